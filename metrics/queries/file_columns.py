"""What a benchmark's files say of captions besides, as arrays: by caption, and by query."""

from collections.abc import Mapping, Sequence

import numpy as np
from django.db import connection

from foundation.database.copy import read_columns
from measures.arrays import Integers
from metrics.snapshot import FileColumn
from pooling.models import Benchmark

CAPTIONS = (
    "SELECT array_agg(query_id ORDER BY number), array_agg(coalesce(video_id, 0) ORDER BY number)"
    " FROM pooling_caption WHERE benchmark_id = %s"
)
VALUES = (
    'SELECT DISTINCT groups->>%s COLLATE "C" AS value FROM pooling_caption WHERE benchmark_id = %s'
    " AND groups ? %s ORDER BY value"
)
VALUE_NUMBERS = (
    "SELECT array_agg(coalesce(array_position(%(values)s::text[], groups->>%(name)s), 0)::int8"
    " ORDER BY number) FROM pooling_caption WHERE benchmark_id = %(benchmark)s"
)

Words = Sequence[int] | Mapping[str, object]


def arrays(statement: str, words: Words, columns: int) -> tuple[Integers, ...]:
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY ({statement}) TO STDOUT (FORMAT BINARY)", words) as copy,
    ):
        return read_columns(copy, columns)


def file_columns(benchmark: Benchmark) -> tuple[FileColumn, ...]:
    return tuple(_column(benchmark, name) for name in benchmark.columns)


def columns_of_queries(benchmark: Benchmark, wanted: Integers) -> tuple[FileColumn, ...]:
    """What files say of these queries, by their ids: nothing where captions of one text differ."""
    if not benchmark.columns or not len(wanted):
        return ()
    queries, _ = arrays(CAPTIONS, (benchmark.pk,), 2)
    known, place = np.unique(queries, return_inverse=True)
    found = []
    for column in file_columns(benchmark):
        low, high = np.full(len(known), len(column.values)), np.full(len(known), -1)
        np.minimum.at(low, place.reshape(-1), column.of)
        np.maximum.at(high, place.reshape(-1), column.of)
        of = np.where(low == high, high, -1)[np.searchsorted(known, wanted)]
        found.append(FileColumn(column.name, column.values, of))
    return tuple(found)


def _column(benchmark: Benchmark, name: str) -> FileColumn:
    with connection.cursor() as cursor:
        cursor.execute(VALUES, (name, benchmark.pk, name))
        values = tuple(value for (value,) in cursor.fetchall())
    words = {"name": name, "benchmark": benchmark.pk, "values": list(values)}
    (numbers,) = arrays(VALUE_NUMBERS, words, 1)
    return FileColumn(name, values, numbers - 1)
