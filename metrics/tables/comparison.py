"""Every two runs under every measure, a row each."""

from collections.abc import Mapping, Sequence

from metrics.drawing import absent_intervals, interval_cells, interval_columns, names_of
from metrics.measures.estimate import USUAL
from metrics.measures.power import ALPHA, POWER
from metrics.measures.quantity import Quantity
from metrics.measures.scoring import TIES
from metrics.studies.comparison import TOLD_APART, ComparedRuns, Comparison
from metrics.table import Column, Percent, Table
from metrics.words import counted

DETECTABLE = (
    f"Detectable: the smallest true difference that a two-sided test at alpha {ALPHA} finds with"
    f" power {POWER:.0%}, by the normal approximation with the standard error of clusters. It is of"
    " each test alone: after Holm's correction a difference has to be larger."
)
MORE = (
    "More captions: how many, besides the n there are, a single such test needs to find the"
    f" difference that was observed, at alpha {ALPHA} with power {POWER:.0%}, if that is the true"
    " difference and new captions are like these, as many to a source video. It is given where the"
    " two are not told apart."
)
BEFORE = (
    Column("a", "A"),
    Column("b", "B"),
    Column("measure", "Measure"),
    Column("difference", "A - B"),
)
AFTER = (
    Column("p", "p"),
    Column("p_holm", "p (Holm)"),
    Column("detectable", "Detectable"),
    Column("more_captions", "More captions"),
    Column("n", "n"),
    Column("clusters", "Clusters"),
    Column("wins", "A better"),
    Column("losses", "B better"),
    Column("ties", "Equal"),
)


def tables(found: ComparedRuns) -> Sequence[Table]:
    names = names_of((row.difference for row in found.rows), USUAL)
    rows = [
        (
            *(row.a, row.b, str(row.measure), Percent(row.difference.value)),
            *interval_cells(row.difference, names),
            *(row.p, row.p_holm, Percent(row.detectable.value), _whole(row.more)),
            *(row.n, row.clusters),
            *(row.wins, row.losses, row.ties),
        )
        for row in found.rows
    ]
    columns = (*BEFORE, *interval_columns(names), *AFTER)
    title = f"Every two runs: {found.benchmark}"
    return [Table("comparison", title, columns, rows, _notes(found, names))]


def _notes(found: ComparedRuns, names: Sequence[str]) -> list[str]:
    differences = {row.name: row.difference for row in found.rows}
    others = ", ".join(found.other_direction)
    return [
        f"Positives: {found.rule}.",
        *(measure.definition for measure in found.measures),
        f"Ties in rankings: {TIES}.",
        (
            f"95 % percentile interval of {counted(found.resamples, 'resample')} of clusters, seed"
            f" {found.seed}."
        ),
        *(note for name in names for note in absent_intervals(differences, name)),
        (
            "p: two-sided sign-flip test of clusters,"
            f" {counted(found.permutations, 'permutation')}, the same seed."
        ),
        _about_holm(sum(row.p is not None for row in found.rows)),
        DETECTABLE,
        *_undetectable(found.rows),
        MORE,
        *_no_more(found.rows),
        found.about_clusters,
        *([f"Not compared, as they rank the other way: {others}."] if others else []),
        *_about_captions(found.rows),
    ]


def _about_captions(rows: Sequence[Comparison]) -> list[str]:
    left_out = [f"{row.name}: {row.left_out:,}" for row in rows if row.left_out]
    missing = {
        run: count
        for row in rows
        for run, count in zip((row.a, row.b), row.missing, strict=True)
        if count
    }
    notes = [f"Left out, as they have no value: {'; '.join(left_out)}."] if left_out else []
    notes += [
        f"{run}: {count:,} without a ranking, which found nothing."
        for run, count in missing.items()
    ]
    return notes + list(dict.fromkeys(f"{note}." for row in rows for note in row.notes))


def _about_holm(tests: int) -> str:
    if tests == 1:
        return "Holm's p is p itself: this table has 1 test."
    return f"Holm's p holds for all {tests:,} tests of this table together."


def _undetectable(rows: Sequence[Comparison]) -> list[str]:
    named = _by_reason({row.name: row.detectable.reason for row in rows})
    return [f"Nothing is detectable of {'; '.join(names)}: {why}." for why, names in named.items()]


def _no_more(rows: Sequence[Comparison]) -> list[str]:
    """But for those that are told apart, and those whose reason is there already."""
    named = _by_reason(
        {row.name: row.more.reason for row in rows if not row.detectable.reason}, but=TOLD_APART
    )
    return [f"No number of {'; '.join(names)}: {why}." for why, names in named.items()]


def _by_reason(reasons: Mapping[str, str], but: str = "") -> dict[str, list[str]]:
    named: dict[str, list[str]] = {}
    for name, reason in reasons.items():
        if reason not in ("", but):
            named.setdefault(reason, []).append(name)
    return named


def _whole(number: Quantity) -> int | None:
    return None if number.value is None else int(number.value)
