"""The pictures of agreement, without their data: dots with intervals, a line through time, bars."""

import altair as alt

from metrics.charts.shapes import apart
from metrics.charts.style import Style

PERCENT = "format(100 * datum.value, '.0f') + ' %'"
BOTH = f"[{PERCENT}, format(datum.value, '.2~f')]"
# The two lines of a label have this between them in the field that the axis reads.
PART = "\n"
LINES = f"split(datum.label, '{PART}')".replace("\n", "\\n")
SCALES = ["share", "beyond chance"]


def figure_dots(style: Style) -> alt.TopLevelMixin:
    """Each figure as a dot with its interval. Shares and coefficients have one axis, whose marks
    are named both ways."""
    value, low, high = map(_in_words, ("value", "interval_low", "interval_high"))
    words = (
        f"!isValid(datum.value) ? 'undefined' : !isValid(datum.interval_low) ? {value} :"
        f" {value} + ' [' + {low} + ', ' + {high} + ']'"
    )
    marks = ("circle", style.quantity), ("diamond", style.accent)
    base = _rows("figure", words).transform_filter("datum.scale !== 'grades'")
    lines = base.mark_rule(color=style.ink, strokeWidth=2).encode(
        x=_across("interval_low", BOTH), x2="interval_high:Q"
    )
    points = base.mark_point(size=90, opacity=1).encode(
        x="value:Q",
        **apart("scale", dict(zip(SCALES, marks, strict=True)), legend=alt.Legend(title=None)),
        tooltip=_tips("figure", "value", "interval_low", "interval_high", "n"),
    )
    return alt.layer(lines, points)


def dots(style: Style, key: str, title: str) -> alt.TopLevelMixin:
    """The share of each class, side by side, with the number of pairs below its name."""
    base = _columns(key, "format(datum.pairs, ',')", f"{title}, and pairs")
    lines = base.mark_rule(color=style.ink).encode(**_slice_ends())
    points = base.mark_point(size=90, opacity=1, color=style.quantity).encode(
        y=_up("agreement"), tooltip=_slice_tips(key)
    )
    return alt.layer(lines, points)


def over_time(style: Style, step: str) -> alt.TopLevelMixin:
    """A line through the days or weeks; the larger a dot, the more pairs."""
    time = alt.X(f"{step}:T", title=None, scale=alt.Scale(padding=12))
    base = alt.Chart().encode(x=time)
    lines = base.mark_rule(color=style.soft).encode(**_slice_ends())
    path = base.mark_line(color=style.quantity).encode(y=_up("agreement"))
    points = base.mark_point(opacity=1, color=style.quantity).encode(
        y=_up("agreement"),
        size=alt.Size("pairs:Q", title="Pairs", scale=alt.Scale(range=[30, 240], zero=True)),
        tooltip=_slice_tips(step),
    )
    return alt.layer(lines, path, points)


def forest(style: Style) -> alt.TopLevelMixin:
    """Raters below each other, in the order of the table, each with the number of comparisons."""
    base = _rows("rater", "format(datum.others_n, ',')", between=" · ")
    lines = base.mark_rule(color=style.ink).encode(
        x=_across("others_interval_low", PERCENT), x2="others_interval_high:Q"
    )
    less = "datum.note !== ''"
    points = base.mark_point(size=90, opacity=1).encode(
        x="others_agreement:Q",
        color=alt.condition(less, alt.value(style.accent), alt.value(style.quantity)),
        shape=alt.condition(less, alt.value("diamond"), alt.value("circle")),
        tooltip=_tips(
            "rater", "others_agreement", "others_interval_low", "others_interval_high", "others_n"
        ),
    )
    return alt.layer(lines, points)


def bars(style: Style, key: str, value: str) -> alt.TopLevelMixin:
    """Bars of a share with its interval, or of plain numbers; rows of none are left out."""
    counts = value == "pairs"
    axis = alt.Axis(labelExpr="format(datum.value, ',')" if counts else PERCENT, tickCount=4)
    share = "" if counts else "format(100 * datum.share, '.1f') + ' %, ' + "
    pairs = f"{share}format(datum.pairs, ',') + (datum.pairs === 1 ? ' pair' : ' pairs')"
    base = _rows(key, pairs).transform_filter("datum.pairs > 0")
    drawn = base.mark_bar(color=style.quantity, height=14).encode(
        x=alt.X(f"{value}:Q", title=None, axis=axis), tooltip=_tips(key, value, "pairs")
    )
    if counts:
        return alt.layer(drawn)
    ends = {"x": "interval_low:Q", "x2": "interval_high:Q"}
    return alt.layer(drawn, base.mark_rule(color=style.ink).encode(**ends))


def grade_bars(style: Style) -> alt.TopLevelMixin:
    """How often each grade was given, side by side, the lowest at the left."""
    base = _columns("value", "datum.word", title="Grade")
    up = alt.Axis(labelExpr=PERCENT, tickCount=5)
    drawn = base.mark_bar(color=style.quantity).encode(
        y=alt.Y("share:Q", title="Share of labels", axis=up),
        tooltip=_tips("word", "share", "share_interval_low", "share_interval_high", "labels"),
    )
    ends = {"y": "share_interval_low:Q", "y2": "share_interval_high:Q"}
    # On a bar, ink alone is hardly seen: the line has an edge of the picture's ground.
    edge = base.mark_rule(color=style.surface, strokeWidth=5).encode(**ends)
    line = base.mark_rule(color=style.ink, strokeWidth=2).encode(**ends)
    marks = [
        base.mark_tick(color=style.ink, orient="horizontal", size=12, thickness=2).encode(
            y=ends[end]
        )
        for end in ("y", "y2")
    ]
    return alt.layer(drawn, edge, line, *marks)


def _rows(key: str, words: str, between: str = PART) -> alt.Chart:
    """One below the other, as the table has them, each called by its name and some words."""
    axis = alt.Axis(labelExpr=LINES, labelLimit=260)
    return (
        alt.Chart()
        .transform_calculate(row=_labelled(key, words, between))
        .encode(y=alt.Y("row:N", sort=None, title=None, axis=axis))
    )


def _columns(key: str, words: str, title: str) -> alt.Chart:
    """The same side by side."""
    axis = alt.Axis(labelAngle=0, labelExpr=LINES)
    x = alt.X("row:O", sort=None, title=title, axis=axis)
    return alt.Chart().transform_calculate(row=_labelled(key, words)).encode(x=x)


def _slice_ends() -> dict[str, alt.Y | str]:
    return {"y": _up("agreement_interval_low"), "y2": "agreement_interval_high:Q"}


def _labelled(key: str, words: str, between: str = PART) -> str:
    return f"datum.{key} + '{between}' + ({words})".replace("\n", "\\n")


def _in_words(field: str) -> str:
    """An expression: a share in percent, any other figure by three digits."""
    return (
        f"(datum.scale === 'share' ? format(100 * datum.{field}, '.1f') + ' %'"
        f" : format(datum.{field}, '.3f'))"
    )


def _across(field: str, labels: str) -> alt.X:
    """An axis that ends with 1 at the right."""
    axis = alt.Axis(labelExpr=labels, tickCount=5)
    return alt.X(f"{field}:Q", title=None, axis=axis, scale=_to_one())


def _up(field: str) -> alt.Y:
    axis = alt.Axis(labelExpr=PERCENT, tickCount=5)
    return alt.Y(f"{field}:Q", title="Agreement", axis=axis, scale=_to_one())


def _to_one() -> alt.Scale:
    return alt.Scale(zero=False, nice=True, domainMax=1)


def _slice_tips(key: str) -> list[alt.Tooltip]:
    return _tips(key, "agreement", "agreement_interval_low", "agreement_interval_high", "pairs")


def _tips(name: str, *numbers: str) -> list[alt.Tooltip]:
    return [alt.Tooltip(f"{name}:N"), *(alt.Tooltip(f"{one}:Q") for one in numbers)]
