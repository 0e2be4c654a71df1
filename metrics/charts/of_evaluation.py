"""Table 1 as bars, one picture for each measure: A = B + C, with A's interval, and Judged@K of each
run beside its name."""

from collections.abc import Iterator, Sequence
from typing import Any

import altair as alt

from measures.dependence import FEW
from metrics.charts.chart import Chart, Found
from metrics.charts.language import spoken
from metrics.charts.rows import key_of, span, where
from metrics.charts.shapes import (
    INTERVAL,
    TWO_LINES,
    Across,
    across,
    percent_axis,
    rows_high,
    rows_of_two,
)
from metrics.charts.style import Style
from metrics.studies.headline import level_of, measure_named, measures_of, score_of
from metrics.table import Cell, Corrected, Percent, Table, cell_of, drawn_table, plain
from metrics.words import is_negligible, percent

ORIGINAL, COLLECTED = spoken("original positives"), spoken("collected by people")
SCORED = {"both": "score_all", "all": "score", "original": "score"}


def charts(found: Found, tables: Sequence[Table]) -> Iterator[Chart]:
    for measure in measures_of(found):
        known = measure_named(measure)
        of = where(found["rows"], measure=measure)
        rows = [row for row in of if score_of(row) is not None]
        if rows and not (known and known.kind.of_ranks):
            yield _chart(found, measure, sorted(rows, key=lambda row: -(score_of(row) or 0.0)))


def _chart(found: Found, measure: str, rows: Sequence[Found]) -> Chart:
    return Chart(
        title=_title(found, measure, rows),
        subtitle=_subtitle(found, measure, rows),
        table=_table(found, measure, rows),
        picture=lambda style: _picture(found, rows, style),
        height=rows_high(len(rows), TWO_LINES),
    )


def _table(found: Found, measure: str, rows: Sequence[Found]) -> Table:
    both = found["positives"]["rule"] == "both"
    shares = {one["run"]: one["share"] for one in found.get("judged") or ()}
    judged = (
        [cell_of(lambda row: Percent(shares.get(row["run"])), judged=_judged_name(found))]
        if shares
        else []
    )
    return drawn_table(
        key_of("scores", measure),
        f"{measure} of every run",
        rows,
        plain(run="Run"),
        cell_of(lambda row: _score(row, both=both), score=measure),
        cell_of(lambda row: span(row["interval"]), interval=INTERVAL),
        *judged,
        plain(n="n"),
    )


def _score(row: Found, *, both: bool) -> Cell:
    return Corrected(row["all"], row["original"]) if both else Percent(score_of(row))


def _judged_name(found: Found) -> str:
    return f"Judged@{found['judged'][0]['k']}"


def _title(found: Found, measure: str, rows: Sequence[Found]) -> str:
    level, best = level_of(found), _best(measure, rows)
    return f"From grade {level}: {best}" if level else best


def _best(measure: str, rows: Sequence[Found]) -> str:
    best, score = rows[0]["run"], percent(score_of(rows[0]))
    delta = rows[0]["delta"]
    if is_negligible(delta):
        return f"{best} has the highest {measure}: {score} %"
    way = spoken("above") if delta > 0 else spoken("below")
    return (
        f"{best} has the highest {measure}: {score} %, {percent(abs(delta))} points {way} its"
        " original score"
    )


def _subtitle(found: Found, measure: str, rows: Sequence[Found]) -> str:
    counts = sorted({row["n"] for row in rows})
    n = f"n = {counts[0]:,}" if len(counts) == 1 else f"n = {counts[0]:,} to {counts[-1]:,}"
    drawn = f"Line: {INTERVAL}." if found.get("level") else "No intervals were asked for."
    if any(row.get("few") for row in rows):
        drawn += f" It rests on fewer than {FEW} clusters, or on uneven ones."
    if found["positives"]["rule"] == "both":
        return (
            f"{measure} by original positives (B), and what collected ones add (C); A = B + C. {n}."
            f" {drawn}"
        )
    return f"{measure}. {n}. {drawn}"


def _picture(found: Found, rows: Sequence[Found], style: Style) -> alt.TopLevelMixin:
    field = SCORED[found["positives"]["rule"]]
    judged = found.get("judged")
    named = f"'{_judged_name(found)} ' + format(100 * datum.judged, '.1f') + ' %'" if judged else ""
    ends = f"max(datum.{field}, datum.interval_high)"
    base = rows_of_two(style, [row["run"] for row in rows], named, ends=ends)
    top = max(max(score_of(row) or 0.0, *(row["interval"] or [0.0])) for row in rows)
    x = across(alt.Scale(domain=[0, 1.35 * top or 1], nice=False), percent_axis())
    inked = base.encode(color=alt.value(style.ink))
    return alt.layer(
        *_bars(base, field, x, style),
        inked.mark_rule(strokeWidth=2).encode(x="interval_low:Q", x2="interval_high:Q"),
        *(
            inked.mark_tick(size=10, thickness=2).encode(x=f"interval_{end}:Q")
            for end in ("low", "high")
        ),
        inked.mark_text(align="left", dx=6).encode(
            x=x("ends:Q"), text=alt.Text(f"{field}:Q", format=".1%")
        ),
    )


def _bars(base: Any, field: str, x: Across, style: Style) -> Iterator[Any]:
    """The collected part has the run's colour, paler and with an edge. Where it takes away, it lies
    over the original one."""
    bar = {"height": {"band": 0.62}, "stroke": style.edge, "strokeWidth": 1}
    if field == "score":
        yield base.mark_bar(**bar).encode(x=x(f"{field}:Q"))
        return
    parts = alt.Scale(domain=[ORIGINAL, COLLECTED], range=[1, 0.35])
    legend = alt.Legend(title=None, symbolType="square", symbolFillColor=style.soft)
    for name, more in ((ORIGINAL, {}), (COLLECTED, {"x2": f"{field}:Q"})):
        yield (
            base.transform_calculate(part=f"'{name}'")
            .mark_bar(**bar)
            .encode(
                x=x("score_original:Q"),
                opacity=alt.Opacity("part:O", scale=parts, legend=legend),
                **more,
            )
        )
