"""Proxies against what people found: of what runs rank high and no caption claims, and of all pairs
that were judged."""

from operator import itemgetter

from measures.estimate import LEVEL, USUAL
from metrics.studies.dependent import about_intervals, intervals_in
from metrics.studies.hard_negatives import AUDITED, Audited, HardNegatives
from metrics.studies.proxy_study import ProxyStudy
from metrics.table import (
    NO_SPAN,
    Cell,
    Column,
    Drawn,
    Percent,
    Span,
    Table,
    absent_intervals,
    by_reason,
    cell_of,
    cells_of,
    drawn_table,
    ends,
    interval_cells,
    joined,
    marked,
    named_note,
    percents,
    plain,
    run_names,
    titled,
    valued,
    with_ends,
    words,
)
from metrics.words import counted

TITLES = {
    "auc": "Area under ROC",
    "auc_not_original": "Without original pairs",
    "tau": "Kendall's tau-b",
}
WILSON = (
    f"{100 * LEVEL:g} % intervals by Wilson's score, of as many independent pairs as vary like"
    " these do: pairs of one video are alike."
)


def negatives(found: HardNegatives) -> list[Table]:
    audit = drawn_table(
        "hard_negatives",
        f"Hard negatives that are relevant: {found.benchmark}",
        found.rows,
        run_names(found.saw),
        plain(n="Hard negatives"),
        percents(above_zero="Proxy above 0"),
        *(_at_least(at, threshold) for at, threshold in enumerate(AUDITED)),
        with_ends("people", "Relevant, of judged", "95 % of judged"),
        plain(judged="Judged", relevant="Found relevant", unjudged="Unjudged"),
        cell_of(_bounds, bounds="Of all, between"),
        notes=_about_negatives(found),
    )
    return [audit, _levels(found)]


def _at_least(at: int, threshold: float) -> Drawn:
    key = f"at_{100 * threshold:g}"

    def cells(row: Audited) -> list[Cell]:
        one = row.by_proxy[at].share
        return [Percent(one.value), *interval_cells(one, [USUAL])]

    return cells_of(
        cells, **{key: f"Proxy ≥ {threshold:g}", f"{key}_interval": f"95 % of ≥ {threshold:g}"}
    )


def _bounds(row: Audited) -> Cell:
    return NO_SPAN if row.bounds is None else Span(*row.bounds, percent=True)


def _about_negatives(found: HardNegatives) -> list[str]:
    shares = [
        one
        for row in found.rows
        for one in (row.above_zero, *(step.share for step in row.by_proxy), row.people)
    ]
    without = (row.run for row in found.rows if row.people.value is None)
    return [
        *found.marks(),
        (
            f"Hard negatives: the first {found.depth} videos of a run for each caption, but those"
            " that a caption with the same text was written for."
        ),
        (
            f"Proxy: {found.proxy} ({found.title}), as relevance of the pair (Falcon et al., 2024,"
            " Figure 5). Of judged: pairs that people found relevant; a pair without consensus"
            " counts as not relevant."
        ),
        "Of all, between: if every unjudged pair were irrelevant, and if it were relevant.",
        *about_intervals(found.grouped, intervals_in(shares)),
        found.about_clusters,
        *named_note("No judged hard negative", without),
        *named_note("Not here, as they rank captions for videos", found.other_direction),
        *absent_intervals(valued({f"{row.run}, judged": row.people for row in found.rows})),
    ]


def _levels(found: HardNegatives) -> Table:
    """How many there are of each tenth of the proxy, as the paper draws them."""
    rows = [
        (
            marked(row.run, found.saw),
            "1" if level == 10 else f"{level / 10:g} to {(level + 1) / 10:g}",
            number,
            Percent(number / row.n if row.n else None),
        )
        for row in found.rows
        for level, number in enumerate(row.levels)
    ]
    return Table(
        "negatives_by_proxy",
        f"Hard negatives by their proxy: {found.benchmark}",
        titled(run="Run", level="Proxy", n="n", share="Share"),
        rows,
        [*found.marks(), "From the lower number to below the higher one; 1 apart."],
    )


def people(found: ProxyStudy) -> list[Table]:
    judged = (
        f"{found.pairs:,} judged pairs of query and video, {found.relevant:,} of them found"
        f" relevant, {found.original:,} original. An original pair that was not judged does not"
        " count; a pair without consensus counts as not relevant."
    )
    areas = drawn_table(
        "proxy_study",
        f"Proxies against people: {found.benchmark}",
        found.rows,
        plain(proxy="Proxy"),
        words(title="Kind"),
        *(with_ends(name, title, percent=False) for name, title in TITLES.items()),
        plain(calibration_error="Calibration error"),
        notes=[judged, *_about_areas(found)],
    )
    return [areas, _thresholds(found, judged), _calibration(found, judged), _orders(found)]


def _about_areas(found: ProxyStudy) -> list[str]:
    reasons = by_reason(
        {
            f"{title} of {row.proxy}": getattr(row, name).reason
            for row in found.rows
            for name, title in TITLES.items()
        }
    )
    figures = (
        {f"{title}, {row.proxy}": getattr(row, name) for row in found.rows}
        for name, title in TITLES.items()
    )
    return [
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
        *(f"{'; '.join(of)}: undefined, as {why}." for why, of in reasons.items()),
        *(note for named in figures for note in absent_intervals(valued(named))),
    ]


def _thresholds(found: ProxyStudy, judged: str) -> Table:
    return drawn_table(
        "proxy_thresholds",
        f"Precision and recall of proxies: {found.benchmark}",
        [(row.proxy, one) for row in found.rows for one in row.thresholds],
        *_of_proxies(
            plain(threshold="Threshold", n="Pairs"),
            with_ends("precision", "Precision", "95 % of precision"),
            with_ends("recall", "Recall", "95 % of recall"),
        ),
        notes=[
            judged,
            (
                "Precision: of the judged pairs with a proxy at the threshold or above, the share"
                " found relevant. Recall: of the judged pairs found relevant, the share at the"
                " threshold or above. Both are of what was judged: what no run ranked high was not."
            ),
            WILSON,
        ],
    )


def _calibration(found: ProxyStudy, judged: str) -> Table:
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
        notes=[
            judged,
            (
                "From the lower number to below the higher one; the last bin has 1 too. Bins"
                " without a judged pair are left out."
            ),
            WILSON,
        ],
    )


def _of_proxies(*drawn: Drawn) -> tuple[Drawn, Drawn]:
    """The name of a proxy, and what is drawn of one of its parts."""
    of_parts = joined(*drawn)
    return cell_of(itemgetter(0), proxy="Proxy"), lambda rows: of_parts([part for _, part in rows])


def _orders(found: ProxyStudy) -> Table:
    under = (Column(f"proxy_{row.proxy}", f"nDCG under {row.proxy}") for row in found.rows)
    scores = (found.people, *(row.scores for row in found.rows))
    return Table(
        "proxy_orders",
        f"Runs by proxies and people: {found.benchmark}",
        (*titled(run="Run", people="nDCG with people's positives"), *under),
        [
            (run, *map(Percent, of))
            for run, of in zip(found.runs, zip(*scores, strict=True), strict=True)
        ],
        ["The orders that tau compares; nDCG is cut at the depth of the shallowest run."],
    )
