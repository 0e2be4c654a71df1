"""Scores, the cost of being sure of them, and what was looked at in the file."""

from collections.abc import Sequence

from metrics.studies.score import Score
from metrics.table import Table, cell_of, drawn_table, plain
from metrics.tables import evaluation, unjudged

WORDS = {"good": "fine", "warning": "look at this", "unchecked": "not looked at"}


def tables(found: Score) -> Sequence[Table]:
    cost = unjudged.tables(found.cost) if found.cost else ()
    return [*evaluation.tables(found.evaluation), *cost, *_checks(found)]


def _checks(found: Score) -> list[Table]:
    table = drawn_table(
        "checks",
        f"What was looked at in the file: {', '.join(found.evaluation.runs)}",
        found.checks,
        plain(check="Check"),
        cell_of(lambda one: WORDS[one.state], state="State"),
        plain(detail="Found"),
    )
    return [table] if found.checks else []
