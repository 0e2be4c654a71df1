"""Tables of the metrics, for templates."""

from typing import Any

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from foundation.words import (
    RANGE,
    grouped,
    is_english,
    translated,
    translated_sentence,
    translated_word,
)
from measures.estimate import Estimate
from metrics.table import Cell, Percent, Span, Table, Word
from metrics.words import format_cell, format_in, is_number, numeric, percent, points, sign

register = template.Library()
POINTS = " points"

register.filter("points", points)
register.filter("in_percent", percent)
register.filter("number", format_cell)


@register.filter(name="format_cell")
def shown_cell(cell: Cell) -> str:
    """Names stay as they are; a sentence or an interval is in the reader's language."""
    text = format_cell(cell)
    if isinstance(cell, Span):
        return text.replace(" to ", f" {pgettext('interval', 'to')} ")
    return translated_word(text) if isinstance(cell, Word) else translated_sentence(text)


@register.filter
def as_percent(share: float | None) -> str:
    """A fraction as tables show it: 12.5 %."""
    return format_cell(Percent(share))


@register.filter
def body(table: Table) -> SafeString:
    """The rows, each cell with the unit of its column. Written here and not in a template: a report
    has thousands of cells, and a template takes ten times as long for each. For the same reason the
    language is looked up once, and only texts are escaped: English numbers have nothing in them
    that HTML could take for its own."""
    english, lines = is_english(), []
    for row in table.rows:
        cells: list[str] = []
        for column, cell in zip(table.columns, row, strict=True):
            text = format_in(table, column, cell)
            if not english:
                text = escape(_in_words(cell, text))
            elif isinstance(cell, str):
                text = escape(text)
            side = ' class="number"' if is_number(cell) else ""
            cells.append(
                f"<td{side}>{text}</td>" if cells else f'<th scope="row"{side}>{text}</th>'
            )
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return mark_safe("\n".join(lines))  # noqa: S308  (every text is escaped above)


def _in_words(cell: Cell, text: str) -> str:
    """text: the cell in English, with its unit."""
    if isinstance(cell, Span):
        text = text.replace(" to ", f" {pgettext('interval', 'to')} ")
    if isinstance(cell, Word) or RANGE.fullmatch(text):
        return translated_word(text)
    return translated_sentence(text.removesuffix(POINTS)) + (
        f" {_('points')}" if text.endswith(POINTS) else ""
    )


@register.filter
def signed(value: float | None) -> str:
    """A difference of scores or ranks, as they are printed."""
    return "–" if value is None else f"{sign(value)}{format_cell(abs(value))}"


@register.filter
def interval(estimate: Estimate) -> str:
    """The first of its intervals, or why it is not there."""
    first = next(iter(estimate.intervals.values()))
    if first.ends is None:
        return _("No interval: %(reason)s") % {"reason": translated(first.reason)}
    low, high = (f"{end:.2f}" for end in first.ends)
    words = {"low": low, "high": high, "level": f"{100 * first.level:g}"}
    return _("%(low)s to %(high)s (%(level)s %%)") % words


@register.filter
def align(cell: Cell) -> str:
    """The class of a table's cell."""
    return "number" if is_number(cell) else ""


@register.filter
def setting(value: Any) -> str:
    """What was chosen, for people: a report's setting may be a number, a word, a list, yes or no,
    or none."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(map(str, value)) or _("none")
    if isinstance(value, int):
        return grouped(value)
    return _("not recorded") if value is None else value or _("none")


@register.filter
def columns(table: Table) -> list[tuple[str, str]]:
    """Each column's title, and its class: numbers stand to the right, with their title above
    them."""
    return [
        (column.title, "number" if right else "")
        for column, right in zip(table.columns, numeric(table), strict=True)
    ]
