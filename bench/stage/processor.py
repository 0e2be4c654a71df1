"""Processor time, which another program's work on the same machine changes less than it changes
seconds of the clock."""

import os
from collections.abc import Iterator, Sequence

from bench.stage.world import HOME
from bench.table import Row, row
from jobs.process import IN_KERNEL, IN_USER_MODE, PROC, fields_of
from stack.database_place import find_place
from stack.embedded import server_pid

PARENT, OF_CHILDREN = 1, slice(13, 15)  # of fields_of; the rest is in jobs/process.py


def own_seconds() -> float:
    """Of this process and of the programs that it started and that have ended."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def database_seconds() -> float:
    """Of the home's PostgreSQL and all of its processes, those that have ended too."""
    server = server_pid(find_place(HOME, lambda _: None))
    return sum(_ticks(str(server))) / os.sysconf("SC_CLK_TCK")


def _ticks(server: str) -> Iterator[int]:
    for process in PROC.iterdir():
        if not process.name.isdigit():
            continue
        try:
            fields = fields_of(int(process.name))
        except OSError:  # it has ended meanwhile
            continue
        if process.name == server or fields[PARENT] == server:
            yield int(fields[IN_USER_MODE]) + int(fields[IN_KERNEL])
        if process.name == server:
            yield sum(map(int, fields[OF_CHILDREN]))


def processor_rows(own: Sequence[float], database: Sequence[float]) -> list[Row]:
    both = [a + b for a, b in zip(own, database, strict=True)]
    return [
        row("processor time of it: Python, and what it starts", own),
        row("processor time of it: PostgreSQL", database),
        row("processor time of it: both", both),
    ]
