"""Proxies against what people found: hard negatives (Falcon et al., 2024, Figure 5), areas under
ROC, precision against recall, and calibration."""

from collections.abc import Sequence

import altair as alt

from metrics.charts.chart import Chart, Found
from metrics.charts.rows import defined, each, few_of, highest, of_rows
from metrics.charts.shapes import (
    DASHED,
    INTERVAL,
    SHARES,
    Across,
    coloured,
    diagonal,
    dotted,
    interval,
    lined,
    only,
    percent_axis,
    ranged,
    rows_high,
    tips,
    upright,
)
from metrics.charts.style import Style
from metrics.table import Table
from metrics.words import percent

HALF = 0.5  # what the proxy has of a pair that shares either its actions or its things
LINES = 4  # of calibration in one picture: more hide each other


def _negatives(found: Found, rows: Sequence[Found], table: Table) -> Chart:
    runs = each(found["rows"], "run")
    shown = [
        *tips(run="Run"),
        *tips(".1%", people="Relevant, of judged"),
        *tips(",", judged="Judged", unjudged="Unjudged"),
    ]
    return Chart(
        title=_title_of_negatives(found, rows),
        subtitle=(
            f"The first {found['depth']} videos for each caption that no caption claims, of"
            f" {max(row['captions'] for row in rows):,} captions. Dot: of the judged ones, the"
            f" share found relevant, with its {INTERVAL}; pale: of all, whatever the unjudged ones"
            f" are; diamond: the share with {found['proxy']} at {HALF:g} or above."
        ),
        table=table,
        picture=dotted(runs, "people", shown, _beneath_negatives),
        height=rows_high(len(found["rows"])),
    )


def _title_of_negatives(found: Found, rows: Sequence[Found]) -> str:
    judged = defined(rows, "people")
    if not judged:
        most = max(rows, key=_of_half)
        return (
            f"{found['proxy']} has {HALF:g} or more for {percent(_of_half(most))} % of the hard"
            f" negatives of {most['run']}; none was judged"
        )
    most = highest(judged, "people")
    half = percent(_of_half(most))
    beside = f"; {found['proxy']} has {HALF:g} or more for {half} %"
    return (
        f"Of the hard negatives of {most['run']} that were judged, people found"
        f" {percent(most['people'])} % relevant{beside}"
    )


def _of_half(row: Found) -> float:
    return next(one["share"] for one in row["by_proxy"] if one["threshold"] == HALF)


def _beneath_negatives(style: Style, base: alt.Chart, x: Across) -> Sequence[alt.Chart]:
    diamond = base.mark_point(
        shape="diamond", filled=False, opacity=1, size=110, strokeWidth=2, color=style.ink
    )
    return (
        ranged(base, "bounds_low", "bounds_high", x, width=12, opacity=0.2),
        base.mark_rule(strokeWidth=3).encode(
            x=x("people_interval_low:Q"), x2="people_interval_high:Q"
        ),
        diamond.encode(x=x("at_50:Q"), color=alt.value(style.ink)),
    )


def _levels(found: Found, rows: Sequence[Found], table: Table) -> Chart:
    runs, few = few_of([row["run"] for row in rows])
    most = highest(rows, "above_zero")
    return Chart(
        title=(
            f"{percent(most['above_zero'])} % of the hard negatives of {most['run']} have some"
            f" relevance by {found['proxy']}"
        ),
        subtitle=(
            f"How the hard negatives of each run are spread over {found['proxy']}, in tenths; n ="
            f" {max(row['n'] for row in rows):,} pairs or fewer for each run (Falcon et al., 2024,"
            f" Figure 5).{few}"
        ),
        table=table,
        picture=lambda style: _levels_picture(style, runs),
    )


def _levels_picture(style: Style, runs: Sequence[str]) -> alt.TopLevelMixin:
    base = coloured(style, runs).encode(
        x=alt.X("level:O", sort=None, title="Proxy", axis=alt.Axis(labelAngle=-45)),
        y=alt.Y("share:Q", title=None, axis=percent_axis()),
    )
    shown = [*tips(run="Run", level="Proxy"), *tips(".1%", share="Share"), *tips(",", n="n")]
    return lined(style, base.transform_filter(only(runs)), runs, shown)


def _judged(found: Found) -> str:
    return f"{found['pairs']:,} judged pairs of {found['clusters']:,} videos"


def _areas(found: Found, rows: Sequence[Found], table: Table) -> Chart:
    proxies = each(found["rows"], "proxy")
    areas = tips(".3f", auc="Area under ROC", auc_not_original="Without original")
    return Chart(
        key="proxy_areas",
        title=_title_of_areas(*sorted(rows, key=lambda row: -row["auc"])),
        subtitle=(
            f"Area under the ROC curve over {_judged(found)}, with {INTERVAL}s by video; hollow:"
            " without original pairs, which have 1 by definition. 50 % is chance."
        ),
        table=table,
        picture=dotted(proxies, "auc", tips(proxy="Proxy") + areas, _beneath_areas, field="proxy"),
        height=rows_high(len(proxies)),
    )


def _title_of_areas(best: Found, *rest: Found) -> str:
    area, ends = percent(best["auc"]), best["auc_interval"]
    meets = [
        row["proxy"]
        for row in rest
        if not (row["auc_interval"] and ends and row["auc_interval"][1] < ends[0])
    ]
    if not rest:
        return f"{best['proxy']} puts a relevant pair above another one {area} % of the time"
    if not meets:
        return (
            f"{best['proxy']} puts a relevant pair above another one most often, {area} % of the"
            " time"
        )
    return (
        f"{best['proxy']} puts a relevant pair above another one {area} % of the time, and its"
        f" interval meets that of {meets[0]}"
    )


def _beneath_areas(style: Style, base: alt.Chart, x: Across) -> Sequence[alt.Chart]:
    hollow = base.mark_point(filled=False, opacity=1, size=70, strokeWidth=2)
    return (
        alt.Chart().mark_rule(**DASHED, color=style.soft).encode(x=alt.datum(0.5)),
        interval(base, x, "auc_interval"),
        hollow.encode(x=x("auc_not_original:Q")),
    )


def _calibration(found: Found, table: Table) -> Chart:
    rows = sorted(
        (row for row in found["rows"] if row["calibration"]), key=lambda row: -(row["auc"] or 0)
    )
    shown = each(rows[:LINES], "proxy")
    drawn, more = len(shown), len(rows[LINES:])
    few = (
        f" Drawn are the {drawn} proxies with the greatest area under ROC; only in the table:"
        f" {more}."
    )
    return Chart(
        title=_title_of_calibration(rows[0], len(rows)),
        subtitle=(
            f"{_judged(found)} by tenths of the proxy: the share found relevant beside the proxy's"
            f" mean, with {INTERVAL}s by video. On the dashed line a proxy would be a probability."
            f"{few if more else ''}"
        ),
        table=table,
        picture=lambda style: _calibration_picture(style, shown),
    )


def _title_of_calibration(row: Found, proxies: int) -> str:
    """The last bin of the proxy that tells relevant pairs apart best, whatever is in that bin."""
    top, best = row["calibration"][-1], row["proxy"]
    if row["auc"] is not None and proxies > 1:
        best = f"{row['proxy']} (AUC {row['auc']:.3f}, the greatest)"
    if top["high"] != 1:
        return f"No judged pair has {best} at 0.9 or above"
    return (
        f"Of judged pairs with {best} at {top['low']:g} or above, people found"
        f" {percent(top['share'])} % relevant"
    )


def _calibration_picture(style: Style, proxies: Sequence[str]) -> alt.TopLevelMixin:
    tenths = alt.Axis(format=".1f", tickCount=10)
    of_drawn = coloured(style, proxies, "proxy").transform_filter(only(proxies, "proxy"))
    base = of_drawn.encode(
        x=alt.X("mean:Q", title="Mean of the proxy", scale=SHARES, axis=tenths),
        y=alt.Y("share:Q", title="Found relevant", scale=SHARES, axis=alt.Axis(format=".0%")),
    )
    behind = diagonal(style, SHARES), upright(base, SHARES)
    pairs = tips(",", n="Pairs")
    shown = [*tips(proxy="Proxy", bin="From, to"), *tips(".1%", share="Found relevant"), *pairs]
    return lined(style, base, proxies, shown, *behind, field="proxy", strokeWidth=1)


def _precision(found: Found, table: Table) -> Chart | None:
    proxies = each(found["rows"], "proxy")
    every = ((row["proxy"], one) for row in found["rows"] for one in row["thresholds"])
    known = [(name, one) for name, one in every if None not in (one["precision"], one["recall"])]
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
        picture=lambda style: _precision_picture(style, proxies),
    )


def _harmonic(one: Found) -> float:
    total = one["precision"] + one["recall"]
    return float(2 * one["precision"] * one["recall"] / total) if total else 0.0


def _precision_picture(style: Style, proxies: Sequence[str]) -> alt.TopLevelMixin:
    axis = alt.Axis(format=".0%", tickCount=5)
    base = coloured(style, proxies, "proxy").encode(
        x=alt.X("recall:Q", title="Recall", scale=SHARES, axis=axis),
        y=alt.Y("precision:Q", title="Precision", scale=SHARES, axis=axis),
        order=alt.Order("threshold:Q"),
    )
    shares = tips(".1%", precision="Precision", recall="Recall")
    at = tips(proxy="Proxy") + tips("", threshold="Threshold")
    shown = [*at, *shares, *tips(",", n="Pairs")]
    return lined(style, base, proxies, shown, field="proxy", strokeWidth=1)


PICTURES = (
    ("hard_negatives", of_rows("above_zero", _negatives)),
    ("negatives_by_proxy", of_rows("above_zero", _levels)),
    ("proxy_study", of_rows("auc", _areas)),
    ("proxy_calibration", _calibration),
    ("proxy_thresholds", _precision),
)
