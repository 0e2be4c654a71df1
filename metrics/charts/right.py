"""Which of two runs is right, as bars of shares: Figures 3 and 8 of the paper."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt

from metrics.charts.chart import Chart, Found
from metrics.charts.rows import share
from metrics.charts.shapes import NO_DATA, panels, tips
from metrics.charts.style import Style
from metrics.table import Table

PARTS = ("both", "only_first", "only_second", "neither")
RULES = {"original": "Original positives", "all": "Original and collected positives"}


@dataclass(frozen=True, slots=True)
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
        unit = "%" if axis.field == "similarity" else "characters"
        kind = "similarity of" if axis.field == "similarity" else "captions of"
        where = f", most of it at {kind} {at} to {at + axis.width - 1} {unit}"
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
    said = ("Both", f"Only {pair[0]}", f"Only {pair[1]}", "Neither")
    words = dict(zip(PARTS, said, strict=True))
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
    found = [f"{part} == '{one}' ? {_text(said)}" for one, said in words.items()]
    return f"{' : '.join(found)} : {part}"


def _text(said: str) -> str:
    """An expression of Vega's with this text: a run's name may have any letter in it."""
    escaped = said.replace("\\", "\\\\").replace("'", "\\'").replace("\n", " ")
    return f"'{escaped}'"
