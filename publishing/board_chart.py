"""The chart of a leaderboard: each run's score with its interval, and its groups."""

from collections.abc import Sequence

import altair as alt

from foundation.frozen import frozen
from metrics.charts.chart import Chart, Found, Picture
from metrics.charts.style import Style
from metrics.table import Percent, Table, titled
from publishing.board import cells_of

ROW, EDGES = 34, 90  # pixels
ACROSS = 1_000  # of a line on a narrow screen
MARGIN = 30  # of it on each side, so that a dot at its end is whole


def board_chart(content: Found, finding: str) -> Chart | None:
    """Of the measure that orders the rows. finding: what it says. None where no run has a score."""
    measure = content["ordered_by"]
    scores = [(row, row["scores"][measure]) for row in content["rows"]]
    if all(score["all"] is None for _, score in scores):
        return None
    columns = titled(run="Run", group="Group", score=measure, interval="95 % interval", n="n")
    rows = [[row["run"], row["group"], *cells_of(score), score["n"]] for row, score in scores]
    title = f"{measure} of each run"
    return Chart(
        key="scores",
        title=finding,
        subtitle=(
            f"{measure} with the positives that people found (dot, with its 95 % interval) and with"
            f" the original ones alone (ring); n ="
            f" {content['positives']['captions_with_positives']:,} captions. Runs that share a"
            " letter cannot be told apart."
        ),
        table=Table("scores", title, columns, rows),
        picture=_picture(measure),
        height=ROW * len(rows) + EDGES,
    )


def _picture(measure: str) -> Picture:
    def picture(style: Style) -> alt.TopLevelMixin:
        y = alt.Y("run:N", sort=None, title=None, axis=alt.Axis(labelLimit=260, ticks=False))
        axis = alt.Axis(format=".0%", title=f"{measure}, per cent of captions")
        x = alt.X("score_all:Q", scale=alt.Scale(zero=False, padding=24), axis=axis)
        base = alt.Chart().encode(y=y)
        return alt.layer(
            base.mark_rule(color=style.soft, strokeWidth=3).encode(
                x=alt.X("interval_low:Q", axis=axis), x2="interval_high:Q"
            ),
            base.mark_point(filled=False, size=70, color=style.ink, shape="circle").encode(
                x="score_original:Q"
            ),
            base.mark_point(filled=True, size=110, color=style.accent, opacity=1).encode(x=x),
            base.mark_text(dy=-12, color=style.ink, fontWeight="bold").encode(x=x, text="group:N"),
        )

    return picture


@frozen
class Line:
    """A run on a narrow screen, below its name: places from 0 to ACROSS, None for what there is not
    in it."""

    run: str
    group: str
    score: Percent
    all: int | None
    original: int | None
    low: int | None
    high: int | None


@frozen
class Lines:
    """The chart for a narrow screen. least, most: what the ends of each line stand for."""

    measure: str
    rows: Sequence[Line]
    least: Percent
    most: Percent


def board_lines(content: Found) -> Lines | None:
    """None where no run has a score."""
    measure = content["ordered_by"]
    scores = [row["scores"][measure] for row in content["rows"]]
    every = [value for score in scores for value in _numbers(score) if value is not None]
    if not every:
        return None
    least, most = min(every), max(every)

    def place(value: float | None) -> int | None:
        if value is None:
            return None
        share = (value - least) / (most - least) if most > least else 0.5
        return MARGIN + round(share * (ACROSS - 2 * MARGIN))

    rows = [
        Line(row["run"], row["group"], Percent(score["all"]), *map(place, _numbers(score)))
        for row, score in zip(content["rows"], scores, strict=True)
    ]
    return Lines(measure, rows, Percent(least), Percent(most))


def _numbers(score: Found) -> tuple[float | None, ...]:
    low, high = score["interval"] or (None, None)
    return score["all"], score["original"], low, high
