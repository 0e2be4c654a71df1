"""The shapes that pictures are made of: rows of runs, ranges with dots, lines, cells, panels."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import altair as alt

from foundation.words import sentence
from metrics.charts.style import Style

ROW = 28  # pixels of a row with one line of words
TWO_LINES = 38
FRAME = 20
LINES = "split(datum.label, '\\n')"  # what an axis makes of a name of two lines
INTERVAL = sentence("95% interval")
# What is cut into panels names its data; that of the table takes the place.
NO_DATA = alt.NamedData(name="empty")
TICKS = [0, 1, 10, 100, 1_000, 10_000, 100_000]
Across = Callable[[str], alt.X]
DASHED: dict[str, Any] = {"strokeDash": [4, 4], "strokeWidth": 1}
SHARES = alt.Scale(domain=[0, 1], nice=False)
WORDS_FIT = 12  # runs, up to which a cell has room for its number


def rows_high(rows: int, row: int = ROW) -> int:
    return FRAME + row * rows


def percent_axis(values: Sequence[float] | None = None) -> alt.Axis:
    if values is None:
        return alt.Axis(format=".0%", title=None, tickCount=5)
    return alt.Axis(format=".0%", title=None, values=list(values))


def points_axis(title: str) -> alt.Axis:
    """Fractions read in points: they have no sign of percent."""
    return alt.Axis(title=title, tickCount=5, labelExpr="format(100 * datum.value, '+.3~g')")


def lines_axis() -> alt.Axis:
    """Names of two lines, which are hung up by the first."""
    return names_axis(labelExpr=LINES, labelOffset=-7)


def names_axis(**more: Any) -> alt.Axis:
    return alt.Axis(title=None, ticks=False, domain=False, **more)


def on_logarithm(field: str, title: str | None = None) -> alt.Y:
    """How often something was counted, on a scale that has a place for never."""
    axis = alt.Axis(values=TICKS, format=",d")
    return alt.Y(f"{field}:Q", title=title, scale=alt.Scale(type="symlog"), axis=axis)


def whole_numbers() -> alt.Axis:
    return alt.Axis(tickMinStep=1, format="d", tickCount=8)


def panels(field: str, titles: Mapping[str, str]) -> alt.Column:
    """One beside the other, in the order of their titles."""
    sentence = " : ".join(f"datum.value == '{key}' ? '{text}'" for key, text in titles.items())
    header = alt.Header(labelExpr=f"{sentence} : datum.value", title=None)
    return alt.Column(f"{field}:N", sort=list(titles), header=header)


def only(names: Sequence[str], field: str = "run") -> alt.FieldOneOfPredicate:
    return alt.FieldOneOfPredicate(field=field, oneOf=list(names))


def tips(form: str | None = None, /, **titles: str) -> list[alt.Tooltip]:
    """What a mark says when it is pointed at, by its fields: names, or with a format numbers."""
    kind, more = "N" if form is None else "Q", dict[str, Any](format=form) if form else {}
    return [alt.Tooltip(f"{field}:{kind}", title=title, **more) for field, title in titles.items()]


def legend() -> alt.Legend:
    return alt.Legend(title=None, columns=4)


def apart(
    field: str, marks: Mapping[str, tuple[str, str]], **words: Any
) -> dict[str, alt.Shape | alt.Color]:
    """What a field says, by shapes and colours. marks: both by what it may say."""
    shapes, colours = zip(*marks.values(), strict=True)
    return {
        channel.__name__.lower(): channel(
            f"{field}:N", scale=alt.Scale(domain=list(marks), range=list(of)), **words
        )
        for channel, of in ((alt.Shape, shapes), (alt.Color, colours))
    }


def rows_of(style: Style, names: Sequence[str], field: str = "run") -> alt.Chart:
    """A row for each name: a run in its colour, anything else in that of quantities."""
    colour = alt.Color(f"{field}:N", scale=style.of_models(names), legend=None)
    return alt.Chart().encode(
        y=alt.Y(f"{field}:N", sort=list(names), axis=names_axis(labelLimit=160)),
        color=colour if field == "run" else alt.value(style.quantity),
    )


def rows_of_two(style: Style, runs: Sequence[str], second: str, **more: str) -> alt.Chart:
    """A row for each run and something else, an expression, in the colour of the run. more: other
    fields that are calculated."""
    return (
        alt.Chart()
        .transform_calculate(who=f"datum.run + '\\n' + {second}" if second else "datum.run", **more)
        .encode(
            y=alt.Y("who:N", sort=None, axis=lines_axis()),
            color=alt.Color("run:N", scale=style.of_models(runs), legend=None),
        )
    )


def across(scale: alt.Scale, axis: alt.Axis) -> Across:
    return partial(alt.X, scale=scale, axis=axis)


def to_one() -> Across:
    """An axis of shares."""
    return across(alt.Scale(domain=[0, 1], nice=False), percent_axis())


def ranged(
    base: alt.Chart, low: str, high: str, x: Across, *, width: float = 6, opacity: float = 0.35
) -> alt.Chart:
    """A thick line from one field to another."""
    rule = base.mark_rule(strokeWidth=width, opacity=opacity)
    return rule.encode(x=x(f"{low}:Q"), x2=f"{high}:Q")


def interval(base: alt.Chart, x: Across, key: str = "interval") -> alt.Chart:
    return ranged(base, f"{key}_low", f"{key}_high", x)


def dot(style: Style, base: alt.Chart, field: str, x: Across, *of: list[alt.Tooltip]) -> alt.Chart:
    return base.mark_point(size=80, opacity=1, stroke=style.ink, strokeWidth=0.5).encode(
        x=x(f"{field}:Q"), tooltip=[one for several in of for one in several]
    )


def dotted(
    names: Sequence[str],
    of: str,
    shown: list[alt.Tooltip],
    beneath: Callable[[Style, alt.Chart, Across], Sequence[alt.Chart]],
    *,
    field: str = "run",
    second: str = "",
    along: Callable[[], Across] = to_one,
) -> Callable[[Style], alt.TopLevelMixin]:
    """A picture of a row for each name, with a dot and what is drawn beneath it. second: what
    stands below a run's name, an expression. along: the axis."""

    def picture(style: Style) -> alt.TopLevelMixin:
        base = rows_of_two(style, names, second) if second else rows_of(style, names, field)
        x = along()
        return alt.layer(*beneath(style, base, x), dot(style, base, of, x, shown))

    return picture


def two_marks(
    base: alt.Chart, x: Across, marks: Mapping[str, tuple[str, str, bool, int]], key: alt.Legend
) -> list[alt.Chart]:
    """Points of a row, told apart by their shapes. marks: by their fields, what each is, its shape,
    whether it is filled, and its size."""
    names, shapes = ([mark[part] for mark in marks.values()] for part in (0, 1))
    shape = alt.Shape("what:N", scale=alt.Scale(domain=names, range=shapes), legend=key)
    return [
        base.transform_calculate(what=f"'{name}'")
        .mark_point(size=size, filled=filled, opacity=1, strokeWidth=2)
        .encode(x=x(f"{field}:Q"), shape=shape)
        for field, (name, _, filled, size) in marks.items()
    ]


def coloured(style: Style, names: Sequence[str], field: str = "run") -> alt.Chart:
    scale = style.of_models(names)
    return alt.Chart().encode(
        color=alt.Color(f"{field}:N", scale=scale, sort=None, legend=legend())
    )


def shape_of(style: Style, names: Sequence[str], field: str = "run") -> alt.Shape:
    return alt.Shape(f"{field}:N", scale=style.shapes(names), sort=None, legend=legend())


def lined(
    style: Style,
    base: alt.Chart,
    names: Sequence[str],
    shown: Sequence[alt.Tooltip],
    *behind: alt.Chart,
    field: str = "run",
    **line: Any,
) -> alt.TopLevelMixin:
    """A thin line through the points of each name. behind: what is drawn before them."""
    points = base.mark_point(size=60, opacity=1).encode(
        shape=shape_of(style, names, field), tooltip=list(shown)
    )
    return alt.layer(*behind, base.mark_line(opacity=0.5, **line), points)


def diagonal(style: Style, scale: alt.Scale) -> alt.Chart:
    """The line on which what is said is what was found."""
    line = alt.Chart(alt.InlineData(values=[{"at": 0}, {"at": 1}])).mark_line(
        **DASHED, color=style.soft
    )
    return line.encode(x=alt.X("at:Q", scale=scale), y=alt.Y("at:Q", scale=scale))


def upright(base: alt.Chart, scale: alt.Scale) -> alt.Chart:
    """The interval of what is drawn upwards."""
    y = alt.Y("interval_low:Q", scale=scale)
    return base.mark_rule(strokeWidth=2, opacity=0.5).encode(y=y, y2="interval_high:Q")


def cells_high(rows: int) -> int:
    return rows_high(rows, 34 if rows <= WORDS_FIT else 20)


def heat(
    style: Style,
    base: alt.Chart,
    value: str,
    names: int,
    least: float = 0,
    shown_as: str = ".0%",
) -> alt.TopLevelMixin:
    """Cells of numbers up to 1, which are written where there is room. least: of what is."""
    cells = base.mark_rect(stroke=style.surface, strokeWidth=2).encode(
        color=alt.Color(
            f"{value}:Q",
            scale=alt.Scale(domain=[0, 1], range=list(style.ramp)),
            legend=alt.Legend(title=None, format=shown_as, gradientLength=140, tickCount=3),
        )
    )
    if names > WORDS_FIT:
        return alt.layer(cells)
    # The ground turns about half way: the words on it are the ground's contrary in either theme.
    ink = alt.condition(f"datum.{value} > 0.58", alt.value(style.surface), alt.value(style.ink))
    shown = base.transform_filter(f"datum.{value} >= {least}") if least else base
    words = shown.mark_text().encode(text=alt.Text(f"{value}:Q", format=shown_as), color=ink)
    return alt.layer(cells, words)


def paired(
    names: Sequence[str], value: str, shown_as: str = ".0%"
) -> Callable[[Style], alt.TopLevelMixin]:
    """A picture of a cell for every two names, which a row has as `a` and `b`."""

    def picture(style: Style) -> alt.TopLevelMixin:
        base = alt.Chart().encode(
            x=alt.X("a:N", sort=names[:-1], axis=names_axis(labelAngle=-30, labelLimit=120)),
            y=alt.Y("b:N", sort=names[1:], axis=names_axis(labelLimit=120)),
        )
        return heat(style, base, value, len(names), shown_as=shown_as)

    return picture
