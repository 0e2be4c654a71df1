"""Every two runs as a forest: the difference with its interval, beside what could have been seen.
And where two are not told apart, how many more captions would do it."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

import altair as alt

from measures.power import ALPHA, POWER
from metrics.charts.chart import Chart, Found
from metrics.charts.rows import key_of, measures_in, span
from metrics.charts.shapes import INTERVAL, TWO_LINES, apart, lines_axis, points_axis, rows_high
from metrics.charts.style import Style
from metrics.studies.verdicts import Verdict, verdicts_of
from metrics.table import Drawn, Of, Table, Word, cell_of, drawn_table, percents, plain

MOST = 28  # pairs: all those of eight runs
OUTCOMES = {
    "apart": Word("told apart"),
    "not apart": Word("not told apart"),
    "equal": Word("equal"),
    "undefined": Word("undefined"),
}


def charts(found: Found, tables: Sequence[Table]) -> list[Chart]:
    return [chart for measure in measures_in(found["rows"]) for chart in _charts(found, measure)]


def _charts(found: Found, measure: str) -> Iterator[Chart]:
    every = [one for one in verdicts_of(found, measure) if one.difference is not None]
    shown = every if len(every) <= MOST else _neighbours(every)
    if shown:
        yield _forest(measure, every, shown)
    wanting = sorted((one for one in every if one.more), key=lambda one: one.more or 0)[:MOST]
    if wanting:
        yield _more(measure, wanting)


def _neighbours(every: Sequence[Verdict]) -> list[Verdict]:
    """Comparisons of each run with the next best one, for when there are many runs."""
    ahead: dict[str, float] = {}
    for one in every:
        ahead[one.better] = ahead.get(one.better, 0.0) + (one.difference or 0.0)
        ahead[one.other] = ahead.get(one.other, 0.0) - (one.difference or 0.0)
    order = sorted(ahead, key=lambda run: -ahead[run])
    beside = {frozenset(pair) for pair in pairwise(order)}
    return [one for one in every if frozenset((one.better, one.other)) in beside]


def _forest(measure: str, every: Sequence[Verdict], shown: Sequence[Verdict]) -> Chart:
    table = drawn_table(
        key_of("comparison", measure),
        f"Every two runs by {measure}",
        shown,
        *_difference(measure),
        cell_of(lambda one: span(one.ends), interval=INTERVAL),
        plain(p_holm="p (Holm)", p_max="p (max-T)"),
        percents(detectable="Detectable"),
        cell_of(lambda one: OUTCOMES[one.outcome], outcome="Outcome"),
    )
    return Chart(
        title=_finding(measure, every),
        subtitle=_about(every, shown),
        table=table,
        picture=lambda style: _forest_picture(style, shown),
        height=rows_high(len(shown), TWO_LINES),
    )


def _difference(measure: str) -> tuple[Drawn, Drawn]:
    return (
        plain(better="Better run", other="Other run"),
        percents(difference=f"Difference in {measure}"),
    )


def _finding(measure: str, every: Sequence[Verdict]) -> str:
    apart = sum(one.outcome == "apart" for one in every)
    if len(every) == 1:
        one = every[0]
        if apart:
            return f"{one.better} is better than {one.other} by {measure}"
        return f"{one.better} and {one.other} are not told apart by {measure}"
    if apart == len(every):
        return f"All {apart} pairs of runs are told apart by {measure}"
    if not apart:
        return f"None of {len(every)} pairs of runs is told apart by {measure}"
    return f"{apart} of {len(every)} pairs of runs are told apart by {measure}"


def _about(every: Sequence[Verdict], shown: Sequence[Verdict]) -> str:
    drawn = (
        f"Difference in points with its {INTERVAL}. Grey: smaller differences than those that a"
        f" single test finds with power {POWER:.0%}. Told apart: p (Holm) of at most {ALPHA}."
    )
    if len(shown) < len(every):
        beside = f"Each run beside the next best; the full table has all {len(every)} pairs."
        return f"{drawn} {beside}"
    return drawn


def _of_pairs(shown: Sequence[Verdict]) -> tuple[alt.Chart, alt.Y]:
    """A chart whose rows are pairs of runs, on two lines each; and where they are."""
    named = alt.Chart().transform_calculate(pair="datum.better + '\\n' + datum.other")
    order = [f"{one.better}\n{one.other}" for one in shown]
    return named, alt.Y("pair:N", sort=order, axis=lines_axis())


def _forest_picture(style: Style, shown: Sequence[Verdict]) -> alt.TopLevelMixin:
    shapes = "circle", "diamond", "square", "cross"
    colours = style.good, style.surface, style.surface, style.surface
    marks: dict[str, tuple[str, str]] = dict(
        zip(OUTCOMES.values(), zip(shapes, colours, strict=True), strict=True)
    )
    rows, y = _of_pairs(shown)
    base = rows.encode(y=y)
    seen = base.transform_calculate(low="-datum.detectable").mark_bar(
        color=style.line, height={"band": 0.8}
    )
    x = partial(alt.X, axis=points_axis("points"))
    return alt.layer(
        seen.encode(x=x("low:Q"), x2="detectable:Q"),
        alt.Chart().mark_rule(color=style.edge, strokeWidth=1).encode(x=alt.datum(0)),
        base.mark_rule(color=style.ink).encode(x="interval_low:Q", x2="interval_high:Q"),
        base.mark_point(size=90, filled=True, opacity=1, stroke=style.ink, strokeWidth=1).encode(
            x=x("difference:Q"), **apart("outcome", marks, legend=alt.Legend(title=None))
        ),
    )


def _more(measure: str, wanting: Sequence[Verdict]) -> Chart:
    table = drawn_table(
        key_of("more-captions", measure),
        f"How many more captions, by {measure}",
        wanting,
        *_difference(measure),
        plain(more_captions=Of("more", "More captions")),
    )
    first = wanting[0]
    return Chart(
        title=(
            f"{first.more:,} more captions would tell {first.better} from {first.other} by"
            f" {measure}"
        ),
        subtitle=(
            f"If the differences seen are the true ones and new captions are like these; for one"
            f" test at alpha {ALPHA} with power {POWER:.0%}. On a scale of powers of ten."
        ),
        table=table,
        picture=lambda style: _more_picture(style, wanting),
        height=rows_high(len(wanting), TWO_LINES),
    )


def _more_picture(style: Style, wanting: Sequence[Verdict]) -> alt.TopLevelMixin:
    rows, y = _of_pairs(wanting)
    base = rows.encode(
        y=y,
        x=alt.X(
            "more_captions:Q",
            scale=alt.Scale(type="log", nice=True),
            axis=alt.Axis(format="~s", title="captions", tickCount=4),
        ),
    )
    return alt.layer(
        base.mark_point(size=80, filled=True, color=style.quantity),
        base.mark_text(align="left", dx=8).encode(text=alt.Text("more_captions:Q", format=",")),
    )
