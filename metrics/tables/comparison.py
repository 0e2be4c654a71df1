"""Every two runs under every measure, a row each."""

from collections.abc import Sequence

from metrics.drawing import absent_intervals, interval_cells, interval_columns, names_of
from metrics.measures.estimate import USUAL
from metrics.measures.power import ALPHA, POWER
from metrics.measures.scoring import TIES
from metrics.studies.comparison import ComparedRuns, Comparison
from metrics.table import Column, Percent, Table
from metrics.words import counted

DETECTABLE = (
    f"Detectable: the smallest true difference that a two-sided test at alpha {ALPHA} finds with"
    f" power {POWER:.0%}, by the normal approximation with the standard error of clusters. It is of"
    " each test alone: after Holm's correction a difference has to be larger."
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
            *(row.p, row.p_holm, Percent(row.detectable.value), row.n, row.clusters),
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
    named: dict[str, list[str]] = {}
    for row in rows:
        if row.detectable.reason:
            named.setdefault(row.detectable.reason, []).append(row.name)
    return [f"Nothing is detectable of {'; '.join(names)}: {why}." for why, names in named.items()]
