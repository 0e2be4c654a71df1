"""Scores, the cost of being sure of them, and what was looked at in the file."""

from collections.abc import Sequence

from metrics.studies.score import Score
from metrics.table import Table, titled
from metrics.tables import evaluation, unjudged

WORDS = {"good": "fine", "warning": "look at this", "unchecked": "not looked at"}


def tables(found: Score) -> Sequence[Table]:
    cost = unjudged.tables(found.cost) if found.cost else ()
    return [*evaluation.tables(found.evaluation), *cost, *_checks(found)]


def _checks(found: Score) -> list[Table]:
    columns = titled(check="Check", state="State", detail="Found")
    rows = [(one.check, WORDS[one.state], one.detail) for one in found.checks]
    title = f"What was looked at in the file: {', '.join(found.evaluation.runs)}"
    return [Table("checks", title, columns, rows)] if rows else []
