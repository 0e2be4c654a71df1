"""A chart: a table, and a picture of it. The picture's data, the table that is shown behind it, its
CSV and its JSON are all made from the same cells, at full digits."""

import math
import textwrap
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

import altair as alt

from foundation.frozen import frozen
from foundation.words import is_english, translated, translated_word, unbroken
from measures.quantity import Quantity
from metrics.charts.language import in_words
from metrics.charts.style import Style, theme
from metrics.table import Cell, Corrected, Percent, Span, Table, Word

Picture = Callable[[Style], alt.TopLevelMixin]
# What a study came to, or a row of it, as JSON has it.
Found = Mapping[str, Any]

FULL_WIDTH = 680
LETTERS_ACROSS = 96
# As foundation/words.py writes them in languages but English.
NUMBERS = {
    "locale": {
        "number": {
            "decimal": ".",
            "thousands": "\u202f",
            "grouping": [3],
            "currency": ["", ""],
        }
    }
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """key: its name in addresses, unique on its page; the table's, if it has no other. title: what
    it says, found in the data. subtitle: what is shown, n, and the rule.

    picture: an Altair chart without data and configuration, whose fields are the table's column
    keys; of a cell with several numbers, see `fields_of`.
    """

    key: str = ""
    title: str
    subtitle: str
    table: Table
    picture: Picture
    height: int = 260

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", self.key or self.table.key)


def records(table: Table) -> list[dict[str, Any]]:
    """A table's rows as the picture reads them."""
    return [
        {
            name: value
            for column, cell in zip(table.columns, row, strict=True)
            for name, value in fields_of(column.key, cell)
        }
        for row in table.rows
    ]


def fields_of(key: str, cell: Cell) -> Sequence[tuple[str, Any]]:
    """A number, text or fraction under the column's own key; a Span as KEY_low and KEY_high; a
    Corrected as KEY_all, KEY_original and KEY_delta. What is undefined is None."""
    match cell:
        case Span():
            return ((f"{key}_low", _finite(cell.low)), (f"{key}_high", _finite(cell.high)))
        case Corrected():
            return (
                (f"{key}_all", _finite(cell.all)),
                (f"{key}_original", _finite(cell.original)),
                (f"{key}_delta", _finite(cell.delta)),
            )
        case Percent() | Quantity():
            return ((key, _finite(cell.value)),)
    return ((key, cell if isinstance(cell, str) else _finite(cell)),)


def _finite(value: float | None) -> float | int | None:
    if value is None or isinstance(value, int):
        return value
    number = float(value)
    return number if math.isfinite(number) else None


def specification(chart: Chart, style: Style, *, alone: bool = False) -> dict[str, Any]:
    """Vega-Lite, with its data. alone: as a file, which needs its title and a width of its own; a
    page has the title above the picture, and gives it the width of its place."""
    # Altair checks each part as it is made, at several times the cost of making it. What the checks
    # find depends on our code, not on the data: tests make every chart with them on.
    with alt.utils.schemapi.debug_mode(alone):
        picture = chart.picture(style)
        written = picture.to_dict(validate=alone)
    single = not {"facet", "hconcat", "vconcat", "concat", "repeat"} & written.keys()
    written.pop("config", None)
    written = _with_own_data(written, written.pop("datasets", {}))
    table, title, subtitle = chart.table, chart.title, chart.subtitle
    if not alone and not is_english():
        written = in_words(written, table)
        table, title, subtitle = _in_words(table), translated(title), translated(subtitle)
    written |= {
        "data": {"values": records(table)},
        "config": theme() | ({} if alone or is_english() else NUMBERS),
        "description": f"{title}. {subtitle}",
    }
    if single:
        written |= {
            "height": written.get("height", chart.height),
            "width": FULL_WIDTH if alone else "container",
            # Title, legend and axes come on top of the height: the marks have all of it.
            "autosize": {"type": "fit-x", "contains": "padding"},
        }
    if not alone:
        written["usermeta"] = {"room": _room(written)}
        written["config"]["font"] = f"Inter, {written['config']['font']}"  # as the page's words
    else:
        written["title"] = {
            "text": textwrap.wrap(unbroken(chart.title), LETTERS_ACROSS),
            "subtitle": textwrap.wrap(unbroken(chart.subtitle), LETTERS_ACROSS),
        }
        written["padding"] = 16
    return written


AXIS, LEGEND, PANEL = 46, 44, 20  # pixels that words below and above the marks take


def _room(written: Mapping[str, Any]) -> int:
    """About how high it becomes, in pixels: the page keeps so much free until it is drawn."""
    match written:
        case {"vconcat": parts}:
            return sum(_room(part) for part in parts)
        case {"hconcat": parts}:
            return max(_room(part) for part in parts)
        case {"spec": inner, "columns": columns, "facet": {"sort": panels}}:
            return math.ceil(len(panels) / columns) * _room(inner) + PANEL
        case {"spec": inner}:
            return _room(inner) + PANEL
    return int(written["height"]) + AXIS + (LEGEND if _has_legend(written) else 0)


def _has_legend(part: Any) -> bool:
    """Whether a colour or a shape stands for a field: it has a legend unless that is taken away."""
    if isinstance(part, list):
        return any(map(_has_legend, part))
    if not isinstance(part, dict):
        return False
    shown = (part.get(channel) for channel in ("color", "fill", "stroke", "shape"))
    if any(isinstance(one, dict) and "field" in one and one.get("legend", 1) for one in shown):
        return True
    inner = (value for name, value in part.items() if name not in ("data", "config"))
    return any(map(_has_legend, inner))


def _in_words(table: Table) -> Table:
    rows = [
        [translated_word(cell) if isinstance(cell, Word) else cell for cell in row]
        for row in table.rows
    ]
    return replace(table, rows=rows)


def _with_own_data(part: Any, datasets: Mapping[str, Any]) -> Any:
    """Altair gives each layer without data an empty set of its own, which would hide the table's,
    and moves a layer's own data away from it."""
    if isinstance(part, list):
        return [_with_own_data(inner, datasets) for inner in part]
    if not isinstance(part, dict):
        return part
    found = {name: _with_own_data(inner, datasets) for name, inner in part.items()}
    data = found.get("data")
    if isinstance(data, dict) and "name" in data:
        found.pop("data")
        if data["name"] != "empty" and data["name"] in datasets:
            found["data"] = {"values": datasets[data["name"]]}
    return found


# Pictures that are made once: Altair takes some 20 to 60 ms for one of several layers, and a
# report, which is frozen, has the same pictures every time it is read.
MOST = 1_000  # of some 5 KB each
_made: dict[tuple[Any, ...], dict[str, Any]] = {}
_lock = Lock()


def remembered(chart: Chart, of: str) -> Chart:
    """The same chart. of: what it follows from, such as the checksum of a frozen report: where that
    and the chart's key are the same, so is its picture."""
    return replace(chart, picture=_Remembered(chart.picture, (of, chart.key)))


@frozen
class _Remembered:
    picture: Picture
    key: tuple[str, str]

    def __call__(self, style: Style) -> Any:
        colours = tuple(sorted(style.places.items()))
        return _Written(self.picture, style, (*self.key, colours))


@frozen
class _Written:
    """What a chart is asked for: itself as a dictionary."""

    picture: Picture
    style: Style
    key: tuple[Any, ...]

    def to_dict(self, *, validate: bool = True) -> dict[str, Any]:
        if validate:
            return self.picture(self.style).to_dict(validate=True)
        found = _made.get(self.key)
        if found is None:
            found = self.picture(self.style).to_dict(validate=False)
            with _lock:
                while len(_made) >= MOST:
                    _made.pop(next(iter(_made)))  # the one that was made first
                _made[self.key] = found
        return deepcopy(found)
