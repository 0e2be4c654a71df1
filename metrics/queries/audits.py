"""The original pairs that people have looked at, as arrays."""

from collections.abc import Sequence

import numpy as np
from django.db import connection

from annotator.models import Campaign
from annotator.queries.originals import audits_of, population_of
from foundation.database.snapshot import one_moment
from measures.measure import Measure
from measures.names import parse_all
from metrics.queries.snapshot import take_snapshot
from metrics.studies.audit import Audit, AuditSample, audit
from metrics.studies.scored import depth_for
from metrics.studies.study import NothingToStudy
from pooling.models import Benchmark, Run
from pooling.queries.names import find_runs

CUTS = parse_all("C@1,C@5,C@10")

PAIRS = """
SELECT q.number, v.number, i.verdict
FROM pooling_poolpair p JOIN pooling_query q ON q.id = p.query_id
JOIN pooling_video v ON v.id = p.video_id
LEFT JOIN annotator_item i ON i.campaign_id = %s AND i.query_id = p.query_id
  AND i.video_id = p.video_id AND NOT i.gold
WHERE p.pool_id = %s AND p.original ORDER BY q.number, v.number
"""


def take_audit(
    benchmark: Benchmark,
    name: str = "",
    measures: Sequence[Measure] = CUTS,
    runs: Sequence[Run] | None = None,
    *,
    same_text: bool = False,
) -> Audit:
    """An audit of this moment. runs: all from text to video that readers may know of, if none are
    named. Raises NothingToStudy."""
    chosen = find_runs(benchmark, None) if runs is None else runs
    with one_moment():
        sample = read_audit(benchmark, name)
        snapshot = take_snapshot(benchmark, chosen, depth_for(measures), same_text=same_text)
    return audit(snapshot, sample, measures)


def read_audit(benchmark: Benchmark, name: str = "") -> AuditSample:
    """name: of the campaign; the newest, if there is none. Raises NothingToStudy."""
    campaign = find_audit(benchmark, name)
    with connection.cursor() as cursor:
        cursor.execute(PAIRS, [campaign.pk, campaign.pool_id])
        rows = cursor.fetchall()
    verdicts = np.array([verdict or "" for *_, verdict in rows])
    return AuditSample(
        name=campaign.name,
        population=population_of(campaign),
        queries=np.array([query for query, _, _ in rows], np.int64),
        videos=np.array([video for _, video, _ in rows], np.int64),
        judged=(verdicts == "relevant") | (verdicts == "irrelevant"),
        rejected=verdicts == "irrelevant",
    )


def find_audit(benchmark: Benchmark, name: str = "") -> Campaign:
    audits = audits_of(benchmark)
    if not audits:
        raise NothingToStudy(
            f"no original pairs of {benchmark} were drawn to be judged: draw some with"
            " audit_originals"
        )
    found = next((one for one in audits if name in ("", one.name)), None)
    if found is None:
        names = ", ".join(one.name for one in audits)
        raise NothingToStudy(f"campaign {name} is no audit of originals: expected one of {names}")
    return found
