"""Stored rankings as arrays."""

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from foundation.database.copy import read_lists
from pooling.models import Benchmark, RetrievalModel, Run


def same_run(
    benchmark: Benchmark, model: RetrievalModel, sha256: str, direction: str, depth: int
) -> Run | None:
    """The run that this very file was imported as."""
    return Run.objects.filter(
        benchmark=benchmark, model=model, sha256=sha256, direction=direction, depth=depth
    ).first()


def read_targets(run: Run, depth: int, items: int) -> NDArray[np.int32]:
    """(items, depth): row n is the ranking of item number n, padded with -1; all -1 for an item
    without a ranking."""
    # Cut in the database, so that no more is sent than was asked for.
    statement = (
        "COPY (SELECT item, targets[1:%s] FROM pooling_ranking WHERE run_id = %s ORDER BY item) TO"
        " STDOUT (FORMAT BINARY)"
    )
    with connection.cursor() as cursor, cursor.copy(statement, (depth, run.pk)) as copy:
        lists = read_lists(copy, depth)
    rows = np.full((items, depth), -1, np.int32)
    rows[lists.items] = lists.targets
    return rows
