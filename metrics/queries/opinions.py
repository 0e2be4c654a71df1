"""What stored witnesses say of a benchmark's pairs, as arrays.

Several opinions of a witness on one pair, of one hearing or of several, are one: their mean. Where
nothing was given, because it refused or failed, there is none.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from foundation.database.rows import column_of, rows_of
from measures.arrays import Integers, Values
from metrics.queries.file_columns import arrays
from metrics.queries.numbers import Numbers
from metrics.queries.snapshot import QUERIES, VIDEOS
from metrics.studies.opinions import Opinions, means_of
from metrics.studies.study import NothingToStudy
from pooling.models import Benchmark
from witnesses.models import Witness
from witnesses.queries.witnesses import list_witnesses

# Whole columns come as arrays in one row each, which PostgreSQL takes up to 1 GB of, so some
# queries at a time. The primary key finds them.
SAID = (
    "SELECT array_agg(query_id), array_agg(video_id), array_agg(value) FROM witnesses_opinion"
    " WHERE hearing_id = %(hearing)s AND query_id BETWEEN %(start)s AND %(end)s"
    " AND status = 'given'"
)
HEARINGS = "SELECT id FROM witnesses_hearing WHERE witness_id = %s ORDER BY id"
BOUNDS = "SELECT min(query_id), max(query_id) FROM witnesses_opinion WHERE hearing_id = %s"
QUERIES_AT_A_TIME = 1 << 13


def find_witnesses(benchmark: Benchmark, names: Sequence[str]) -> list[Witness]:
    """In the order of their names here, each once. NothingToStudy where one is not there."""
    known = {row.name.lower(): row for row in list_witnesses(benchmark)}
    asked = list(dict.fromkeys(name.lower() for name in names))
    if unknown := [name for name in names if name.lower() not in known]:
        there = ", ".join(row.name for row in known.values()) or "none"
        raise NothingToStudy(f"{benchmark} has no witness {unknown[0]!r}: expected some of {there}")
    return [known[name] for name in asked]


def read_opinions(
    benchmark: Benchmark, witnesses: Sequence[Witness], shape: tuple[int, int]
) -> tuple[Opinions, ...]:
    """As queries x videos. shape: how many of each the snapshot has that this goes with; what came
    to the benchmark later is left out."""
    queries, videos = (
        Numbers(*arrays(statement, (benchmark.pk,), columns)[:2])
        for statement, columns in ((QUERIES, 4), (VIDEOS, 2))
    )
    return tuple(_read(one, queries, videos, shape) for one in witnesses)


def _read(witness: Witness, queries: Numbers, videos: Numbers, shape: tuple[int, int]) -> Opinions:
    keys, values = [np.empty(0, np.int64)], [np.empty(0)]
    for query_ids, video_ids, said in _pieces(witness):
        query, video = queries.of(query_ids), videos.of(video_ids)
        known = (query >= 0) & (query < shape[0]) & (video >= 0) & (video < shape[1])
        keys.append(query[known] * shape[1] + video[known])
        values.append(said[known])
    return Opinions(witness.name, *means_of(np.concatenate(keys), np.concatenate(values)))


def _pieces(witness: Witness) -> Iterator[tuple[Integers, Integers, Values]]:
    for hearing in column_of(HEARINGS, [witness.pk]):
        ((first, last),) = rows_of(BOUNDS, [hearing])
        for start in range(first, last + 1, QUERIES_AT_A_TIME):
            end = min(start + QUERIES_AT_A_TIME - 1, last)
            words = {"hearing": hearing, "start": start, "end": end}
            query_ids, video_ids, bits = arrays(SAID, words, 3)
            # Eight bytes each, as whole numbers are: only seen as another kind.
            yield query_ids, video_ids, bits.view(np.float64)
