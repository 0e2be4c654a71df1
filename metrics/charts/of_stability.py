"""The order of the runs: each run's rank by original positives beside its rank by all of them, and
in which share of the resamples it has each rank."""

from collections.abc import Iterator, Sequence
from operator import itemgetter

import altair as alt

from metrics.charts.chart import Chart, Found
from metrics.charts.language import spoken
from metrics.charts.rows import defined, key_of, measures_in, span, where
from metrics.charts.shapes import (
    INTERVAL,
    across,
    cells_high,
    heat,
    interval,
    names_axis,
    rows_high,
    rows_of,
    two_marks,
)
from metrics.charts.style import Style
from metrics.table import Percent, Table, cell_of, drawn_table, plain, titled
from metrics.words import percent


def charts(found: Found, tables: Sequence[Table]) -> Iterator[Chart]:
    for measure in measures_in(found["ranks"]):
        rows = defined(defined(where(found["ranks"], measure=measure), "all"), "original")
        orders = where(found["rows"], measure=measure)
        if rows:
            in_order = sorted(rows, key=itemgetter("all", "original"))
            yield _chart(found, measure, in_order, orders[0]["tau_b"] if orders else None)
            if all(row["distribution"] for row in in_order):
                yield _distribution(found, measure, in_order)


def _chart(found: Found, measure: str, rows: Sequence[Found], tau: float | None) -> Chart:
    table = drawn_table(
        key_of("order", measure),
        f"Order of the runs by {measure}",
        rows,
        plain(run="Run", original="Rank by original positives", all="Rank by all positives"),
        cell_of(lambda row: span(row["interval"], percent=False), interval=INTERVAL),
    )
    agreeing = "" if tau is None else f" Kendall's tau-b of the two orders: {tau:.2f}."
    return Chart(
        title=_title(measure, rows),
        subtitle=(
            f"Rank of {len(rows)} runs by {measure}, 1 is best; the line is the {INTERVAL} of the"
            f" rank by all positives.{agreeing}"
        ),
        table=table,
        picture=lambda style: _picture(style, [row["run"] for row in rows]),
        height=rows_high(len(rows)),
    )


def _distribution(found: Found, measure: str, rows: Sequence[Found]) -> Chart:
    title = f"How sure the ranks by {measure} are"
    columns = titled(run="Run", rank="Rank", share="Resamples")
    cells = [
        [row["run"], rank, Percent(share)]
        for row in rows
        for rank, share in enumerate(row["distribution"], start=1)
    ]
    return Chart(
        title=_sureness(measure, rows),
        subtitle=(
            f"The share of {found['resamples']:,} resamples in which a run has each rank by"
            f" {measure}, with all positives; 1 is best."
        ),
        table=Table(key_of("ranks", measure), title, columns, cells),
        picture=lambda style: _heat(style, [row["run"] for row in rows]),
        height=cells_high(len(rows)),
    )


def _sureness(measure: str, rows: Sequence[Found]) -> str:
    best = max(rows, key=lambda row: float(row["distribution"][0]))
    share = percent(best["distribution"][0])
    if best["distribution"][0] == 1:
        return f"By {measure}, {best['run']} is first in every resample"
    return f"By {measure}, {best['run']} is first in {share} % of the resamples"


def _heat(style: Style, runs: Sequence[str]) -> alt.TopLevelMixin:
    base = alt.Chart().encode(
        x=alt.X("rank:O", axis=alt.Axis(title="rank", labelAngle=0, ticks=False, domain=False)),
        y=alt.Y("run:N", sort=list(runs), axis=names_axis(labelLimit=160)),
    )
    return heat(style, base, "share", len(runs), least=0.005)


def _title(measure: str, rows: Sequence[Found]) -> str:
    moved = [row for row in rows if row["all"] != row["original"]]
    if not moved:
        return f"By {measure}, collected positives do not change the order of the runs"
    most = max(moved, key=lambda row: abs(row["all"] - row["original"]))
    way = spoken("rises") if most["all"] < most["original"] else spoken("falls")
    return (
        f"By {measure}, {len(moved)} of {len(rows)} runs change places: {most['run']} {way} from"
        f" {most['original']} to {most['all']}"
    )


def _picture(style: Style, runs: Sequence[str]) -> alt.TopLevelMixin:
    places = [place for place in range(1, len(runs) + 1) if place % (1 + len(runs) // 12) == 0]
    base = rows_of(style, runs)
    x = across(
        alt.Scale(domain=[0.5, len(runs) + 0.5], nice=False, zero=False),
        alt.Axis(title="rank", values=places, format="d"),
    )
    marks = {
        "original": (spoken("by original positives"), "diamond", False, 150),
        "all": (spoken("by all positives"), "circle", True, 80),
    }
    return alt.layer(
        interval(base, x),
        base.mark_rule(strokeWidth=1).encode(x="original:Q", x2="all:Q"),
        *two_marks(base, x, marks, alt.Legend(title=None)),
    )
