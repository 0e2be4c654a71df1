"""A benchmark's rankings and verdicts as arrays, and its texts, all of one moment."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from annotator.queries.campaigns import log_position
from foundation.database.snapshot import one_moment
from measures.arrays import Integers
from measures.hits import Pairs
from measures.whole import WholeRanks
from metrics.queries.file_columns import CAPTIONS, arrays, file_columns
from metrics.queries.grades import read_grades
from metrics.queries.labels import copied
from metrics.queries.numbers import Numbers
from metrics.snapshot import Direction, Snapshot, StoredRun
from metrics.studies.likeness import Texts
from metrics.studies.study import NothingToStudy
from pooling.formats.runs import RunFile, Wanted
from pooling.models import Benchmark, Caption, Run, TrainingCaption
from pooling.queries.axes import read_targets
from pooling.queries.runs import in_words, provenance_of, warning_of

# Whole columns come as arrays in one row each, since rows take a client longer than what is in
# them.
QUERIES = (
    "SELECT array_agg(id), array_agg(number::int8), array_agg(characters::int8),"
    " array_agg(words::int8) FROM pooling_query WHERE benchmark_id = %s"
)
VIDEOS = "SELECT array_agg(id), array_agg(number::int8) FROM pooling_video WHERE benchmark_id = %s"
# Joining half a million pairs with their queries and videos would take longer than all the rest, so
# ids become numbers here. Between the first and the last of a benchmark's queries there may be
# others', which have no number. A pair is one number, query, video and verdict in turn, counted
# from the first of the benchmark's: two arrays would take twice as long.
JUDGED = (
    "SELECT array_agg(((query_id - %(query)s) * %(videos)s + video_id - %(video)s) * 2 + (verdict ="
    " 'relevant')::int) FROM pooling_judgedpair WHERE query_id BETWEEN %(start)s AND %(end)s AND"
    " video_id BETWEEN %(video)s AND %(last)s"
)
# The values of a column in the order of their numbers, and each caption's, 0 for none.
QUERIES_AT_A_TIME = 1 << 16  # whose pairs come in one row, of which PostgreSQL takes up to 1 GB
OWN_RANKS = (
    "SELECT item::int8, own_rank::int8 FROM pooling_ranking WHERE run_id = %s AND own_rank IS NOT"
    " NULL"
)


def take_snapshot(
    benchmark: Benchmark, runs: Sequence[Run], depth: int | None = None, *, same_text: bool = False
) -> Snapshot:
    """depth: how far down the rankings are read; None for as far as they are stored.

    A verdict that comes while the rankings are being read is in none of the arrays.
    """
    with one_moment():
        return _read(benchmark, runs, depth, same_text)


def _read(
    benchmark: Benchmark, runs: Sequence[Run], depth: int | None, same_text: bool
) -> Snapshot:
    query_ids, numbers, *lengths = arrays(QUERIES, (benchmark.pk,), 4)
    queries, videos = Numbers(query_ids, numbers), Numbers(*arrays(VIDEOS, (benchmark.pk,), 2))
    in_order = np.argsort(numbers)
    captions, own = arrays(CAPTIONS, (benchmark.pk,), 2)
    caption_queries = queries.of(captions)
    collected, judged = _pairs(queries, videos, (benchmark.query_count, benchmark.video_count))
    grades, no_grades = read_grades(
        benchmark,
        collected,
        lambda query, video: queries.of(query) * benchmark.video_count + videos.of(video),
    )
    collected = collected if grades is None else grades.relevant()
    return Snapshot(
        benchmark=benchmark.name,
        caption_queries=caption_queries,
        own_videos=videos.of(own),
        characters=lengths[0][in_order][caption_queries],
        words=lengths[1][in_order][caption_queries],
        queries=benchmark.query_count,
        videos=benchmark.video_count,
        collected=collected,
        judged=judged,
        log_position=log_position(list(benchmark.campaigns.only("pk"))),
        runs=tuple(_stored(run, depth) for run in runs),
        same_text=same_text,
        columns=file_columns(benchmark),
        grades=grades,
        no_grades=no_grades,
    )


def _pairs(queries: Numbers, videos: Numbers, shape: tuple[int, int]) -> tuple[Pairs, Pairs]:
    """Collected, and judged."""
    pair, relevant = np.divmod(_judged(queries, videos), 2)
    query_id, video_id = np.divmod(pair, max(videos.span, 1))
    query, video = queries.of(query_id + queries.first), videos.of(video_id + videos.first)
    own = query >= 0
    # The verdict stands in the lowest bit, so that one sort serves both.
    keys = np.sort(2 * (query[own] * shape[1] + video[own]) + relevant[own])
    every, found = keys >> 1, keys[(keys & 1) == 1] >> 1
    return Pairs(found, np.ones(len(found)), *shape, "collected"), Pairs(
        every, np.ones(len(every)), *shape, "judged"
    )


def _judged(queries: Numbers, videos: Numbers) -> Integers:
    """The judged pairs as JUDGED counts them, some queries at a time."""
    read = [np.empty(0, np.int64)]
    words = {
        "query": queries.first,
        "video": videos.first,
        "last": videos.last,
        "videos": videos.span,
    }
    for start in range(queries.first, queries.last + 1, QUERIES_AT_A_TIME):
        end = min(start + QUERIES_AT_A_TIME - 1, queries.last)
        read += arrays(JUDGED, words | {"start": start, "end": end}, 1)
    return np.concatenate(read)


def _stored(run: Run, depth: int | None) -> StoredRun:
    items, columns = run.expected, run.candidates + run.within
    deep = run.depth if depth is None else min(depth, run.depth)
    targets = read_targets(run, deep, items)
    # Measures of ranks beyond those stored ask for no depth.
    own = _own_ranks(run, items) if run.full_ranks and depth is None else None
    family = run.model.family or run.model.name
    direction = cast("Direction", run.direction)
    seen = provenance_of(run)
    saw = ("", "") if seen is None else (in_words(seen), warning_of(seen))
    whole = None
    if run.whole and (depth is None or depth > run.depth):
        whole = WholeRanks(open_whole(run), items, columns)
    return StoredRun(run.name, run.model.name, family, direction, targets, own, *saw, whole)


def open_whole(run: Run) -> NDArray[np.unsignedinteger]:
    """Its file is looked into, not read whole. NothingToStudy where it is gone: scores from the
    rows alone would be others."""
    path = settings.MEDIA_ROOT / run.whole
    try:
        ranks: NDArray[np.unsignedinteger] = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError) as trouble:
        raise NothingToStudy(
            f"the file with all ranks of run {run.name}, {path}, cannot be read ({trouble}):"
            " restore it from a backup"
        ) from None
    return ranks


def _own_ranks(run: Run, items: int) -> Integers:
    """(items,): 0 where it is not known."""
    ranks = np.zeros(items, np.int64)
    known = copied(OWN_RANKS, (run.pk,), 2)
    ranks[known[:, 0]] = known[:, 1]
    return ranks


def tried_snapshot(
    benchmark: Benchmark, found: RunFile, wanted: Wanted, name: str, *, same_text: bool = False
) -> Snapshot:
    """A snapshot with the run alone, just as it would be read once it is stored."""
    snapshot = take_snapshot(benchmark, [], same_text=same_text)
    keys, direction = wanted.keys, wanted.direction
    shape = len(keys.items(direction)), len(keys.targets(direction))
    run = StoredRun.of_file(name, direction, found, shape, wanted.depth)
    return replace(snapshot, runs=(run,))


def take_snapshot_with_texts(
    benchmark: Benchmark, runs: Sequence[Run], depth: int | None, *, same_text: bool = False
) -> tuple[Snapshot, Texts]:
    with one_moment():
        snapshot = take_snapshot(benchmark, runs, depth, same_text=same_text)
        return snapshot, read_texts(benchmark)


def read_texts(
    benchmark: Benchmark, captions: int | None = None, training: int | None = None
) -> Texts:
    """captions, training: how many of either there were; None for all that there are. What was
    imported later comes after them."""
    of_training = (
        TrainingCaption.objects.filter(benchmark=benchmark)
        .order_by("pk")
        .values_list("text", flat=True)
    )
    return Texts(read_captions(benchmark, captions), tuple(of_training[:training].iterator()))


def read_captions(benchmark: Benchmark, captions: int | None = None) -> tuple[str, ...]:
    of_captions = (
        Caption.objects.filter(benchmark=benchmark)
        .order_by("number")
        .values_list("query__text", flat=True)
    )
    return tuple(of_captions[:captions].iterator())
