"""Charts of where positives are: Figures 2, 3, 8, 11 and 12 of the paper."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from foundation.frozen import frozen
from metrics.charts.chart import Chart, Found
from metrics.charts.language import spoken
from metrics.charts.rows import drawn, few_of, names, share
from metrics.charts.shapes import (
    NO_DATA,
    TICKS,
    coloured,
    on_logarithm,
    only,
    panels,
    tips,
    whole_numbers,
)
from metrics.charts.style import Style
from metrics.table import Table
from metrics.words import counted

PARTS = ("both", "only_first", "only_second", "neither")
RULES = {
    "original": spoken("Original positives"),
    "all": spoken("Original and collected positives"),
}


@frozen
class _Axis:
    """What captions are told apart by: field, how wide a bin is, and words for it."""

    field: str
    width: int
    title: str
    figure: str


AXES = {
    "right_by_characters": _Axis("characters", 20, "Characters", "Figure 3"),
    "right_by_similarity": _Axis(
        "similarity", 10, "Similarity to training captions in %, by the paper's text", "Figure 8"
    ),
    "right_by_similarity_released": _Axis(
        "similarity", 10, "Similarity to training captions in %, by the paper's release", "Figure 8"
    ),
}


def right_chart(found: Found, table: Table) -> Chart | None:
    pair, axis, rows = found.get("runs_compared"), AXES[table.key], found[table.key]
    if not pair or "n" not in rows[0]:
        return None
    total, neither = (
        {rule: sum(row[name] for row in rows if row["positives"] == rule) for rule in RULES}
        for name in ("n", "neither")
    )
    if not all(total.values()):
        return None
    before, after = (share(neither[rule] / total[rule]) for rule in RULES)
    first, second = pair
    return Chart(
        title=_said(axis, rows, before, after),
        subtitle=(
            f"{axis.figure} of the paper: of the captions in each bin, the share for which {first}"
            f" and {second} both, only {first}, only {second}, or neither (from below) have a"
            f" positive among the first {found['k']}. n = {total['original']:,} captions by"
            f" original positives, {total['all']:,} with the collected ones; n of each bin is"
            " above it, and the line is n over that of the largest bin."
        ),
        table=table,
        picture=lambda style: _bars(style, axis, [first, second]),
    )


def _said(axis: _Axis, rows: Sequence[Found], before: str, after: str) -> str:
    """How many captions neither run gets right, and where the collected positives change most."""
    gains: dict[int, dict[str, int]] = {}
    for row in rows:
        if row["n"]:
            gains.setdefault(row[axis.field], {})[row["positives"]] = row["neither"]
    changed = {at: of["original"] - of["all"] for at, of in gains.items() if len(of) == len(RULES)}
    where = ""
    if changed and max(changed.values()) > 0:
        at = max(changed, key=lambda one: changed[one])
        low, high = at, at + axis.width - 1
        where = (
            f", most of it at a similarity of {low} to {high} %"
            if axis.field == "similarity"
            else f", most of it for captions of {low} to {high} characters"
        )
    return f"Neither run is right for {after} of captions, {before} by original positives{where}"


def _bars(style: Style, axis: _Axis, pair: Sequence[str]) -> alt.TopLevelMixin:
    base = alt.Chart().transform_calculate(
        low=f"datum.{axis.field} + {0.05 * axis.width}",
        high=f"datum.{axis.field} + {0.95 * axis.width}",
        middle=f"datum.{axis.field} + {0.5 * axis.width}",
    )
    sizes = base.transform_filter("datum.n > 0").mark_text(
        angle=270, align="left", fontSize=10, dx=3, color=style.soft
    )
    return (
        alt.layer(
            _parts(style, base, axis, pair),
            *_spread(style, base),
            sizes.encode(x="middle:Q", y=alt.datum(1.0), text=alt.Text("n:Q", format="~s")),
        )
        .properties(width=300, height=250)
        .facet(column=panels("positives", RULES), data=NO_DATA)
    )


def _parts(style: Style, base: alt.Chart, axis: _Axis, pair: Sequence[str]) -> alt.Chart:
    sentence = (spoken("Both"), f"Only {pair[0]}", f"Only {pair[1]}", spoken("Neither"))
    words = dict(zip(PARTS, sentence, strict=True))
    models = [style.palette[style.place(pair, name)] for name in pair]
    colours = alt.Scale(domain=list(PARTS), range=[style.good, *models, style.line])
    legend = alt.Legend(title=None, labelExpr=_named("datum.label", words))
    shares = (
        base.transform_fold(list(PARTS), as_=["who", "captions"])
        .transform_filter("datum.n > 0")
        .transform_calculate(
            share="datum.captions / datum.n",
            start=_begins(),
            right=_named("datum.who", words),
        )
        .transform_calculate(end="datum.start + datum.share")
    )
    return shares.mark_bar(stroke=style.edge, strokeWidth=0.5).encode(
        **_places(axis),
        color=alt.Color("who:N", sort=list(PARTS), scale=colours, legend=legend),
        tooltip=[
            *tips("", **{axis.field: f"{axis.title}, from"}),
            *tips(right="Right"),
            *tips(".1%", share="Share"),
            *tips(",", captions="Captions", n="n"),
        ],
    )


def _places(axis: _Axis) -> dict[str, Any]:
    """Where each part of a bar starts and ends."""
    return {
        "x": alt.X(
            "low:Q",
            title=axis.title,
            axis=alt.Axis(tickMinStep=axis.width, format="d"),
            scale=alt.Scale(nice=False),
        ),
        "x2": "high:Q",
        "y": alt.Y(
            "start:Q",
            title="Share of captions",
            axis=alt.Axis(format=".0%", values=[0, 0.25, 0.5, 0.75, 1]),
            scale=alt.Scale(domain=[0, 1.2], nice=False),
        ),
        "y2": "end:Q",
    }


def _spread(style: Style, base: alt.Chart) -> list[alt.Chart]:
    """How many captions each bin has, as a line that is seen on any part that it crosses."""
    counted = base.transform_joinaggregate(
        largest="max(n)", groupby=["positives"]
    ).transform_calculate(height="datum.n / datum.largest")
    around = counted.mark_line(color=style.surface, strokeWidth=5, strokeJoin="round")
    line = counted.mark_line(color=style.ink, point=alt.OverlayMarkDef(color=style.ink, size=20))
    return [
        around.encode(x="middle:Q", y="height:Q", tooltip=alt.value(None)),
        line.encode(x="middle:Q", y="height:Q", tooltip=alt.Tooltip("n:Q", format=",")),
    ]


def _begins() -> str:
    """Where a part's share begins: on top of those before it."""
    sums = {part: " + ".join(f"datum.{one}" for one in PARTS[:n]) for n, part in enumerate(PARTS)}
    found = [f"datum.who == '{part}' ? ({sums[part] or 0}) / datum.n" for part in PARTS]
    return " : ".join(found) + " : 0"


def _named(part: str, words: Mapping[str, str]) -> str:
    found = [f"{part} == '{one}' ? {_text(sentence)}" for one, sentence in words.items()]
    return f"{' : '.join(found)} : {part}"


def _text(words: str) -> str:
    """An expression of Vega's with this text: a run's name may have any letter in it."""
    escaped = words.replace("\\", "\\\\").replace("'", "\\'").replace("\n", " ")
    return f"'{escaped}'"


KINDS = {
    "queries": "Original and collected",
    "original": "Original",
    "collected": "Collected",
}
# Where a run has a mark besides its line, so that a run is known without its colour.
MARKED = [1, 2, 3, 5, 10, 20, 30, 50, 70, 100]
SIDE = 70  # of the histograms beside a heat map


# Figure 11


def _per_query(found: Found, table: Table) -> Chart | None:
    """None also for a report of earlier days, which did not part original from collected."""
    rows = found["positives_per_query"]
    if "original" not in rows[0]:
        return None
    queries = sum(row["queries"] for row in rows)
    several, before = (
        sum(row[kind] for row in rows if row["positives"] > 1) / queries
        for kind in ("queries", "original")
    )
    return Chart(
        title=(
            f"{share(several)} of queries have more than one positive, and {share(before)} have"
            " more than one original positive"
        ),
        subtitle=(
            f"Figure 11 of the paper: {queries:,} queries by how many positives each has, of both"
            " kinds, original, and collected; queries on a logarithmic scale. Captions with the"
            " same text are one query."
        ),
        table=table,
        picture=_histograms,
    )


def _histograms(style: Style) -> alt.TopLevelMixin:
    bars = (
        alt.Chart()
        .mark_bar(color=style.quantity)
        .encode(
            x=alt.X("low:Q", title="Positives", scale=alt.Scale(nice=False), axis=whole_numbers()),
            x2="high:Q",
            y=on_logarithm("count", "Queries"),
            y2=alt.datum(0),
            tooltip=[*tips("", positives="Positives"), *tips(",", count="Queries")],
        )
        .properties(width=190, height=200)
    )
    return (
        bars.transform_fold(list(KINDS), as_=["kind", "count"])
        .transform_calculate(low="datum.positives - 0.45", high="datum.positives + 0.45")
        .facet(column=panels("kind", KINDS), data=NO_DATA)
    )


# Figure 2


def _by_words(found: Found, table: Table) -> Chart:
    rows = found["positives_by_words"]
    captions = sum(row["captions"] for row in rows)
    return Chart(
        title=_shorter_and_longer(rows, captions),
        subtitle=(
            f"Figure 2 of the paper: {captions:,} captions by their length in words and the number"
            " of their positives, original and collected; the darker, the more captions, on a"
            " logarithmic scale. Beside it, captions by either alone."
        ),
        table=table,
        picture=lambda style: _heat_map(style, max(row["captions"] for row in rows)),
    )


def _shorter_and_longer(rows: Sequence[Mapping[str, int]], captions: int) -> str:
    """Parted where half of the captions are at most so long."""
    seen, middle = 0, rows[-1]["words"]
    for row in rows:  # by length
        seen += row["captions"]
        if 2 * seen >= captions:
            middle = row["words"]
            break
    shorter = _mean([row for row in rows if row["words"] <= middle])
    longer = [row for row in rows if row["words"] > middle]
    if not longer:
        return f"Captions have {shorter:.1f} positives on average"
    return (
        f"Captions of up to {counted(middle, 'word')} have {shorter:.1f} positives on average,"
        f" longer ones {_mean(longer):.1f}"
    )


def _mean(rows: Sequence[Mapping[str, int]]) -> float:
    captions = sum(row["captions"] for row in rows)
    return sum(row["captions"] * row["positives"] for row in rows) / captions


def _heat_map(style: Style, most: int) -> alt.TopLevelMixin:
    """most: captions in one place."""
    width, height = 480, 260
    base = alt.Chart().transform_calculate(
        left="datum.words - 0.5",
        right="datum.words + 0.5",
        below="datum.positives - 0.5",
        above="datum.positives + 0.5",
    )
    return alt.vconcat(
        _by_length_alone(style, base).properties(width=width, height=SIDE),
        alt.hconcat(
            _cells(style, base, most).properties(width=width, height=height),
            _by_positives_alone(style, base).properties(width=SIDE, height=height),
            spacing=8,
        ),
        spacing=8,
    )


def _cells(style: Style, base: alt.Chart, most: int) -> alt.Chart:
    shown = [tick for tick in TICKS if 1 <= tick <= most]
    across = alt.Scale(zero=False, nice=False)
    return base.mark_rect(stroke=style.line, strokeWidth=0.5).encode(
        x=alt.X("left:Q", title="Words", scale=across, axis=whole_numbers()),
        x2="right:Q",
        y=alt.Y("below:Q", title="Positives", scale=alt.Scale(nice=False), axis=whole_numbers()),
        y2="above:Q",
        color=alt.Color(
            "captions:Q",
            scale=alt.Scale(type="log", range=list(style.ramp)),
            legend=alt.Legend(title="Captions", values=shown, format=",d", orient="bottom"),
        ),
        tooltip=tips(",", words="Words", positives="Positives", captions="Captions"),
    )


def _by_length_alone(style: Style, base: alt.Chart) -> alt.Chart:
    summed = base.transform_aggregate(captions="sum(captions)", groupby=["words", "left", "right"])
    return summed.mark_bar(color=style.idle).encode(
        x=alt.X("left:Q", scale=alt.Scale(zero=False, nice=False), axis=_bare()),
        x2="right:Q",
        y=alt.Y("captions:Q", title=None, scale=alt.Scale(type="symlog"), axis=_few()),
        y2=alt.datum(0),
        tooltip=["words:Q", "captions:Q"],
    )


def _by_positives_alone(style: Style, base: alt.Chart) -> alt.Chart:
    summed = base.transform_aggregate(
        captions="sum(captions)", groupby=["positives", "below", "above"]
    )
    return summed.mark_bar(color=style.idle).encode(
        y=alt.Y("below:Q", scale=alt.Scale(nice=False), axis=_bare()),
        y2="above:Q",
        x=alt.X("captions:Q", title=None, scale=alt.Scale(type="symlog"), axis=_few()),
        x2=alt.datum(0),
        tooltip=["positives:Q", "captions:Q"],
    )


def _bare() -> alt.Axis:
    return alt.Axis(labels=False, title=None, ticks=False)


def _few() -> alt.Axis:
    return alt.Axis(values=[10, 1_000, 100_000], format=",d")


# Figure 12


def _by_rank(found: Found, table: Table) -> Chart:
    rows = found["ranks_of_positives"]
    depth = max(row["rank"] for row in rows)
    near = 10 if depth > 10 else 1
    ranked = {kind: sum(row[kind] for row in rows) for kind in ("original", "collected")}
    first = {
        kind: sum(row[kind] for row in rows if row["rank"] <= near) / max(number, 1)
        for kind, number in ranked.items()
    }
    where = spoken("in the first 10 ranks") if near > 1 else spoken("in the first rank")
    runs, few = few_of(names(table, "run"))
    original, collected = (share(first[kind]) for kind in ranked)
    if all(ranked.values()):
        title = (
            f"{original} of the original positives and {collected} of the collected positives that"
            f" runs rank are {where}"
        )
    elif ranked["original"]:
        title = f"{original} of the original positives that runs rank are {where}"
    elif ranked["collected"]:
        title = f"{collected} of the collected positives that runs rank are {where}"
    else:
        title = f"No positives that runs rank are {where}"
    return Chart(
        title=title,
        subtitle=(
            f"Figure 12 of the paper: positives of captions by the rank that each of"
            f" {counted(len(names(table, 'run')), 'run')} gave them, down to rank {depth}:"
            f" n = {ranked['original']:,} original and {ranked['collected']:,} collected ones over"
            " all runs, on a logarithmic scale. What is deeper, or not ranked, is counted below the"
            f" table.{few}"
        ),
        table=table,
        picture=lambda style: _lines(style, runs),
    )


def _lines(style: Style, runs: Sequence[str]) -> alt.TopLevelMixin:
    base = coloured(style, runs).encode(
        x=alt.X(
            "rank:Q", title="Rank", axis=whole_numbers(), scale=alt.Scale(zero=False, nice=False)
        ),
        y=on_logarithm("count", "Positives"),
        tooltip=[*tips(run="Run"), *tips("", rank="Rank"), *tips(",", count="Positives")],
    )
    marked = " || ".join(f"datum.rank == {rank}" for rank in MARKED)
    points = base.transform_filter(marked).mark_point(
        size=50, opacity=1, stroke=style.ink, strokeWidth=0.5
    )
    shapes = alt.Shape("run:N", scale=style.shapes(runs), sort=None, legend=alt.Legend(title=None))
    return (
        alt.layer(base.mark_line(strokeJoin="round"), points.encode(shape=shapes))
        .transform_filter(only(runs))
        .properties(width=300, height=240)
        .transform_fold(["original", "collected"], as_=["source", "count"])
        .facet(
            column=panels("source", {key: KINDS[key] for key in ("original", "collected")}),
            data=NO_DATA,
        )
    )


charts = drawn(
    ("positives_per_query", _per_query),
    ("positives_by_words", _by_words),
    ("right_by_characters", right_chart),
    ("ranks_of_positives", _by_rank),
    ("right_by_similarity", right_chart),
    ("right_by_similarity_released", right_chart),
)
