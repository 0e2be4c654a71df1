"""Scores by verdicts beside scores with the labels' errors, and what these errors are."""

from collections.abc import Sequence

from metrics.drawing import absent_intervals, interval_cells, interval_columns
from metrics.measures.estimate import USUAL
from metrics.studies.label_errors import Evaluated, LabelErrors
from metrics.studies.label_means import LABELS
from metrics.table import Cell, Column, Percent, Table
from metrics.tables.evaluation import tables as tables_of_scores
from metrics.words import counted

TITLES = {USUAL: "95 %, captions alone", LABELS: "95 %, captions and labels"}


def tables(found: LabelErrors | Evaluated) -> Sequence[Table]:
    if isinstance(found, LabelErrors):
        return [_scores(found), _raters(found), _prevalence(found)]
    own = tables_of_scores(found.evaluation)
    if isinstance(found.errors, str):
        last = own[-1]
        note = f"{found.errors[:1].upper()}{found.errors[1:]}."
        noted = Table(last.key, last.title, last.columns, last.rows, (*last.notes, note))
        return [*own[:-1], noted]
    return [*own, *tables(found.errors)]


def _scores(found: LabelErrors) -> Table:
    columns = (
        Column("run", "Run"),
        Column("measure", "Measure"),
        Column("score", "Score"),
        *interval_columns([USUAL], titles=TITLES),
        Column("label_estimate", "With the labels' errors"),
        *interval_columns([LABELS], "label_", titles=TITLES),
        Column("label_delta_estimate", "Delta, with the labels' errors"),
        *interval_columns([LABELS], "label_delta_", " of delta", titles=TITLES),
        Column("share_captions", "From captions"),
        Column("share_raters", "From raters"),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            row.run,
            str(row.measure),
            row.score.value if row.measure.kind.of_ranks else Percent(row.score.value),
            *interval_cells(row.score, [USUAL]),
            Percent(row.drawn.value),
            *interval_cells(row.drawn, [LABELS]),
            Percent(row.delta.value),
            *interval_cells(row.delta, [LABELS]),
            Percent(None if row.share_raters is None else 1 - row.share_raters),
            Percent(row.share_raters),
        )
        for row in found.rows
    ]
    absent = {f"{row.run} {row.measure}": row.drawn for row in found.rows}
    drawn = (
        "Score: by the verdicts. With the labels' errors: the mean over"
        f" {counted(found.draws, 'draw')} of what every labelled pair is, given how often its"
        " raters err, which is drawn too."
    )
    resampled = (
        "The interval of captions and labels is of these draws, with captions resampled in each"
        f" ({counted(found.resamples, 'resample')} in all, seed {found.seed}). Original positives"
        " are no errors of raters, so scores with them alone have none."
    )
    shares = (
        "From raters: the share of the variance that would be gone were every pair's truth known;"
        " from captions: the rest. No captions were drawn for these scores, so nothing comes from"
        " sampling."
    )
    notes = (
        drawn,
        resampled,
        shares,
        *absent_intervals(absent, LABELS, "interval of captions and labels"),
    )
    title = f"Errors of the labels: {found.benchmark}"
    return Table("label_errors", title, columns, rows, notes)


def _raters(found: LabelErrors) -> Table:
    columns = (
        Column("rater", "Rater"),
        Column("labels", "Labels"),
        Column("doubled", "Of pairs with several"),
        Column("settled", "Of pairs decided"),
        Column("gold", "Checks"),
        Column("sensitivity", "Sensitivity"),
        Column("sensitivity_interval", "95 % of sensitivity"),
        Column("specificity", "Specificity"),
        Column("specificity_interval", "95 % of specificity"),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            one.rater,
            one.labels,
            one.doubled,
            one.settled,
            one.gold,
            Percent(one.sensitivity.value),
            *interval_cells(one.sensitivity, [USUAL]),
            Percent(one.specificity.value),
            *interval_cells(one.specificity, [USUAL]),
        )
        for one in found.raters
    ]
    counts = found.counts
    what = (
        "Sensitivity: how often the rater calls relevant what is; specificity: how often irrelevant"
        " what is not. Both are shrunk to the raters' mean, the more the fewer labels there are."
    )
    known = (
        f"Known from {counted(counts['doubled'], 'pair')} with several labels,"
        f" {counted(counts['settled'], 'decision')} and {counted(counts['gold'], 'answer')} to"
        f" hidden gold, among {counted(counts['labels'], 'label')} of"
        f" {counted(counts['pairs'], 'pair')}."
    )
    return Table(
        "rater_errors", f"How often raters err: {found.benchmark}", columns, rows, (what, known)
    )


def _prevalence(found: LabelErrors) -> Table:
    columns = (
        Column("of", "Pairs"),
        Column("original", "Original"),
        Column("pairs", "Labelled"),
        Column("prevalence", "Relevant"),
        Column("prevalence_interval", "95 %"),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            one.name,
            "yes" if one.original else "",
            one.pairs,
            Percent(one.prevalence.value),
            *interval_cells(one.prevalence, [USUAL]),
        )
        for one in found.strata
    ]
    notes = ("Pairs that runs rank alike share a prevalence, which is drawn with everything else.",)
    title = f"How many pairs are relevant: {found.benchmark}"
    return Table("label_prevalence", title, columns, rows, notes)
