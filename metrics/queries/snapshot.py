"""A benchmark's rankings and verdicts as arrays, all of one moment."""

from collections.abc import Sequence

import numpy as np
from django.db import connection
from django.db.models import Max
from numpy.typing import NDArray

from annotator.models import Label
from metrics.measures.hits import Integers, Pairs
from metrics.queries.moment import one_moment
from metrics.snapshot import Snapshot, StoredRun
from pooling.binary_copy import read_integers
from pooling.models import Benchmark, Run
from pooling.queries.rankings import read_targets

CAPTIONS = (
    "SELECT q.number::int8, coalesce(v.number, -1)::int8, q.characters::int8, q.words::int8 FROM pooling_caption c"
    " JOIN pooling_query q ON q.id = c.query_id LEFT JOIN pooling_video v ON v.id = c.video_id"
    " WHERE c.benchmark_id = %s ORDER BY c.number"
)
JUDGED = (
    "SELECT q.number::int8, v.number::int8, (j.verdict = 'relevant')::int::int8 FROM pooling_judgedpair j"
    " JOIN pooling_query q ON q.id = j.query_id JOIN pooling_video v ON v.id = j.video_id WHERE q.benchmark_id = %s"
)


def take_snapshot(benchmark: Benchmark, runs: Sequence[Run], depth: int | None = None, *, same_text: bool = False) -> Snapshot:
    """depth: how far down the rankings are read; None for as far as they are stored.

    A verdict that comes while the rankings are being read is in none of the arrays.
    """
    with one_moment():
        return _read(benchmark, runs, depth, same_text)


def _read(benchmark: Benchmark, runs: Sequence[Run], depth: int | None, same_text: bool) -> Snapshot:
    captions = _copied(CAPTIONS, benchmark.pk, 4)
    query, video, relevant = _copied(JUDGED, benchmark.pk, 3).T
    shape = (benchmark.query_count, benchmark.video_count)
    chosen = relevant == 1
    return Snapshot(
        benchmark=benchmark.name,
        caption_queries=captions[:, 0],
        own_videos=captions[:, 1],
        characters=captions[:, 2],
        words=captions[:, 3],
        queries=benchmark.query_count,
        videos=benchmark.video_count,
        collected=Pairs.of(query[chosen], video[chosen], shape, rule="collected"),
        judged=Pairs.of(query, video, shape, rule="judged"),
        log_position=_log_position(benchmark),
        runs=tuple(_stored(run, depth) for run in runs),
        same_text=same_text,
    )


def _stored(run: Run, depth: int | None) -> StoredRun:
    items = run.benchmark.caption_count if run.direction == Run.Direction.TEXT_TO_VIDEO else run.benchmark.video_count
    deep = run.depth if depth is None else min(depth, run.depth)
    targets = read_targets(run, deep, items)
    own = _own_ranks(run, items) if run.full_ranks else None
    return StoredRun(run.name, run.model.name, run.model.family or run.model.name, run.direction, targets, own)  # type: ignore[arg-type]


def _own_ranks(run: Run, items: int) -> Integers:
    """(items,): 0 where it is not known."""
    statement = "SELECT item::int8, own_rank::int8 FROM pooling_ranking WHERE run_id = %s AND own_rank IS NOT NULL"
    ranks = np.zeros(items, np.int64)
    known = _copied(statement, run.pk, 2)
    ranks[known[:, 0]] = known[:, 1]
    return ranks


def _log_position(benchmark: Benchmark) -> int:
    newest = Label.objects.filter(campaign__benchmark=benchmark).aggregate(newest=Max("pk"))["newest"]
    return int(newest or 0)


def _copied(statement: str, key: int, columns: int) -> NDArray[np.int64]:
    with connection.cursor() as cursor, cursor.copy(f"COPY ({statement}) TO STDOUT (FORMAT BINARY)", (key,)) as copy:
        return read_integers(copy, columns)
