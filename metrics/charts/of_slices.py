"""Charts of scores by groups of captions: one for each thing that they are grouped by."""

from collections.abc import Sequence

import altair as alt

from metrics.charts.chart import Chart, Found
from metrics.charts.rows import defined, drawn, each, few_of, highest, lowest, names, where
from metrics.charts.shapes import NO_DATA, coloured, only, shape_of, tips
from metrics.charts.style import Style
from metrics.table import Table
from metrics.words import percent


def _chart(found: Found, table: Table) -> Chart | None:
    by = table.key.removeprefix("slices_")
    rows = defined(where(found["rows"], by=by), "all")
    if not rows:
        return None
    runs, few = few_of(_best_first(rows))
    groups = names(table, "group")
    captions = {row["group"]: row["n"] for row in rows}
    shown = [f"{number:,}" for number in captions.values()]
    return Chart(
        title=_said(rows),
        subtitle=(
            "Filled: with original and collected positives, and its 95 % interval by source video;"
            " hollow: with the original ones alone. Dashed intervals are of as much as fewer than"
            f" {found['few']} clusters. From the first group to the last, n ="
            f" {', '.join(shown)} captions.{few}"
        ),
        table=table,
        picture=lambda style: _dots(style, runs, groups, names(table, "measure")),
    )


def _said(rows: Sequence[Found]) -> str:
    """Where the score of the best run under the first measure is highest and lowest. That one group
    differs from another is not claimed where their intervals meet."""
    measure, best = rows[0]["measure"], _best_first(rows)[0]
    every = where(rows, measure=measure, run=best)
    own = [row for row in every if not row["few"]] or every  # a title is no place for chance
    high, low = highest(own, "all"), lowest(own, "all")
    if high["all"] == low["all"]:
        whose = f"captions with {high['group']}" if len(own) == 1 else "all groups of captions"
        return f"{measure} of {best} is {percent(high['all'])} % for {whose}"
    if not _apart(low, high):
        return (
            f"{measure} of {best} lies between {percent(low['all'])} % and {percent(high['all'])} %"
            " by group; no group stands apart"
        )
    return (
        f"{measure} of {best} is {percent(high['all'])} % for captions with {high['group']},"
        f" {percent(low['all'])} % for those with {low['group']}"
    )


def _apart(low: Found, high: Found) -> bool:
    """Whether their intervals do not meet; where one of them has none, nothing shows it."""
    ends, others = low.get("interval"), high.get("interval")
    return bool(ends and others and ends[1] < others[0])


def _best_first(rows: Sequence[Found]) -> list[str]:
    """The runs, by the first measure in the largest group."""
    of = where(rows, measure=rows[0]["measure"])
    largest = highest(of, "n")["group"]
    best = sorted(where(of, group=largest), key=lambda row: -row["all"])
    return each([*best, *of], "run")


def _dots(
    style: Style, runs: Sequence[str], groups: Sequence[str], measures: Sequence[str]
) -> alt.TopLevelMixin:
    row = max(9, 26 - 3 * len(runs))  # high
    base = _base(style, runs, groups)
    shape = shape_of(style, runs)
    score = alt.X("here:Q", title="Score", axis=alt.Axis(format=".0%"))
    dashed = alt.condition("datum.few != ''", alt.value([3, 3]), alt.value([1, 0]))
    intervals = base.mark_rule(strokeWidth=2)
    hollow = base.mark_point(filled=False, opacity=1, size=45, strokeWidth=1.5)
    filled = base.mark_point(size=60, opacity=1, stroke=style.ink, strokeWidth=0.5)
    return (
        alt.layer(
            intervals.encode(x=alt.X("interval_low:Q"), x2="interval_high:Q", strokeDash=dashed),
            hollow.encode(x=alt.X("score_original:Q"), shape=shape),
            filled.encode(x=score, shape=shape),
        )
        .properties(width=240, height=len(groups) * (len(runs) * row + 10))
        .facet(
            facet=alt.Facet("measure:N", sort=list(measures), header=alt.Header(title=None)),
            columns=2,
            data=NO_DATA,
        )
    )


def _base(style: Style, runs: Sequence[str], groups: Sequence[str]) -> alt.Chart:
    return (
        coloured(style, runs)
        .transform_filter(only(runs))
        # A measure that knows no positives has one score.
        .transform_calculate(
            here="isValid(datum.score_all) ? datum.score_all : datum.score",
            between=_if_known("interval_low", "interval_high"),
            before=_if_known("score_original"),
        )
        .encode(
            y=alt.Y("group:N", sort=list(groups), title=None),
            yOffset=alt.YOffset("run:N", sort=list(runs)),
            tooltip=[
                *tips(group="Captions with", run="Run"),
                *tips(".1%", here="Score"),
                *tips(between="95 %", before="By original"),
                *tips(",", n="n", clusters="Clusters"),
            ],
        )
    )


def _if_known(*fields: str) -> str:
    """Text made from the fields: a number that is not there would be written as NaN."""
    shown = " + ' to ' + ".join(f"format(datum.{field}, '.1%')" for field in fields)
    return f"isValid(datum.{fields[0]}) ? {shown} : '–'"


def charts(found: Found, tables: Sequence[Table]) -> list[Chart]:
    return drawn(*((f"slices_{by}", _chart) for by in found["by"]))(found, tables)
