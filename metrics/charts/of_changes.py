"""Two reports: each run's mean before and after, and how many captions changed either way."""

from collections.abc import Mapping, Sequence

import altair as alt

from metrics.charts.chart import Chart
from metrics.charts.language import spoken
from metrics.charts.rows import key_of
from metrics.charts.shapes import across, apart, names_axis, percent_axis, rows_high
from metrics.charts.style import Style
from metrics.studies.changes import RunChange
from metrics.table import Of, drawn_table, percents, plain
from metrics.words import NEGLIGIBLE, is_negligible, percent

# With all positives where there are such, as the other kind changes with settings alone.
RULES = ("all", "original")


def charts(changed: Sequence[RunChange]) -> list[Chart]:
    """One for each measure under which some run changed."""
    by_measure: dict[str, list[RunChange]] = {}
    for one in changed:
        by_measure.setdefault(one.of.measure, []).append(one)
    return [_chart(measure, _of_one_rule(rows)) for measure, rows in by_measure.items()]


def _of_one_rule(rows: Sequence[RunChange]) -> list[RunChange]:
    by_rule: Mapping[str, list[RunChange]] = {
        rule: [one for one in rows if one.of.positives == rule] for rule in RULES
    }
    shown = next((of for of in by_rule.values() if of), list(rows))
    return sorted(shown, key=lambda one: -abs(one.delta))


def _chart(measure: str, rows: Sequence[RunChange]) -> Chart:
    table = drawn_table(
        key_of("changes", measure),
        f"What changed in {measure}",
        rows,
        plain(run=Of("of.run", "Run"), positives=Of("of.positives", "Positives")),
        percents(before="Before", after="After", delta="Change"),
        plain(better="Captions better", worse="Captions worse", n="n"),
    )
    return Chart(
        title=_title(measure, rows[0]),
        subtitle=(
            f"Mean {measure} before and after, over the captions that have a value: n ="
            f" {rows[0].n:,}. Runs that do not change are not shown."
        ),
        table=table,
        picture=lambda style: _picture(style, rows),
        height=rows_high(len(rows)),
    )


def _title(measure: str, most: RunChange) -> str:
    if is_negligible(most.delta):
        much = f" by {100 * NEGLIGIBLE:g} points or more" if most.delta else ""
        return f"The mean {measure} of no run changes{much}, though captions do"
    way = spoken("rises") if most.delta > 0 else spoken("falls")
    return (
        f"{most.of.run} changes most: its {measure} {way} by {percent(abs(most.delta))} points,"
        f" better for {most.better:,} captions and worse for {most.worse:,}"
    )


def _picture(style: Style, rows: Sequence[RunChange]) -> alt.TopLevelMixin:
    """A line for each run, from a dot to a triangle that points where the score went."""
    way = "datum.delta > 0 ? 'better' : datum.delta < 0 ? 'worse' : 'the same'"
    x = across(alt.Scale(zero=False, nice=True), percent_axis())
    base = (
        alt.Chart()
        .transform_calculate(way=way)
        .encode(y=alt.Y("run:N", sort=[one.of.run for one in rows], axis=names_axis()))
    )
    marks = {
        "better": ("triangle-right", style.good),
        "worse": ("triangle-left", style.split),
        spoken("the same"): ("circle", style.idle),
    }
    return alt.layer(
        base.mark_rule().encode(x=x("before:Q"), x2="after:Q"),
        base.mark_point(filled=False, size=60, opacity=1, color=style.ink).encode(x=x("before:Q")),
        base.mark_point(filled=True, size=120, opacity=1).encode(
            x=x("after:Q"), **apart("way", marks, legend=alt.Legend(title=None))
        ),
    )
