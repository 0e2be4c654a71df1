"""What the doctor looks at, all of one moment, and its state: equal states, equal findings."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

from django.db import connection

from annotator.models import Campaign
from annotator.queries.grades import graded_campaigns
from foundation.database.snapshot import one_moment
from metrics.queries.grades import has_grades
from metrics.queries.kept import LogState, log_state
from metrics.queries.labels import read_labels
from metrics.queries.snapshot import take_snapshot
from metrics.studies.doctor_material import DEPTH, Clips, Material, StoredScores
from pooling.models import Benchmark, Caption, Run, TrainingCaption, Video

TOP = 10  # ranks among which equal scores are looked for

# Captions, training captions and videos are only ever added to, and rankings are written with their
# run: counts and numbers say that they are the same. A clip may be made again.
STATE = """
SELECT concat_ws('|', b.caption_count, b.query_count, b.video_count, b.training_count,
  (SELECT string_agg(concat_ws(' ', v.number, v.sha256, md5(v.fingerprint)), ',' ORDER BY v.number)
     FROM pooling_video v WHERE v.benchmark_id = b.id AND v.state = 'ready'),
  (SELECT string_agg(concat_ws(' ', r.id, r.name), ',' ORDER BY r.id)
     FROM pooling_run r WHERE r.id = ANY(%(runs)s)))
FROM pooling_benchmark b WHERE b.id = %(benchmark)s
"""
# Of each ranking: whether it is one score throughout, and whether two of the first ones are equal.
SCORES = """
SELECT count(*),
  count(*) FILTER (WHERE cardinality(scores) > 1 AND scores[1] = scores[cardinality(scores)]),
  count(*) FILTER (WHERE (SELECT count(DISTINCT one) FROM unnest(scores[1:%(top)s]) one)
    < least(cardinality(scores), %(top)s))
FROM pooling_ranking WHERE run_id = %(run)s
"""


def doctor_state(benchmark: Benchmark, runs: Sequence[Run]) -> LogState:
    """Labels are in it where some are grades: nothing else that the doctor finds follows from
    one."""
    with connection.cursor() as cursor:
        words: dict[str, Any] = {"benchmark": benchmark.pk, "runs": [run.pk for run in runs]}
        cursor.execute(STATE, words)
        (shown,) = cursor.fetchone()
    if has_grades(benchmark):
        every = benchmark.campaigns.exclude(state=Campaign.State.DRAFT).order_by("pk")
        shown += f"|{log_state(list(every)).digest}"
    return LogState(0, 0, sha256(shown.encode()).hexdigest())


def read_material(benchmark: Benchmark, runs: Sequence[Run]) -> Material:
    with one_moment():
        snapshot = take_snapshot(benchmark, runs, DEPTH)
        captions = Caption.objects.filter(benchmark=benchmark).order_by("number")
        keys, texts = _columns(captions.values_list("key", "query__text").iterator())
        training = TrainingCaption.objects.filter(benchmark=benchmark).order_by("pk")
        learned, of = _columns(training.values_list("text", "video_key").iterator())
        videos = Video.objects.filter(benchmark=benchmark).order_by("number")
        return Material(
            snapshot,
            texts,
            keys,
            list(videos.values_list("key", flat=True)),
            learned,
            of,
            _clips(benchmark),
            {run.name: _scores(run) for run in runs},
            [read_labels(benchmark, campaign) for campaign, _ in graded_campaigns(benchmark)],
        )


def _columns(rows: Iterable[tuple[str, str]]) -> tuple[list[str], list[str]]:
    pairs = list(rows)
    return [first for first, _ in pairs], [second for _, second in pairs]


def _clips(benchmark: Benchmark) -> Clips:
    rows = list(
        Video.objects.filter(benchmark=benchmark, state=Video.State.READY)
        .order_by("number")
        .values_list("number", "fingerprint", "seconds", "sha256")
    )
    return Clips(
        [number for number, *_ in rows],
        [None if taken is None else bytes(taken) for _, taken, _, _ in rows],
        [seconds or 0.0 for _, _, seconds, _ in rows],
        [digest for *_, digest in rows],
    )


def _scores(run: Run) -> StoredScores:
    with connection.cursor() as cursor:
        cursor.execute(SCORES, {"run": run.pk, "top": TOP})
        return StoredScores(*cursor.fetchone())
