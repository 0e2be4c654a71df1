"""Errors of a file as people read them: one line for each kind, not one for each row."""

import re
from collections.abc import Iterable
from itertools import groupby

PLACED = re.compile(r"(?P<file>.+):(?P<line>[0-9]+):(?P<column>[0-9]+): (?P<message>.+)", re.DOTALL)
NAMED = 5


def fold_equal(lines: Iterable[str]) -> list[str]:
    """lines: `file:line:column: message`. Neighbours with one message become the first of them,
    which then names the others."""
    return [_folded(list(same)) for _, same in groupby(lines, key=_without_line)]


def _without_line(text: str) -> tuple[str, ...]:
    found = PLACED.fullmatch(text)
    return (text,) if found is None else (found["file"], found["message"])


def _folded(same: list[str]) -> str:
    first, *others = same
    if not others:
        return first
    numbers = [found["line"] for one in others if (found := PLACED.fullmatch(one))]
    named = ", ".join([*numbers[:NAMED], *(["..."] if len(numbers) > NAMED else [])])
    if len(numbers) == 1:
        return f"{first} (and on line {named})"
    return f"{first} (and on {len(numbers):,} more lines: {named})"
