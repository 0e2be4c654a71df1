"""The doctor's pictures: which differences of runs could be seen, and how near captions are to
those of other videos."""

from collections.abc import Callable
from functools import partial
from typing import Any

import altair as alt

from metrics.charts.chart import Chart, Found
from metrics.charts.rows import drawn
from metrics.charts.shapes import apart
from metrics.charts.style import Style
from metrics.table import Table
from metrics.words import percent

ROW, HEAD = 26, 60
POINTS = alt.Axis(
    format=".1%", title="Difference, and the smallest that could have been seen (bar)"
)


def _differences(found: Found, table: Table) -> Chart:
    shown = [row[4] for row in table.rows]
    seen = any(one["detectable"] is not None for one in found["detectable"]["pairs"])
    unlike, several = shown.count("no"), len(shown)
    title = (
        f"All {several} pairs of runs can be told apart by C@1"
        if not unlike
        else f"{unlike} of {several} pairs of runs cannot be told apart by C@1"
    )
    if several == 1:
        title = (
            f"{table.rows[0][0]}: the two cannot be told apart by C@1"
            if unlike
            else f"{table.rows[0][0]}: the two can be told apart by C@1"
        )
    return Chart(
        title=title,
        subtitle=(
            "Difference in C@1 by original positives (dot) with its 95 % interval (line), beside"
            " the smallest difference that this test finds four times of five (bar);"
            f" {found['captions']:,} captions of {found['videos']:,} videos."
        ),
        table=table,
        picture=partial(_draw_differences, seen=seen),
        height=HEAD + ROW * several,
    )


def _draw_differences(style: Style, *, seen: bool) -> alt.TopLevelMixin:
    """seen: whether any of the tests could have seen a difference; without, there are no bars."""
    rows = alt.Chart().encode(y=alt.Y("pair:N", sort=None, title=None))
    marks = {
        "yes": ("circle", style.good),
        "no": ("cross", style.warn),
        "–": ("diamond", style.idle),
    }
    bars = rows.mark_bar(color=style.line, height=12).encode(x=alt.X("detectable:Q", axis=POINTS))
    return alt.layer(
        *([bars] if seen else []),
        rows.mark_rule().encode(x=alt.X("interval_low:Q", axis=POINTS), x2="interval_high:Q"),
        rows.mark_point(size=90).encode(
            x=alt.X("difference:Q", axis=POINTS), **apart("told", marks, title="Told apart")
        ),
    )


def _nearest(found: Found, table: Table) -> Chart:
    fits = found["ambiguous_captions"]
    nearer = fits["nearer_elsewhere_share"]
    title = (
        f"{percent(fits['share'])} % of the captions say nothing that is not said of another video"
        if nearer is None
        else f"{percent(nearer)} % of the captions are as near to another video's as to their own"
    )
    return Chart(
        title=title,
        subtitle=(
            "Captions by the similarity of the nearest other text (1: the same words);"
            f" {found['captions']:,} captions of {found['videos']:,} videos."
        ),
        table=table,
        picture=_draw_nearest,
    )


def _draw_nearest(style: Style) -> alt.TopLevelMixin:
    # One key of all three: without the same title, or switched off for one, there would be none.
    def whose(channel: Callable[..., Any], *of: Any) -> Any:
        words: dict[str, Any] = {"range": of} if of else {}
        scale = alt.Scale(domain=["other videos", "its own video"], **words)
        return channel("whose:N", title="Among captions of", scale=scale)

    return (
        alt.Chart()
        .mark_line(point=alt.OverlayMarkDef(size=50))
        .encode(
            x=alt.X("low:Q", title="Similarity of the nearest caption, from"),
            y=alt.Y("captions:Q", title="Captions"),
            color=whose(alt.Color, style.accent, style.idle),
            shape=whose(alt.Shape),
            strokeDash=whose(alt.StrokeDash, [1, 0], [5, 3]),
        )
    )


charts = drawn(("differences", _differences), ("nearest", _nearest))
