"""What charts of several panels share."""

from collections.abc import Mapping, Sequence

import altair as alt

from metrics.charts.chart import Chart, Found
from metrics.charts.style import MODELS
from metrics.table import Table

# What is cut into panels names its data; that of the table takes the place.
NO_DATA = alt.NamedData(name="empty")
TICKS = [0, 1, 10, 100, 1_000, 10_000, 100_000]


def found_table(tables: Sequence[Table], key: str) -> Table | None:
    """None where the study did not make it, or it has no row to draw."""
    return next((table for table in tables if table.key == key and table.rows), None)


def some(charts: Sequence[Chart | None]) -> list[Chart]:
    return [chart for chart in charts if chart is not None]


def on_logarithm(field: str, title: str | None = None) -> alt.Y:
    """How often something was counted, on a scale that has a place for never."""
    axis = alt.Axis(values=TICKS, format=",d")
    return alt.Y(f"{field}:Q", title=title, scale=alt.Scale(type="symlog"), axis=axis)


def whole_numbers() -> alt.Axis:
    return alt.Axis(tickMinStep=1, format="d", tickCount=8)


def panels(field: str, titles: Mapping[str, str]) -> alt.Column:
    """One beside the other, in the order of their titles."""
    said = " : ".join(f"datum.value == '{key}' ? '{text}'" for key, text in titles.items())
    header = alt.Header(labelExpr=f"{said} : datum.value", title=None)
    return alt.Column(f"{field}:N", sort=list(titles), header=header)


def names(table: Table, key: str) -> list[str]:
    """The texts of a column, in the order of the rows."""
    place = [column.key for column in table.columns].index(key)
    return list(dict.fromkeys(str(row[place]) for row in table.rows))


def few_of(runs: Sequence[str]) -> tuple[Sequence[str], str]:
    """The first runs, as many as have a colour and a shape of their own, and what to note of it."""
    if len(runs) <= MODELS:
        return runs, ""
    return runs[:MODELS], f" Drawn are {MODELS} of {len(runs)} runs; the table has all."


def only(names: Sequence[str], field: str = "run") -> alt.FieldOneOfPredicate:
    return alt.FieldOneOfPredicate(field=field, oneOf=list(names))


def n_by_direction(rows: Sequence[Found]) -> str:
    """A run ranks for captions or for videos, and there are not as many of either."""
    most = {
        way: max((row["n"] for row in rows if row["direction"] == way), default=0)
        for way in ("t2v", "v2t")
    }
    captions, videos = f"{most['t2v']:,}", f"{most['v2t']:,}"
    if most["t2v"] and most["v2t"]:
        return f"n = {captions} captions, {videos} videos."
    if most["v2t"]:
        return f"n = {videos} videos."
    return f"n = {captions} captions."


def share(value: float) -> str:
    """Text in per cent, for a sentence: whole above ten."""
    return f"{100 * value:.0f} %" if value >= 0.1 or value == 0 else f"{100 * value:.1f} %"
