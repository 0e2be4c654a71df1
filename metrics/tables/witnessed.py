"""Estimates with witnesses: two lines for each figure, people alone first."""

from collections.abc import Sequence

from measures.estimate import Estimate
from measures.quantity import Quantity
from metrics.studies.witnessed import Witnessed, WitnessedRow
from metrics.table import (
    Cell,
    Column,
    Percent,
    Table,
    Word,
    absent_intervals,
    by_reason,
    interval_cells,
    valued,
)

COLUMNS = (
    Column("run", "Run"),
    Column("measure", "Measure"),
    Column("by", "By"),
    Column("estimate", "Estimate"),
    Column("interval", "95 %"),
    Column("labelled", "Labelled"),
    Column("population", "Of"),
    Column("worth", "Worth"),
    Column("worth_interval", "95 % of worth"),
)
PEOPLE = Word("People alone")
NO_SAVING = Word("no saving shown")


def tables(found: Witnessed) -> Sequence[Table]:
    names = " and ".join(found.witnesses)
    lines = [line for row in found.rows for line in _two_lines(row, f"With {names}")]
    people = {f"{row.figure}, {PEOPLE.lower()}": row.people for row in found.rows}
    witness = {f"{row.figure}, with {names}": row.witness for row in found.rows}
    worth = {row.figure: row.worth for row in found.rows if row.witness.value is not None}
    reasons = by_reason({row.figure: row.witness.reason for row in found.rows})
    notes = [
        *found.notes,
        *(f"{'; '.join(rows)}: {reason}." for reason, rows in reasons.items()),
        *absent_intervals(valued(people | witness)),
        *absent_intervals(worth, called="worth"),
    ]
    title = f"{found.benchmark}, corrected with {names}"
    return [Table("witnessed", title, COLUMNS, lines, notes)]


def _two_lines(row: WitnessedRow, with_them: str) -> list[list[Cell]]:
    """The second line says how many labels it is worth, where a saving is shown."""
    as_if = None
    if row.labels_as_if is not None:
        as_if = f"as if {round(row.labels_as_if):,}" if row.shows_saving else NO_SAVING
    worth = Quantity(row.worth.value, row.worth.reason)
    ends = interval_cells(row.worth, ["interval"], percent=False)
    none = interval_cells(Estimate(None), ["interval"], percent=False)
    # Of a figure that nothing was drawn for there is no unit to count.
    sampled, population = (row.sampled, row.population) if row.unit else (None, None)
    people = [*_number(row.people), sampled, population, None, *none]
    witness = [*_number(row.witness), as_if, population, worth, *ends]
    return [[row.run, row.measure, PEOPLE, *people], [row.run, row.measure, with_them, *witness]]


def _number(one: Estimate) -> list[Cell]:
    return [Percent(one.value), *interval_cells(one, ["interval"])]
