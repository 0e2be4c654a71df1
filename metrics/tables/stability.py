"""The runs' order by original and by all positives: how far the two agree, and each run's rank."""

from collections.abc import Mapping, Sequence

from measures.comparison import PERMUTATIONS
from measures.estimate import LEVEL, Estimate
from measures.power import ALPHA
from measures.scoring import TIES
from metrics.studies.stability import Stability, whole
from metrics.table import (
    Percent,
    Table,
    by_reason,
    cells_of,
    drawn_table,
    ends,
    every_absent,
    named_note,
    plain,
    titled,
    with_ends,
)
from metrics.words import counted

CALLED = {"tau_b": "Kendall's tau-b", "tau_ap": "tau-AP", "rbo": "RBO"}


def tables(found: Stability) -> Sequence[Table]:
    return [_orders(found), _significant(found), _ranks(found), _distribution(found)]


def _orders(found: Stability) -> Table:
    by_figure = {
        name: {str(row.measure): getattr(row, name) for row in found.rows} for name in CALLED
    }
    return drawn_table(
        "stability",
        f"Order of the runs: {found.benchmark}",
        found.rows,
        plain(measure="Measure"),
        *(with_ends(name, title, percent=False) for name, title in CALLED.items()),
        notes=_of_orders(found, by_figure),
    )


def _of_orders(found: Stability, by_figure: Mapping[str, dict[str, Estimate]]) -> list[str]:
    """by_figure: estimates by figure, then measure."""
    return [
        f"The order of {', '.join(found.runs)} by the original positives, beside that by all.",
        *_definitions(found),
        *_drawn(found),
        *(note for name in CALLED for note in _undefined(CALLED[name], by_figure[name])),
        *(
            note
            for name, title in CALLED.items()
            for note in every_absent(
                {f"{title}, {row}": one for row, one in _known(by_figure[name]).items()}
            )
        ),
    ]


def _significant(found: Stability) -> Table:
    return drawn_table(
        "significant_pairs",
        f"Significant differences: {found.benchmark}",
        found.significant,
        plain(
            measure="Measure",
            pairs="Pairs",
            by_original="Significant by original",
            by_all="by all",
        ),
        cells_of(
            lambda one: one.active,
            active_agreements="by both",
            active_disagreements="by both, turned round",
        ),
        plain(agreement="Agreement", tau="Tau", tau_ap="tau-AP"),
        notes=_about_significant(found),
    )


def _about_significant(found: Stability) -> list[str]:
    turned = [
        f"{one.measure}: {a} is better than {b} by the original positives, and worse by all."
        for one in found.significant
        for a, b in one.turned
    ]
    silent = [f"{one.measure}: {one.why}." for one in found.significant if one.why]
    return [
        (
            f"Pairs of runs whose difference is significant: p (Holm) of {ALPHA:g} or less, over"
            f" all pairs and measures here, with {counted(PERMUTATIONS, 'permutation')} or more,"
            f" seed {found.seed}; as the comparison of runs tests them."
        ),
        (
            "By both: significant by the original positives and by all, and the same run is better;"
            " turned round: the other one is."
        ),
        (
            "Agreement: twice the pairs by both over those by original and those by all. Tau and"
            " tau-AP: of the runs' two orders over the pairs that are significant by either."
        ),
        *turned,
        *silent,
    ]


def _distribution(found: Stability) -> Table:
    columns = titled(
        measure="Measure", run="Run", rank="Rank", original="Resamples by original", all="by all"
    )
    rows = [
        (str(row.measure), row.run, place, Percent(by_original), Percent(by_all))
        for row in found.ranks
        for place, (by_original, by_all) in enumerate(
            zip(row.shares_original, row.shares, strict=True), start=1
        )
        if by_original or by_all
    ]
    notes = [
        (
            "The share of resamples in which a run has a rank; ranks that it has in none of them"
            " are left out."
        ),
        *_drawn(found),
    ]
    title = f"How sure the ranks are: {found.benchmark}"
    return Table("distribution_of_ranks", title, columns, rows, notes)


def _ranks(found: Stability) -> Table:
    by_row = {f"{row.run}, {row.measure}": row.all for row in found.ranks}
    notes = [
        "A run's rank: how many runs are better, and it. Runs with the same score share a rank.",
        "The interval is of the rank by all positives.",
        *_drawn(found),
        *_undefined("The rank", by_row),
        *every_absent(_known(by_row)),
    ]
    return drawn_table(
        "ranks_of_runs",
        f"Ranks of the runs: {found.benchmark}",
        found.ranks,
        plain(measure="Measure", run="Run"),
        cells_of(
            lambda row: [whole(row.original), whole(row.all)],
            original="Rank by original",
            all="Rank by all",
        ),
        ends("all", percent=False),
        notes=notes,
    )


def _definitions(found: Stability) -> list[str]:
    return [
        *(row.measure.definition for row in found.rows),
        f"Ties in rankings: {TIES}.",
        "Kendall's tau-b: from -1, the order turned round, to 1, the same order; ties are allowed.",
        (
            "tau-AP: the same, in which a swap counts the more the higher it is; of orders without"
            " ties."
        ),
        (
            f"RBO: rank-biased overlap with p = {found.p:g}, extrapolated, from 0 to 1; of orders"
            " without ties."
        ),
        *named_note("Not in these orders, as they rank the other way", found.other_direction),
    ]


def _drawn(found: Stability) -> list[str]:
    resamples = counted(found.resamples, "resample")
    return [
        (
            f"{100 * LEVEL:g} % percentile intervals of {resamples} of videos and shared texts"
            f" (pigeonhole), seed {found.seed}; every run, measure and kind of positives saw the"
            " same ones. Resamples in which a figure is undefined are dropped."
        ),
        found.grouped.sentence(),
        found.about_clusters,
    ]


def _undefined(called: str, rows: dict[str, Estimate]) -> list[str]:
    reasons = by_reason({row: one.reason for row, one in rows.items()})
    return [f"{called} of {'; '.join(of)} is undefined: {why}." for why, of in reasons.items()]


def _known(rows: dict[str, Estimate]) -> dict[str, Estimate]:
    return {row: one for row, one in rows.items() if not one.reason}
