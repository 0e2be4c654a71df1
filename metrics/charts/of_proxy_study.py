"""Proxies against people: areas under ROC, precision against recall, calibration, and the order of
the runs."""

from collections.abc import Sequence

import altair as alt

from metrics.charts.chart import Chart, Found
from metrics.charts.rows import defined, drawn, highest
from metrics.charts.shapes import (
    INTERVAL,
    across,
    coloured,
    dot,
    interval,
    only,
    rows_high,
    rows_of,
    shape_of,
    tips,
    to_one,
)
from metrics.charts.style import Style
from metrics.table import Table
from metrics.words import percent

LINES = 4  # of calibration in one picture: more hide each other


def _proxies(found: Found) -> list[str]:
    return [row["proxy"] for row in found["rows"]]


def _judged(found: Found) -> str:
    return f"{found['pairs']:,} judged pairs of {found['clusters']:,} videos"


def _areas(found: Found, table: Table) -> Chart | None:
    rows, proxies = defined(found["rows"], "auc"), _proxies(found)
    if not rows:
        return None
    return Chart(
        key="proxy_areas",
        title=_title_of_areas(rows),
        subtitle=(
            f"Area under the ROC curve over {_judged(found)}, with {INTERVAL}s by video; hollow:"
            " without original pairs, which have 1 by definition. 50 % is chance."
        ),
        table=table,
        picture=lambda style: _areas_picture(style, proxies),
        height=rows_high(len(proxies)),
    )


def _title_of_areas(rows: Sequence[Found]) -> str:
    best, *rest = sorted(rows, key=lambda row: -row["auc"])
    area = percent(best["auc"])
    apart = [
        row
        for row in rest
        if row["auc_interval"]
        and best["auc_interval"]
        and row["auc_interval"][1] < best["auc_interval"][0]
    ]
    if not rest:
        return f"{best['proxy']} puts a relevant pair above another one {area} % of the time"
    if len(apart) == len(rest):
        return (
            f"{best['proxy']} puts a relevant pair above another one most often, {area} % of the"
            " time"
        )
    return (
        f"{best['proxy']} puts a relevant pair above another one {area} % of the time, and its"
        f" interval meets that of {next(row['proxy'] for row in rest if row not in apart)}"
    )


def _areas_picture(style: Style, proxies: Sequence[str]) -> alt.TopLevelMixin:
    base, x = rows_of(style, proxies, "proxy"), to_one()
    areas = tips(".3f", auc="Area under ROC", auc_not_original="Without original")
    return alt.layer(
        alt.Chart()
        .mark_rule(strokeDash=[4, 4], strokeWidth=1, color=style.soft)
        .encode(x=alt.datum(0.5)),
        interval(base, x, "auc_interval"),
        base.mark_point(filled=False, opacity=1, size=70, strokeWidth=2).encode(
            x=x("auc_not_original:Q")
        ),
        dot(style, base, "auc", x, tips(proxy="Proxy"), areas),
    )


def _calibration(found: Found, table: Table) -> Chart:
    rows = sorted(
        (row for row in found["rows"] if row["calibration"]), key=lambda row: -(row["auc"] or 0)
    )
    drawn = [row["proxy"] for row in rows[:LINES]]
    return Chart(
        title=_title_of_calibration(rows[0], len(rows)),
        subtitle=(
            f"{_judged(found)} by tenths of the proxy: the share found relevant beside the proxy's"
            f" mean, with {INTERVAL}s by video. On the dashed line a proxy would be a probability."
            f"{_few(len(drawn), len(rows) - len(drawn))}"
        ),
        table=table,
        picture=lambda style: _calibration_picture(style, drawn),
    )


def _title_of_calibration(row: Found, proxies: int) -> str:
    """The last bin of the proxy that tells relevant pairs apart best, whatever is in that bin."""
    top = row["calibration"][-1]
    if row["auc"] is None or proxies == 1:
        best = row["proxy"]
    else:
        best = f"{row['proxy']} (AUC {row['auc']:.3f}, the greatest)"
    if top["high"] != 1:
        return f"No judged pair has {best} at 0.9 or above"
    return (
        f"Of judged pairs with {best} at {top['low']:g} or above, people found"
        f" {percent(top['share'])} % relevant"
    )


def _few(drawn: int, more: int) -> str:
    if not more:
        return ""
    return (
        f" Drawn are the {drawn} proxies with the greatest area under ROC; only in the table:"
        f" {more}."
    )


def _calibration_picture(style: Style, proxies: Sequence[str]) -> alt.TopLevelMixin:
    scale, tenths = alt.Scale(domain=[0, 1], nice=False), alt.Axis(format=".1f", tickCount=10)
    of_drawn = coloured(style, proxies, "proxy").transform_filter(only(proxies, "proxy"))
    base = of_drawn.encode(
        x=alt.X("mean:Q", title="Mean of the proxy", scale=scale, axis=tenths),
        y=alt.Y("share:Q", title="Found relevant", scale=scale, axis=alt.Axis(format=".0%")),
    )
    diagonal = (
        alt.Chart(alt.InlineData(values=[{"at": 0}, {"at": 1}]))
        .mark_line(strokeDash=[4, 4], strokeWidth=1, color=style.soft)
        .encode(x=alt.X("at:Q", scale=scale), y=alt.Y("at:Q", scale=scale))
    )
    return alt.layer(
        diagonal,
        base.mark_rule(strokeWidth=2, opacity=0.5).encode(
            y=alt.Y("interval_low:Q", scale=scale), y2="interval_high:Q"
        ),
        base.mark_line(opacity=0.5, strokeWidth=1),
        base.mark_point(size=60, opacity=1).encode(
            shape=shape_of(style, proxies, "proxy"),
            tooltip=[
                *tips(proxy="Proxy", bin="From, to"),
                *tips(".1%", share="Found relevant"),
                *tips(",", n="Pairs"),
            ],
        ),
    )


def _precision(found: Found, table: Table) -> Chart | None:
    known = [
        (row["proxy"], one)
        for row in found["rows"]
        for one in row["thresholds"]
        if one["precision"] is not None and one["recall"] is not None
    ]
    if not known:
        return None
    proxy, best = max(known, key=lambda pair: _harmonic(pair[1]))
    return Chart(
        title=(
            f"{proxy} at {best['threshold']:g} or above finds {percent(best['recall'])} % of what"
            f" people found, and {percent(best['precision'])} % of it is relevant"
        ),
        subtitle=(
            f"Precision and recall over {_judged(found)}, a point for each threshold from 0.1 to 1;"
            " the title is of the threshold with the highest harmonic mean of both."
        ),
        table=table,
        picture=lambda style: _precision_picture(style, _proxies(found)),
    )


def _harmonic(one: Found) -> float:
    total = one["precision"] + one["recall"]
    return float(2 * one["precision"] * one["recall"] / total) if total else 0.0


def _precision_picture(style: Style, proxies: Sequence[str]) -> alt.TopLevelMixin:
    scale, axis = alt.Scale(domain=[0, 1], nice=False), alt.Axis(format=".0%", tickCount=5)
    base = coloured(style, proxies, "proxy").encode(
        x=alt.X("recall:Q", title="Recall", scale=scale, axis=axis),
        y=alt.Y("precision:Q", title="Precision", scale=scale, axis=axis),
        order=alt.Order("threshold:Q"),
    )
    return alt.layer(
        base.mark_line(opacity=0.5, strokeWidth=1),
        base.mark_point(size=60, opacity=1).encode(
            shape=shape_of(style, proxies, "proxy"),
            tooltip=[
                *tips(proxy="Proxy"),
                *tips("", threshold="Threshold"),
                *tips(".1%", precision="Precision", recall="Recall"),
                *tips(",", n="Pairs"),
            ],
        ),
    )


def _orders(found: Found, table: Table) -> Chart | None:
    rows, proxies = defined(found["rows"], "tau"), _proxies(found)
    if not rows:
        return None
    best = highest(rows, "tau")
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
        picture=lambda style: _orders_picture(style, proxies),
        height=rows_high(len(proxies)),
    )


def _orders_picture(style: Style, proxies: Sequence[str]) -> alt.TopLevelMixin:
    base = rows_of(style, proxies, "proxy")
    x = across(alt.Scale(domain=[-1, 1], nice=False), alt.Axis(title=None, tickCount=5))
    shown = tips(proxy="Proxy"), tips(".3f", tau="Kendall's tau-b")
    return alt.layer(interval(base, x, "tau_interval"), dot(style, base, "tau", x, *shown))


charts = drawn(
    ("proxy_study", _areas),
    ("proxy_calibration", _calibration),
    ("proxy_thresholds", _precision),
    ("proxy_study", _orders),
)
