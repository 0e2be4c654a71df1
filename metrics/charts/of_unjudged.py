"""What judging each run would cost, and how far its scores may move until then."""

from collections.abc import Sequence

import altair as alt

from metrics.charts.chart import Chart, Found
from metrics.charts.rows import drawn, highest
from metrics.charts.shapes import TWO_LINES, across, percent_axis, rows_high, rows_of, rows_of_two
from metrics.charts.style import Style
from metrics.table import Table
from metrics.words import hours, percent

QUARTERS = (0, 0.25, 0.5, 0.75, 1)


def _costs(found: Found, table: Table) -> Chart | None:
    rows = [row for row in found.get("rows", ()) if row["unjudged"]]
    if not rows:
        return None
    most = highest(rows, "unjudged")
    return Chart(
        title=(
            f"{most['run']} costs most to judge: {most['unjudged']:,} pairs, {hours(most['hours'])}"
        ),
        subtitle=(
            f"Pairs in the first {found['depth']} ranks without a verdict, at"
            f" {most['pace']:,.0f} labels an hour ({most['pace_from']}). What two runs share counts"
            " for both."
        ),
        table=table,
        picture=lambda style: _costs_picture(style, found["rows"]),
        height=rows_high(len(found["rows"])),
    )


def _costs_picture(style: Style, rows: Sequence[Found]) -> alt.TopLevelMixin:
    # Room for the words at the end of the longest bar.
    scale = alt.Scale(domain=[0, 1.9 * max(row["unjudged"] for row in rows)], nice=False)
    base = (
        rows_of(style, [row["run"] for row in rows])
        .transform_calculate(
            words="format(datum.unjudged, ',') + ' · ' + format(datum.hours, ',.1f') + ' h'"
        )
        .encode(
            x=alt.X(
                "unjudged:Q",
                scale=scale,
                axis=alt.Axis(title="pairs", format=",d", tickCount=5),
            )
        )
    )
    return alt.layer(
        base.mark_bar(stroke=style.edge, strokeWidth=1, height={"band": 0.62}),
        base.mark_text(align="left", dx=6).encode(text="words:N", color=alt.value(style.ink)),
    )


def _bounds(found: Found, table: Table) -> Chart | None:
    known = [
        (row["run"], one)
        for row in found.get("rows", ())
        for one in row["bounds"]
        if one["low"] is not None
    ]
    if not known:
        return None
    run, widest = max(known, key=lambda pair: pair[1]["high"] - pair[1]["low"])
    return Chart(
        title=(
            f"{widest['measure']} of {run} is only known to be from {percent(widest['low'])} to"
            f" {percent(widest['high'])} %"
        ),
        subtitle=(
            "With all unjudged pairs irrelevant, and with all of them relevant."
            f" n = {max(row['n'] for row in found['rows']):,} captions."
        ),
        table=table,
        picture=lambda style: _bounds_picture(style, [row["run"] for row in found["rows"]]),
        height=rows_high(sum(len(row["bounds"]) for row in found["rows"]), TWO_LINES),
    )


def _bounds_picture(style: Style, runs: Sequence[str]) -> alt.TopLevelMixin:
    base = rows_of_two(style, runs, "datum.measure")
    # Room for the words at both ends, on a phone too.
    x = across(alt.Scale(domain=[-0.2, 1.25], nice=False), percent_axis(values=QUARTERS))
    sides = (("low", -6, "right"), ("high", 6, "left"))
    return alt.layer(
        base.mark_rule(strokeWidth=6).encode(x=x("bounds_low:Q"), x2="bounds_high:Q"),
        *(
            base.mark_text(dx=dx, align=align).encode(  # type: ignore[arg-type]
                x=x(f"bounds_{end}:Q"),
                text=alt.Text(f"bounds_{end}:Q", format=".0%"),
                color=alt.value(style.ink),
            )
            for end, dx, align in sides
        ),
    )


charts = drawn(("unjudged", _costs), ("bounds", _bounds))
