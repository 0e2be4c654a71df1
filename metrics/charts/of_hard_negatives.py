"""What runs rank high and no caption claims: the share that people found relevant, and the proxies
of it (Falcon et al., 2024, Figure 5)."""

from collections.abc import Sequence

import altair as alt

from metrics.charts.chart import Chart, Found
from metrics.charts.rows import defined, drawn, few_of, highest
from metrics.charts.shapes import (
    INTERVAL,
    coloured,
    dot,
    only,
    percent_axis,
    ranged,
    rows_high,
    rows_of,
    shape_of,
    tips,
    to_one,
)
from metrics.charts.style import Style
from metrics.table import Table
from metrics.words import percent

HALF = 0.5  # what the proxy has of a pair that shares either its actions or its things


def _people(found: Found, table: Table) -> Chart | None:
    rows = [row for row in found["rows"] if row["n"]]
    if not rows:
        return None
    runs = [row["run"] for row in found["rows"]]
    return Chart(
        title=_title(found, rows),
        subtitle=(
            f"The first {found['depth']} videos for each caption that no caption claims, of"
            f" {max(row['captions'] for row in rows):,} captions. Dot: of the judged ones, the"
            f" share found relevant, with its {INTERVAL}; pale: of all, whatever the unjudged ones"
            f" are; diamond: the share with {found['proxy']} at {HALF:g} or above."
        ),
        table=table,
        picture=lambda style: _people_picture(style, runs),
        height=rows_high(len(runs)),
    )


def _title(found: Found, rows: Sequence[Found]) -> str:
    judged = defined(rows, "people")
    if judged:
        most = highest(judged, "people")
        half = _half(most)
        beside = "" if half is None else f"; {found['proxy']} has {HALF:g} or more for {half} %"
        return (
            f"Of the hard negatives of {most['run']} that were judged, people found"
            f" {percent(most['people'])} % relevant{beside}"
        )
    most = max(rows, key=lambda row: _of_half(row) or 0)
    return (
        f"{found['proxy']} has {HALF:g} or more for {_half(most)} % of the hard negatives of"
        f" {most['run']}; none was judged"
    )


def _of_half(row: Found) -> float | None:
    return next((one["share"] for one in row["by_proxy"] if one["threshold"] == HALF), None)


def _half(row: Found) -> str | None:
    share = _of_half(row)
    return None if share is None else percent(share)


def _people_picture(style: Style, runs: Sequence[str]) -> alt.TopLevelMixin:
    base, x = rows_of(style, runs), to_one()
    shown = (
        tips(run="Run"),
        tips(".1%", people="Relevant, of judged"),
        tips(",", judged="Judged", unjudged="Unjudged"),
    )
    return alt.layer(
        ranged(base, "bounds_low", "bounds_high", x, width=12, opacity=0.2),
        base.mark_rule(strokeWidth=3).encode(
            x=x("people_interval_low:Q"), x2="people_interval_high:Q"
        ),
        base.mark_point(
            shape="diamond", filled=False, opacity=1, size=110, strokeWidth=2, color=style.ink
        ).encode(x=x("at_50:Q"), color=alt.value(style.ink)),
        dot(style, base, "people", x, *shown),
    )


def _levels(found: Found, table: Table) -> Chart | None:
    rows = [row for row in found["rows"] if row["n"]]
    if not rows:
        return None
    runs, few = few_of([row["run"] for row in rows])
    most = max(rows, key=lambda row: row["above_zero"] or 0)
    return Chart(
        title=(
            f"{percent(most['above_zero'])} % of the hard negatives of {most['run']} have some"
            f" relevance by {found['proxy']}"
        ),
        subtitle=(
            f"How the hard negatives of each run are spread over {found['proxy']}, in tenths; n ="
            f" {max(row['n'] for row in rows):,} pairs or fewer for each run (Falcon et al., 2024,"
            f" Figure 5).{few}"
        ),
        table=table,
        picture=lambda style: _levels_picture(style, runs),
    )


def _levels_picture(style: Style, runs: Sequence[str]) -> alt.TopLevelMixin:
    base = (
        coloured(style, runs)
        .transform_filter(only(runs))
        .encode(
            x=alt.X("level:O", sort=None, title="Proxy", axis=alt.Axis(labelAngle=-45)),
            y=alt.Y("share:Q", title=None, axis=percent_axis()),
        )
    )
    return alt.layer(
        base.mark_line(opacity=0.5),
        base.mark_point(size=60, opacity=1).encode(
            shape=shape_of(style, runs),
            tooltip=[
                *tips(run="Run", level="Proxy"),
                *tips(".1%", share="Share"),
                *tips(",", n="n"),
            ],
        ),
    )


charts = drawn(("hard_negatives", _people), ("negatives_by_proxy", _levels))
