"""Rows for files of labels, one after another as the database sends them: no export is ever held in
memory.

A pair's caption is the first that has its text; all captions with the same text are one query.
"""

import json
from collections.abc import Collection, Generator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from django.db import connection

from annotator.formats.fire import FirePair
from annotator.labels.live import COUNTING
from annotator.models import Campaign
from foundation.database.rows import column_of
from pooling.models import Benchmark

Cells = tuple[str | None, ...]
MIDNIGHT = "T00:00:00.000000Z"


@dataclass(frozen=True, slots=True)
class Scope:
    """One campaign of a benchmark, or all that is judged in it."""

    benchmark: Benchmark
    campaign: Campaign | None
    # A verdict that rests on fewer labels is none; what an adjudicator decided always is one.
    least_labels: int = 1

    @property
    def words(self) -> dict[str, Any]:
        """What the statements below are given."""
        return {
            "benchmark": self.benchmark.pk,
            "campaign": self.campaign.pk if self.campaign else None,
            "campaigns": [campaign.pk for campaign in self.campaigns],
            "least": self.least_labels,
        }

    @property
    def campaigns(self) -> list[Campaign]:
        """Those with labels or a promise of them, in the order in which they were made."""
        if self.campaign is not None:
            return [self.campaign]
        known = Campaign.objects.filter(benchmark=self.benchmark).exclude(
            state=Campaign.State.DRAFT
        )
        return list(known.order_by("pk"))


FIRST_CAPTIONS = """
SELECT DISTINCT ON (query_id) query_id, key, number FROM pooling_caption
WHERE benchmark_id = %(benchmark)s
ORDER BY query_id, number
"""

# Of annotator_item i.
ENOUGH = "(i.adjudicated OR cardinality(i.labels_used) >= %(least)s)"

VERDICTS_OF_CAMPAIGN = f"""
SELECT i.query_id, i.video_id,
  CASE WHEN %(least)s <= 1 OR {ENOUGH} THEN i.verdict END AS verdict,
  coalesce(p.stratum, 0) AS stratum FROM annotator_item i
JOIN annotator_campaign c ON c.id = i.campaign_id
LEFT JOIN pooling_poolpair p ON p.pool_id = c.pool_id AND p.query_id = i.query_id
  AND p.video_id = i.video_id
WHERE i.campaign_id = %(campaign)s AND NOT i.gold
"""

VERDICTS_OF_BENCHMARK = f"""
SELECT query_id, video_id,
  CASE WHEN %(least)s <= 1 OR EXISTS (SELECT FROM annotator_item i
    WHERE i.campaign_id = ANY(%(campaigns)s) AND i.query_id = j.query_id
    AND i.video_id = j.video_id AND i.verdict = j.verdict AND {ENOUGH})
  THEN j.verdict END AS verdict, coalesce(p.stratum, 0) AS stratum
FROM (SELECT query_id, video_id, max(stratum) AS stratum FROM pooling_poolpair
  WHERE pool_id IN (SELECT id FROM pooling_pool WHERE benchmark_id = %(benchmark)s)
  GROUP BY query_id, video_id) p
FULL JOIN (SELECT j.query_id, j.video_id, j.verdict FROM pooling_judgedpair j
  JOIN pooling_query q ON q.id = j.query_id WHERE q.benchmark_id = %(benchmark)s) j
  USING (query_id, video_id)
"""

# Of pairs whose verdict came from graded qrels.
GRADES = """
SELECT DISTINCT ON (i.query_id, i.video_id) i.query_id, i.video_id, f.facts->>'grade' AS grade
FROM annotator_labelimport m JOIN annotator_item i ON i.campaign_id = m.campaign_id
JOIN annotator_foreignpair f ON f.item_id = i.id
LEFT JOIN pooling_judgedpair j ON j.query_id = i.query_id AND j.video_id = i.video_id
WHERE m.format = 'qrels' AND m.campaign_id = ANY(%(campaigns)s)
AND (%(campaign)s::bigint IS NOT NULL OR j.rests_on = i.labels_used[cardinality(i.labels_used)])
"""

VOTES = f"""
WITH votes AS (
  SELECT l.item_id, array_agg(l.rater_id ORDER BY l.id) AS raters,
    array_agg(l.answer ORDER BY l.id) AS answers
  FROM {COUNTING} l
  WHERE l.campaign_id = ANY(%(campaigns)s) AND l.kind <> 'adjudication'
  AND l.answer IN ('relevant', 'irrelevant') GROUP BY l.item_id)
SELECT i.verdict = 'disagreement' AS tied, i.campaign_id, q.text, v.key, array_to_json(raters),
  array_to_json(answers), f.facts,
  array_to_json(p.ranks), decision.rater_id, decision.answer
FROM annotator_item i LEFT JOIN votes ON votes.item_id = i.id
LEFT JOIN annotator_label decision ON i.adjudicated AND decision.id = i.labels_used[1]
JOIN annotator_campaign c ON c.id = i.campaign_id
JOIN pooling_query q ON q.id = i.query_id JOIN pooling_video v ON v.id = i.video_id
LEFT JOIN annotator_foreignpair f ON f.item_id = i.id
LEFT JOIN pooling_poolpair p ON p.pool_id = c.pool_id AND p.query_id = i.query_id
  AND p.video_id = i.video_id
WHERE i.campaign_id = ANY(%(campaigns)s) AND i.verdict IS NOT NULL
AND (%(least)s <= 1 OR {ENOUGH})
AND NOT EXISTS (SELECT FROM annotator_item o WHERE o.campaign_id = ANY(%(campaigns)s)
  AND o.campaign_id > i.campaign_id
  AND o.query_id = i.query_id AND o.video_id = i.video_id AND o.verdict IS NOT NULL)
ORDER BY tied, i.campaign_id, i.position
"""

LOG = f"""
WITH said AS MATERIALIZED (
  SELECT *, row_number() OVER (ORDER BY id) AS number FROM annotator_label
  WHERE campaign_id = ANY(%(campaigns)s))
SELECT l.number, c.key, v.key, l.rater_id, s.kind, l.answer, l.reason, l.comment,
  to_char(l.given_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), l.active_ms, l.plays,
  CASE WHEN l.too_fast THEN 'true' ELSE 'false' END, l.guideline_version, old.number,
  CASE WHEN newer.id IS NULL THEN 'false' ELSE 'true' END, a.name,
  CASE WHEN d.label_id IS NULL OR s.kind = 'gold' THEN 'false' ELSE 'true' END, l.mistake
FROM said l JOIN annotator_slot s ON s.id = l.slot_id JOIN annotator_item i ON i.id = l.item_id
JOIN annotator_campaign a ON a.id = l.campaign_id
JOIN ({FIRST_CAPTIONS}) c ON c.query_id = i.query_id JOIN pooling_video v ON v.id = i.video_id
LEFT JOIN said old ON old.id = l.supersedes_id LEFT JOIN said newer ON newer.supersedes_id = l.id
LEFT JOIN annotator_disregardedlabel d ON d.label_id = l.id
ORDER BY l.number
"""


def triplet_rows(scope: Scope) -> Generator[tuple[str, str, str], None, None]:
    with closing(_verdicts(scope, "WHERE p.verdict IS NOT NULL")) as rows:
        for caption, video, verdict, *_ in rows:
            # The statement leaves none of them out.
            yield caption, video, verdict  # type: ignore[misc]


def verdict_rows(scope: Scope) -> Generator[Cells, None, None]:
    """Caption, video, verdict, and the keys of the query's and the video's rows, as texts."""
    pairs = VERDICTS_OF_BENCHMARK if scope.campaign is None else VERDICTS_OF_CAMPAIGN
    return _rows(
        f"SELECT c.key, v.key, p.verdict, p.query_id, p.video_id FROM ({pairs}) p"
        f" JOIN ({FIRST_CAPTIONS}) c ON c.query_id = p.query_id"
        " JOIN pooling_video v ON v.id = p.video_id WHERE p.verdict IS NOT NULL"
        " ORDER BY c.number, v.number",
        scope.words,
    )


def qrel_rows(scope: Scope) -> Generator[tuple[str, str, str | None, str, str | None], None, None]:
    return _verdicts(scope, "")  # type: ignore[return-value]  # only verdicts may be missing


def query_rows(benchmark: Benchmark) -> Generator[Cells, None, None]:
    return _rows(
        f"SELECT c.key, q.text, v.key FROM ({FIRST_CAPTIONS}) c"
        " JOIN pooling_query q ON q.id = c.query_id"
        " LEFT JOIN pooling_caption own"
        " ON own.benchmark_id = %(benchmark)s AND own.number = c.number"
        " LEFT JOIN pooling_video v ON v.id = own.video_id ORDER BY c.number",
        {"benchmark": benchmark.pk},
    )


def video_rows(benchmark: Benchmark) -> Generator[Cells, None, None]:
    statement = "SELECT key FROM pooling_video WHERE benchmark_id = %(benchmark)s ORDER BY number"
    return _rows(statement, {"benchmark": benchmark.pk})


def caption_rows(benchmark: Benchmark) -> Generator[Cells, None, None]:
    return _rows(
        "SELECT c.key, v.key, q.text, f.key FROM pooling_caption c"
        " JOIN pooling_query q ON q.id = c.query_id"
        f" JOIN ({FIRST_CAPTIONS}) f ON f.query_id = c.query_id"
        " LEFT JOIN pooling_video v ON v.id = c.video_id"
        " WHERE c.benchmark_id = %(benchmark)s ORDER BY c.number",
        {"benchmark": benchmark.pk},
    )


def log_rows(
    scope: Scope, pseudonyms: Mapping[int, str], *, comments: bool = True, days: bool = False
) -> Generator[Cells, None, None]:
    """comments: False leaves out what raters wrote, which may tell who they are. days: times are
    those at which their days began, in UTC."""
    with closing(_rows(LOG, scope.words)) as rows:
        for number, caption, video, rater, kind, answer, reason, comment, at, *rest in rows:
            kept = comment if comments else ""
            given = f"{at[:10]}{MIDNIGHT}" if days and at else at
            name = pseudonyms[int(rater or 0)]
            yield number, caption, video, name, kind, answer, reason, kept, given, *rest


def judged_pairs_of(
    scope: Scope, pseudonyms: Mapping[int, str], shown: Collection[str] | None = None
) -> Generator[FirePair, None, None]:
    """Those that are decided first. shown: the runs that may be named; all of them if not given."""
    queues = {campaign.pk: number for number, campaign in enumerate(scope.campaigns, start=1)}
    runs: dict[int, list[str]] = {
        campaign.pk: [] if campaign.pool is None else campaign.pool.parameters.get("run_names", [])
        for campaign in scope.campaigns
    }
    response = 0  # how many labels came before: responses are numbered through the whole release
    with closing(_rows(VOTES, scope.words)) as rows:
        for _, of, text, video, raters, answers, facts, ranks, adjudicator, decision in rows:
            campaign, labels = int(of or 0), json.loads(answers or "[]")
            # The runs that rank the pair; none for a pair that is in no pool.
            ranked = zip(runs[campaign], json.loads(ranks or "[]"), strict=False)
            found_by = [name for name, rank in ranked if rank and (shown is None or name in shown)]
            derived = {
                "response_ids": list(range(response + 1, response + 1 + len(labels))),
                "queue_ids": [queues[campaign]] * len(labels),
                "models": found_by,
                "dataset": scope.benchmark.name,
            }
            # What only the imported release knew of a pair is given back as it was.
            known = derived | (json.loads(facts) if facts else {})
            yield FirePair(
                query=str(text),
                video=str(video),
                raters=[int(pseudonyms[rater]) for rater in json.loads(raters or "[]")],
                answers=labels,
                responses=known["response_ids"],
                queues=known["queue_ids"],
                models=known["models"],
                dataset=known["dataset"],
                adjudicator=int(pseudonyms[int(adjudicator)]) if adjudicator else None,
                decision=decision,
            )
            response += len(labels)


def verdict_counts(scope: Scope) -> dict[str, int]:
    pairs = VERDICTS_OF_BENCHMARK if scope.campaign is None else VERDICTS_OF_CAMPAIGN
    counted = (
        f"SELECT p.verdict, count(*) FROM ({pairs}) p WHERE p.verdict IS NOT NULL"
        " GROUP BY p.verdict ORDER BY p.verdict DESC"
    )
    return {str(verdict): int(pairs or 0) for verdict, pairs in _rows(counted, scope.words)}


def raters_of(scope: Scope) -> list[int]:
    return column_of(
        "SELECT DISTINCT rater_id FROM annotator_label WHERE campaign_id = ANY(%s) ORDER BY"
        " rater_id",
        [[campaign.pk for campaign in scope.campaigns]],
    )


def _verdicts(scope: Scope, where: str) -> Generator[Cells, None, None]:
    pairs = VERDICTS_OF_BENCHMARK if scope.campaign is None else VERDICTS_OF_CAMPAIGN
    return _rows(
        f"SELECT c.key, v.key, p.verdict, p.stratum, g.grade FROM ({pairs}) p"
        f" LEFT JOIN ({GRADES}) g ON g.query_id = p.query_id AND g.video_id = p.video_id"
        f" JOIN ({FIRST_CAPTIONS}) c ON c.query_id = p.query_id"
        f" JOIN pooling_video v ON v.id = p.video_id {where} ORDER BY c.number, v.number",
        scope.words,
    )


def _rows(statement: str, words: Mapping[str, Any]) -> Generator[Cells, None, None]:
    """Close it when it is not read to its end: until then the connection is busy with it, and the
    next statement would wait."""
    with connection.cursor() as cursor, cursor.copy(f"COPY ({statement}) TO STDOUT", words) as copy:
        yield from copy.rows()
