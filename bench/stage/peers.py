"""What ours is measured against: the bare COPY that nothing can beat, and what one would write
without thinking of speed."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from bench.stage import world  # noqa: F401  (sets Django up)
from pooling.models import Ranking, Run

CHUNK = 1 << 20


def copy_out(select: str) -> bytes:
    """The rows of a query in COPY's binary format."""
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY ({select}) TO STDOUT (FORMAT BINARY)") as copy,
    ):
        return b"".join(bytes(chunk) for chunk in copy)


def seconds_of(call: Callable[[], object]) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


@contextmanager
def bare_table(select: str) -> Iterator[Callable[[], float]]:
    """Yields a function: the seconds to COPY the rows of `select`, held ready, into an empty table
    that has no index."""
    rows = memoryview(copy_out(select))
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE bare AS {select} WITH NO DATA")
        try:
            yield lambda: _fill(rows)
        finally:
            cursor.execute("DROP TABLE bare")


def _fill(rows: memoryview) -> float:
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE bare")
        started = time.perf_counter()
        with cursor.copy("COPY bare FROM STDIN (FORMAT BINARY)") as copy:
            for first in range(0, len(rows), CHUNK):
                copy.write(rows[first : first + CHUNK])
        return time.perf_counter() - started


def bulk_create(run: Run) -> float:
    """Seconds to write the run's rankings a second time, as one would with the ORM alone; undone
    again."""
    rows = list(run.rankings.order_by("item").values_list("item", "targets", "scores", "own_rank"))
    with transaction.atomic():
        run.pk, run.name, run.sha256 = None, "once more", "0" * 64
        run.save(force_insert=True)
        started = time.perf_counter()
        objects = [
            Ranking(run=run, item=item, targets=targets, scores=scores, own_rank=own_rank)
            for item, targets, scores, own_rank in rows
        ]
        Ranking.objects.bulk_create(objects, batch_size=1_000)
        seconds = time.perf_counter() - started
        transaction.set_rollback(True)
        return seconds
