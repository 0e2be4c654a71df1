"""Tables of the metrics, for templates."""

from typing import Any

from django import template

from metrics.measures.estimate import Estimate
from metrics.table import Cell, Table
from metrics.words import format_cell, is_number

register = template.Library()
register.filter("format_cell", format_cell)


@register.filter
def interval(estimate: Estimate) -> str:
    """The first of its intervals, or why it is not there."""
    first = next(iter(estimate.intervals.values()))
    if first.ends is None:
        return f"No interval: {first.reason}"
    low, high = (f"{end:.2f}" for end in first.ends)
    return f"{low} to {high} ({100 * first.level:g} %)"


@register.filter
def align(cell: Cell) -> str:
    """The class of a table's cell."""
    return "number" if is_number(cell) else ""


@register.filter
def setting(value: Any) -> str:
    """What was chosen, for people: a report's setting may be a number, a word, a list, yes or no,
    or none."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    if isinstance(value, int):
        return f"{value:,}"
    return "not recorded" if value is None else value or "none"


@register.filter
def columns(table: Table) -> list[tuple[str, str]]:
    """Each column's title, and its class: numbers stand to the right, with their title above
    them."""
    numeric = [
        bool(table.rows) and all(is_number(row[n]) for row in table.rows)
        for n in range(len(table.columns))
    ]
    return [
        (column.title, "number" if right else "")
        for column, right in zip(table.columns, numeric, strict=True)
    ]
