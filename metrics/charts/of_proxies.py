"""Runs under a proxy and their order, how much it calls relevant, and how alike proxies are (Wray
et al., 2021, Figures 4, 5 and 8). What people found is drawn in `judged_proxies`."""

from collections.abc import Iterator, Sequence

import altair as alt

from metrics.charts import judged_proxies
from metrics.charts.chart import Chart, Found
from metrics.charts.rows import (
    defined,
    drawn,
    each,
    highest,
    key_of,
    lowest,
    measures_in,
    n_by_direction,
    of_rows,
    where,
)
from metrics.charts.shapes import (
    INTERVAL,
    TWO_LINES,
    Across,
    across,
    cells_high,
    dotted,
    interval,
    legend,
    paired,
    ranged,
    rows_high,
    tips,
)
from metrics.charts.style import Style
from metrics.table import Table, cell_of, drawn_table, plain
from metrics.tables.proxies import WAYS
from metrics.words import percent, percent_span

# Of what a run ranks for, the share that may lack some of the same ones. Their least is 0 for no
# reason but where the run ends: with more of them, a range is about the run's depth.
WHOLE = 0.05


def charts(found: Found, tables: Sequence[Table]) -> Iterator[Chart]:
    yield from _of_tables(found, tables)
    if "same_above" in found:
        yield from _ceilings(found)


def _graded(found: Found, rows: Sequence[Found], table: Table) -> Chart:
    """The title is of the best run of the direction that most runs have."""
    runs, ways = each(found["rows"], "run"), [row["direction"] for row in rows]
    most = max(each(rows, "direction"), key=lambda way: way != "both" and ways.count(way))
    best = highest(where(rows, direction=most), "ndcg")
    depths = [f"{depth:,}" for depth in sorted({row["depth"] for row in rows})]
    cut = f" Cut at {' or '.join(depths)} ranks, where the run ends."
    shown = tips(run="Run", direction="Direction") + tips(".1%", ndcg="nDCG", random="Random order")
    return Chart(
        title=(
            f"Under {found['proxy']}, {best['run']} has the highest nDCG, {percent(best['ndcg'])}"
            f" %; a random order has {percent(best['random'])} %"
        ),
        subtitle=(
            f"nDCG by the proxy {found['proxy']}, gain 2^s - 1, with its {INTERVAL} by source"
            f" video; the tick is a random order. {n_by_direction(rows)}"
            f"{cut if any(row['cut'] for row in rows) else ''}"
        ),
        table=table,
        picture=dotted(runs, "ndcg", shown, _beside_random, second="datum.direction"),
        height=rows_high(len(found["rows"]), TWO_LINES),
    )


def _beside_random(style: Style, base: alt.Chart, x: Across) -> Sequence[alt.Chart]:
    tick = base.mark_tick(thickness=3, size=20, color=style.soft)
    return interval(base, x), tick.encode(x=x("random:Q"), color=alt.value(style.soft))


def _ceilings(found: Found) -> Iterator[Chart]:
    for measure in measures_in(found["rows"]):
        rows = defined(where(found["rows"], measure=measure), "reported")
        if rows:
            yield _ceiling(found, measure, rows)


def _ceiling(found: Found, measure: str, rows: Sequence[Found]) -> Chart:
    table = drawn_table(
        key_of("ceiling", measure),
        f"Least and most of {measure}",
        rows,
        plain(run="Run"),
        cell_of(lambda row: WAYS[row["direction"]], direction="Direction"),
        plain(least="Least", reported="Reported", most="Most", n="n", open="Not in the ranking"),
    )
    lacks = max(rows, key=lambda row: row["open"] / row["n"])
    unranked = (
        f" The least is 0 where some are not in the ranking: {lacks['open']:,} of {lacks['n']:,} of"
        f" {lacks['run']}, or fewer."
    )
    shown = tips(run="Run") + tips(".1%", least="Least", reported="Reported", most="Most")
    return Chart(
        title=_title_of_ceiling(measure, rows),
        subtitle=(
            f"Dot: {measure} by each caption's own video. Line: from the lowest to the highest"
            f" ranked of all that {found['proxy']} has above {found['same_above']:g} in its place."
            f" {n_by_direction(rows)}{unranked if lacks['open'] else ''}"
        ),
        table=table,
        picture=dotted(
            [row["run"] for row in rows],
            "reported",
            shown,
            lambda _, base, x: [ranged(base, "least", "most", x)],
            second="datum.direction",
        ),
        height=rows_high(len(rows), TWO_LINES),
    )


def _title_of_ceiling(measure: str, rows: Sequence[Found]) -> str:
    """The widest range among the runs whose rankings are whole enough to judge by."""
    whole = [row for row in rows if row["open"] <= WHOLE * row["n"]]
    widest = max(whole or rows, key=lambda row: row["most"] - row["least"])
    reported = percent(widest["reported"])
    low, high = percent_span(widest["least"], widest["most"]).split(" to ")
    if whole:
        return f"{measure} of {widest['run']} is {reported} %, and could be {low} to {high} %"
    return (
        f"{measure} of {widest['run']} is {reported} %, and could be {low} to {high} %, in part"
        f" because {widest['open']:,} of {widest['n']:,} have some that are not in the ranking"
    )


def _thresholds(found: Found, table: Table) -> Chart:
    """The title is of the proxy that calls most relevant at the highest threshold."""
    proxies, own = each(found["rows"], "proxy"), found["own_captions_of_a_video"]
    top = max(row["threshold"] for row in found["rows"])
    most = highest(where(found["rows"], threshold=top), "captions_of_a_video")
    return Chart(
        title=(
            f"Even at {top:g}, {most['proxy']} calls {most['captions_of_a_video']:,.3g} captions"
            f" relevant to a video, which has {found['own_captions_of_a_video']:,.3g} of its"
            " own"
        ),
        subtitle=(
            "Captions of a video at the threshold or above, on average, on a logarithmic scale"
            f" (Wray et al., 2021, Figure 4). {found['captions']:,} captions x"
            f" {found['videos']:,} videos; the dashed line is the"
            f" {found['own_captions_of_a_video']:,.3g} captions that a video has of its own."
        ),
        table=table,
        picture=lambda style: _thresholds_picture(style, proxies, own),
    )


def _thresholds_picture(style: Style, proxies: Sequence[str], own: float) -> alt.TopLevelMixin:
    several = legend() if len(proxies) > 1 else None
    # A threshold that nothing reaches has no place on a logarithmic scale.
    base = alt.Chart().transform_filter("datum.captions > 0")
    steps, counts = alt.Axis(format=".1f", tickCount=10), alt.Axis(format=",.3~r", tickCount=5)
    lines = base.encode(
        x=alt.X("threshold:Q", title="Threshold", scale=alt.Scale(domain=[0.1, 1]), axis=steps),
        y=alt.Y(
            "captions:Q", title="Captions of a video", scale=alt.Scale(type="log"), axis=counts
        ),
        color=(
            alt.Color("proxy:N", scale=style.of_models(proxies), legend=several)
            if several
            else alt.value(style.quantity)
        ),
    )
    reference = alt.Chart().mark_rule(strokeDash=[4, 4], color=style.soft, strokeWidth=1)
    means = tips(",.3~r", captions="Captions of a video", videos="Videos of a caption")
    return alt.layer(
        reference.encode(y=alt.datum(own)),
        lines.mark_line(opacity=0.7),
        lines.mark_point(size=60, opacity=1).encode(
            shape=alt.Shape("proxy:N", scale=style.shapes(proxies), legend=several),
            tooltip=[*tips(proxy="Proxy"), *tips("", threshold="Threshold"), *means],
        ),
    )


def _correlation(found: Found, rows: Sequence[Found], table: Table) -> Chart:
    proxies = list(dict.fromkeys(name for row in rows for name in (row["a"], row["b"])))
    most, least = highest(rows, "pearson"), lowest(rows, "pearson")
    high = f"{most['pearson']:.2f}"
    return Chart(
        title=(
            f"{most['a']} and {most['b']} correlate by {high}"
            if len(rows) == 1
            else f"{most['a']} and {most['b']} are most alike ({high}), {least['a']} and"
            f" {least['b']} least ({least['pearson']:.2f})"
        ),
        subtitle=(
            "Pearson's correlation of two proxies over all captions of a video, mean of"
            f" {max(row['n'] for row in rows):,} videos (Wray et al., 2021, Figure 8)."
        ),
        table=table,
        picture=paired(proxies, "pearson", ".2f"),
        height=cells_high(len(proxies)),
    )


def _orders(found: Found, rows: Sequence[Found], table: Table) -> Chart:
    proxies, best = each(found["rows"], "proxy"), highest(rows, "tau")
    says = "the very order" if best["tau"] == 1 else "the order nearest to the one"
    return Chart(
        key="proxy_orders",
        title=(
            f"{best['proxy']} puts {len(found['runs'])} runs in {says} that people's positives"
            f" give: Kendall's tau-b {best['tau']:.2f}"
        ),
        subtitle=(
            f"Kendall's tau-b of the order of {len(found['runs'])} runs by nDCG under each proxy"
            f" and with people's positives, with {INTERVAL}s by source video; 1 is the same order,"
            " -1 the order turned round."
        ),
        table=table,
        picture=dotted(
            proxies,
            "tau",
            tips(proxy="Proxy") + tips(".3f", tau="Kendall's tau-b"),
            lambda _, base, x: [interval(base, x, "tau_interval")],
            field="proxy",
            along=lambda: across(
                alt.Scale(domain=[-1, 1], nice=False), alt.Axis(title=None, tickCount=5)
            ),
        ),
        height=rows_high(len(proxies)),
    )


_of_tables = drawn(
    ("graded", of_rows("ndcg", _graded)),
    ("thresholds", _thresholds),
    ("proxy_correlation", of_rows("pearson", _correlation)),
    *judged_proxies.PICTURES,
    ("proxy_study", of_rows("tau", _orders)),
)
