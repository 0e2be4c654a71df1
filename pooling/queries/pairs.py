"""Pairs as arrays of ids, (n, 2): query, video."""

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from foundation.database.copy import read_integers
from pooling.models import Benchmark, Pool

JUDGED = (
    "SELECT j.query_id, j.video_id FROM pooling_judgedpair j"
    " JOIN pooling_query q ON q.id = j.query_id WHERE q.benchmark_id = %s"
)


def judged_pairs(benchmark: Benchmark) -> NDArray[np.int64]:
    return _pairs(JUDGED, benchmark.pk)


def relevant_pairs(benchmark: Benchmark) -> NDArray[np.int64]:
    return _pairs(f"{JUDGED} AND j.verdict = 'relevant'", benchmark.pk)


def original_pairs(benchmark: Benchmark) -> NDArray[np.int64]:
    """A query's originals are the source videos of all captions with its text."""
    return _pairs(
        "SELECT DISTINCT query_id, video_id FROM pooling_caption WHERE benchmark_id = %s AND"
        " video_id IS NOT NULL",
        benchmark.pk,
    )


def pooled_pairs(pool: Pool) -> NDArray[np.int64]:
    return _pairs("SELECT query_id, video_id FROM pooling_poolpair WHERE pool_id = %s", pool.pk)


def _pairs(statement: str, number: int) -> NDArray[np.int64]:
    # Binary, and straight into an array: of a large pool no row becomes an object.
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY ({statement}) TO STDOUT (FORMAT BINARY)", (number,)) as copy,
    ):
        return read_integers(copy, 2)
