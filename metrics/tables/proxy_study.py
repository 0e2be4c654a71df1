"""Proxies against people: the area under ROC and the order of the runs, precision and recall by
threshold, and calibration."""

from collections.abc import Sequence
from operator import itemgetter

from measures.estimate import LEVEL
from metrics.studies.proxy_study import ProxyStudy
from metrics.table import (
    Cell,
    Column,
    Drawn,
    Percent,
    Table,
    absent_intervals,
    by_reason,
    cell_of,
    drawn_table,
    ends,
    joined,
    named_note,
    percents,
    plain,
    titled,
    with_ends,
    words,
)
from metrics.words import counted

TITLES = {
    "auc": "Area under ROC",
    "auc_not_original": "Without original pairs",
    "tau": "Kendall's tau-b",
}


def tables(found: ProxyStudy) -> Sequence[Table]:
    return [_main(found), _thresholds(found), _calibration(found), _orders(found)]


def _main(found: ProxyStudy) -> Table:
    return drawn_table(
        "proxy_study",
        f"Proxies against people: {found.benchmark}",
        found.rows,
        plain(proxy="Proxy"),
        words(title="Kind"),
        *(with_ends(name, title, percent=False) for name, title in TITLES.items()),
        plain(calibration_error="Calibration error"),
        notes=_notes(found),
    )


def _notes(found: ProxyStudy) -> list[str]:
    return [
        _judged(found),
        (
            "Area under ROC: the chance that of a relevant pair and another one the first has the"
            " higher proxy, a tie counting half; 0.5 is chance, 1 is perfect."
        ),
        (
            "Without original pairs: of the judged pairs that no caption claims. A proxy has 1 for"
            " every original pair by definition (Wray et al., 2021, Eq. 5), which says nothing of"
            " its words."
        ),
        (
            "Kendall's tau-b: of the runs' order by nDCG under the proxy and by nDCG with people's"
            f" positives, original and collected: {', '.join(found.runs) or 'no run'}."
        ),
        (
            "Calibration error: how far the share found relevant is from the proxy's mean, bin by"
            " bin, on average over pairs. A proxy is no probability: 0 would be a coincidence."
        ),
        (
            "95 % intervals of the areas: pairs clustered by video and by text, Student's t"
            f" ({found.clusters:,} videos); of tau: percentiles of"
            f" {counted(found.resamples, 'resample')} of videos and shared texts (pigeonhole), seed"
            f" {found.seed}."
        ),
        *named_note("Not in these orders, as they rank the other way", found.other_direction),
        *named_note("Not here, as the benchmark has grown since", found.outdated),
        *_undefined(found),
        *(
            note
            for name, title in TITLES.items()
            for note in absent_intervals(
                {
                    f"{title}, {row.proxy}": getattr(row, name)
                    for row in found.rows
                    if getattr(row, name).value is not None
                }
            )
        ),
    ]


def _judged(found: ProxyStudy) -> str:
    return (
        f"{found.pairs:,} judged pairs of query and video, {found.relevant:,} of them found"
        f" relevant, {found.original:,} original. An original pair that was not judged does not"
        " count; a pair without consensus counts as not relevant."
    )


def _undefined(found: ProxyStudy) -> list[str]:
    reasons = by_reason(
        {
            f"{title} of {row.proxy}": getattr(row, name).reason
            for row in found.rows
            for name, title in TITLES.items()
        }
    )
    return [f"{'; '.join(of)}: undefined, as {why}." for why, of in reasons.items()]


def _thresholds(found: ProxyStudy) -> Table:
    notes = [
        _judged(found),
        (
            "Precision: of the judged pairs with a proxy at the threshold or above, the share found"
            " relevant. Recall: of the judged pairs found relevant, the share at the threshold or"
            " above. Both are of what was judged: what no run ranked high was not."
        ),
        _wilson(),
    ]
    return drawn_table(
        "proxy_thresholds",
        f"Precision and recall of proxies: {found.benchmark}",
        [(row.proxy, one) for row in found.rows for one in row.thresholds],
        *_of_proxies(
            plain(threshold="Threshold", n="Pairs"),
            with_ends("precision", "Precision", "95 % of precision"),
            with_ends("recall", "Recall", "95 % of recall"),
        ),
        notes=notes,
    )


def _calibration(found: ProxyStudy) -> Table:
    notes = [
        _judged(found),
        (
            "From the lower number to below the higher one; the last bin has 1 too. Bins without a"
            " judged pair are left out."
        ),
        _wilson(),
    ]
    return drawn_table(
        "proxy_calibration",
        f"Calibration of proxies: {found.benchmark}",
        [(row.proxy, one) for row in found.rows for one in row.calibration],
        *_of_proxies(
            cell_of(lambda one: f"{one.low:g} to {one.high:g}", bin="Proxy from, to"),
            plain(n="Pairs", mean="Mean of the proxy"),
            percents(share="Found relevant"),
            ends("share"),
        ),
        notes=notes,
    )


def _of_proxies(*drawn: Drawn) -> tuple[Drawn, Drawn]:
    """The name of a proxy, and what is drawn of one of its parts."""
    of_parts = joined(*drawn)
    return cell_of(itemgetter(0), proxy="Proxy"), lambda rows: of_parts([part for _, part in rows])


def _orders(found: ProxyStudy) -> Table:
    columns = (
        *titled(run="Run", people="nDCG with people's positives"),
        *(Column(f"proxy_{row.proxy}", f"nDCG under {row.proxy}") for row in found.rows),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            run,
            Percent(found.people[place]),
            *(Percent(row.scores[place]) for row in found.rows),
        )
        for place, run in enumerate(found.runs)
    ]
    notes = ["The orders that tau compares; nDCG is cut at the depth of the shallowest run."]
    return Table(
        "proxy_orders", f"Runs by proxies and people: {found.benchmark}", columns, rows, notes
    )


def _wilson() -> str:
    return (
        f"{100 * LEVEL:g} % intervals by Wilson's score, of as many independent pairs as vary like"
        " these do: pairs of one video are alike."
    )
