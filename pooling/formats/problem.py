"""What is wrong with a file, as data: where, which kind, and what was expected."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NoReturn

from foundation.frozen import frozen
from foundation.refused import Refused

KEPT = 50
EXCERPT = 80


@frozen
class Problem:
    """One thing wrong with a file, said so that its owner can find and mend it.

    line: 1-based physical line where the row starts, 0 for the whole file. column: 1-based, 0 for
    the whole line.
    code: stable, documented in docs/formats.md.
    """

    line: int
    column: int
    code: str
    message: str

    @classmethod
    def of(cls, code: str, message: str, *place: int) -> "Problem":
        """place: a line, of which the first column is meant, or a line and a column; of the whole
        file without it."""
        line, column = (*place, 1)[:2] if place else (0, 0)
        return cls(line, column, code, message)

    def at(self, file: str) -> str:
        return f"{file}:{self.line}:{self.column}: {self.message}"


@dataclass(slots=True)
class Problems:
    """Collects: all are counted; the first 50 are kept, and the first of each code even when it
    comes later."""

    errors: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)
    error_codes: Counter[str] = field(default_factory=Counter)
    warning_codes: Counter[str] = field(default_factory=Counter)

    @property
    def error_count(self) -> int:
        return self.error_codes.total()

    @property
    def warning_count(self) -> int:
        return self.warning_codes.total()

    def error(self, code: str, message: str, *place: int, times: int = 1) -> None:
        """place: as of a problem. times: how many faults this one stands for, where they are not
        named one by one."""
        _keep(self.errors, self.error_codes, Problem.of(code, message, *place), times)

    def warn(self, code: str, message: str, *place: int) -> None:
        _keep(self.warnings, self.warning_codes, Problem.of(code, message, *place))

    def raise_if_any(self) -> None:
        """Ends a reading: nothing is imported of a file with an error."""
        if self.errors:
            raise Unreadable(self)

    def lines(self, file: str) -> list[str]:
        """What is printed for people: the kept errors in the order of the file, and how many more
        there are."""
        sentence = [
            problem.at(file)
            for problem in sorted(self.errors, key=lambda problem: (problem.line, problem.column))
        ]
        more = self.error_count - len(self.errors)
        return (
            [*sentence, f"{file}:0:0: and {more:,} more errors, {self.error_count:,} in all"]
            if more
            else sentence
        )


class Unreadable(Refused):
    """A file with errors. Nothing of it is imported.

    file: which one, because an import may have several (a matrix, the names of its rows, the names
    of its columns).
    """

    def __init__(self, problems: Problems, file: str = "") -> None:
        self.problems = problems
        self.file = file
        first = problems.errors[0]
        super().__init__(
            f"{first.message} ({problems.error_count:,} errors)"
            if problems.error_count > 1
            else first.message
        )

    def lines(self) -> list[str]:
        return self.problems.lines(self.file)


@contextmanager
def naming(file: str) -> Iterator[None]:
    """Tells whoever catches an Unreadable from within which file it was."""
    try:
        yield
    except Unreadable as unreadable:
        unreadable.file = unreadable.file or file
        raise


def refuse(code: str, message: str, *place: int) -> NoReturn:
    """One error after which reading on would tell nothing."""
    problems = Problems()
    problems.error(code, message, *place)
    raise Unreadable(problems)


def excerpt(text: str) -> str:
    """Part of a file as it may be shown: quoted, everything that does not print escaped, at most 80
    characters."""
    quoted = ascii(text[:EXCERPT]) if not text[:EXCERPT].isprintable() else repr(text[:EXCERPT])
    return (
        quoted if len(quoted) <= EXCERPT and len(text) <= EXCERPT else quoted[: EXCERPT - 1] + "…"
    )


def _keep(kept: list[Problem], codes: Counter[str], problem: Problem, times: int = 1) -> None:
    is_first = not codes[problem.code]
    codes[problem.code] += times
    if len(kept) < KEPT or is_first:
        kept.append(problem)
