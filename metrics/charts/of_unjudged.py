"""What judging each run would cost, and how far its scores may move until then."""

from collections.abc import Iterator, Mapping, Sequence

import altair as alt

from metrics.charts.by_measure import TWO_LINES, percent_axis, rows_high
from metrics.charts.chart import Chart, Found
from metrics.charts.shapes import across, rows_of, rows_of_two
from metrics.charts.style import Style
from metrics.table import Table
from metrics.words import hours, percent

QUARTERS = (0, 0.25, 0.5, 0.75, 1)


def charts(found: Found, tables: Sequence[Table]) -> list[Chart]:
    """found: of several runs. The pictures are of the very tables of the report."""
    by_key = {table.key: table for table in tables}
    return [*_costs(found, by_key), *_bounds(found, by_key)]


def _costs(found: Found, tables: Mapping[str, Table]) -> Iterator[Chart]:
    rows = [row for row in found.get("rows", ()) if row["unjudged"]]
    if rows and "unjudged" in tables:
        most = max(rows, key=lambda row: row["unjudged"])
        yield Chart(
            key="unjudged",
            title=(
                f"{most['run']} costs most to judge: {most['unjudged']:,} pairs,"
                f" {hours(most['hours'])}"
            ),
            subtitle=(
                f"Pairs in the first {found['depth']} ranks without a verdict, at"
                f" {most['pace']:,.0f} labels an hour ({most['pace_from']}). What two runs share"
                " counts for both."
            ),
            table=tables["unjudged"],
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


def _bounds(found: Found, tables: Mapping[str, Table]) -> Iterator[Chart]:
    known = [
        (row["run"], one)
        for row in found.get("rows", ())
        for one in row["bounds"]
        if one["low"] is not None
    ]
    if known and "bounds" in tables:
        run, widest = max(known, key=lambda pair: pair[1]["high"] - pair[1]["low"])
        yield Chart(
            key="bounds",
            title=(
                f"{widest['measure']} of {run} is only known to be from {percent(widest['low'])} to"
                f" {percent(widest['high'])} %"
            ),
            subtitle=(
                "With all unjudged pairs irrelevant, and with all of them relevant."
                f" n = {max(row['n'] for row in found['rows']):,} captions."
            ),
            table=tables["bounds"],
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
