"""Scores by verdicts beside scores with the labels' errors, and what these errors are."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from measures.estimate import USUAL
from measures.label_check import unlike_expected
from metrics.studies.label_errors import Evaluated, LabelErrors, LabelRow
from metrics.studies.label_means import LABELS
from metrics.studies.label_trust import WORDS, band_name
from metrics.table import (
    Of,
    Table,
    Word,
    absent_intervals,
    cell_of,
    cells_of,
    drawn_table,
    ends,
    percents,
    plain,
    with_ends,
    words,
)
from metrics.tables.evaluation import score_cell
from metrics.tables.evaluation import tables as tables_of_scores
from metrics.words import counted

ASSUMPTION = Word("what is assumed (marked)")
TITLES = {USUAL: "95 %, captions alone", LABELS: "95 %, captions and labels"}

OF_GRADES = (
    "Labels have grades: their errors are those of relevant and irrelevant, from grade {} on. How"
    " often raters are a grade off is not estimated. In simulations, 58 of 64 such intervals held"
    " the truth."
)


def tables(found: LabelErrors | Evaluated) -> Sequence[Table]:
    if isinstance(found, LabelErrors):
        return [_scores(found), _raters(found), _prevalence(found), _patterns(found)]
    own = tables_of_scores(found.evaluation)
    if isinstance(found.errors, str):
        note = f"{found.errors[:1].upper()}{found.errors[1:]}."
        return [*own[:-1], replace(own[-1], notes=(*own[-1].notes, note))]
    return [*own, *tables(found.errors)]


def _scores(found: LabelErrors) -> Table:
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
    flat = (
        "By a flat prior: the same draws, weighted as if nothing were known of raters but that they"
        " are better than a coin. Without it, they are as likely to err as raters who have passed"
        " training."
    )
    rests = (
        "Moves by: the estimate by a flat prior less the estimate, in points. Rests on: labels, or"
        " what is assumed of raters, where the labels alone do not tell how often they err."
    )
    called = "interval of captions and labels"
    notes = (
        drawn,
        resampled,
        flat,
        rests,
        shares,
        *([OF_GRADES.format(found.relevant_from)] if found.relevant_from else []),
        *absent_intervals(absent, LABELS, called),
        *_assumed(found),
    )
    return drawn_table(
        "label_errors",
        f"Errors of the labels: {found.benchmark}",
        found.rows,
        plain(run="Run", measure="Measure"),
        cell_of(lambda row: score_cell(row.measure, row.score.value), score="Score"),
        ends("score", titles=TITLES),
        percents(label_estimate=Of("drawn", "With the labels' errors")),
        ends("drawn", [LABELS], "label_", titles=TITLES),
        cell_of(_rests_on, label_rests_on="Rests on"),
        percents(label_flat_estimate=Of("flat", "By a flat prior")),
        ends("flat", [LABELS], "label_flat_", " by a flat prior", titles=TITLES),
        percents(
            label_flat_moves=Of("moves", "Moves by"),
            label_delta_estimate=Of("delta", "Delta, with the labels' errors"),
        ),
        ends("delta", [LABELS], "label_delta_", " of delta", titles=TITLES),
        percents(share_captions="From captions", share_raters="From raters"),
        notes=notes,
    )


def _rests_on(row: LabelRow) -> str:
    return ASSUMPTION if row.drawn.mark(LABELS) else "labels"


def _assumed(found: LabelErrors) -> Iterator[str]:
    """What rests on what is assumed of raters, what it would be otherwise, and what to do next."""
    marked = [row for row in found.rows if row.drawn.mark(LABELS)]
    if not marked:
        return
    by_data = {f"{row.run} {row.measure}": row.flat.ends(LABELS) or (0.0, 1.0) for row in marked}
    each = (
        f"{name} {100 * low:.1f} to {100 * high:.1f} %" for name, (low, high) in by_data.items()
    )
    yield (
        "What is marked rests on what is assumed of raters, and on the data it would be:"
        f" {'; '.join(each)}."
    )
    for one in found.trust.assumed:
        yield f"Because {one.why}. What helps: {one.next}."
    if moved := [row for row in marked if found.trust.moved(row.drawn, row.moves)]:
        named = "; ".join(f"{row.run} {row.measure}" for row in moved)
        yield (
            f"Where nothing is known of raters beforehand, {named} moves far within its interval."
            " What helps: let other raters label more pairs, give hidden gold, or decide pairs."
        )


def _raters(found: LabelErrors) -> Table:
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
    return drawn_table(
        "rater_errors",
        f"How often raters err: {found.benchmark}",
        found.raters,
        plain(
            rater="Rater",
            labels="Labels",
            doubled="Of pairs with several",
            settled="Of pairs decided",
            gold="Checks",
        ),
        with_ends("sensitivity", "Sensitivity", "95 % of sensitivity"),
        with_ends("specificity", "Specificity", "95 % of specificity"),
        notes=(what, known),
    )


def _prevalence(found: LabelErrors) -> Table:
    note = "Pairs that runs rank alike share a prevalence, which is drawn with everything else."
    return drawn_table(
        "label_prevalence",
        f"How many pairs are relevant: {found.benchmark}",
        found.strata,
        words(of=Of("name", "Pairs")),
        cell_of(lambda one: Word("yes") if one.original else "", original="Original"),
        plain(pairs="Labelled"),
        with_ends("prevalence", "Relevant"),
        notes=[note],
    )


def _patterns(found: LabelErrors) -> Table:
    unlike = unlike_expected(found.trust.patterns)
    expected = (
        "Expected: by draws of how often raters err and of how many pairs are relevant; p: how"
        " often chance alone is as far from that, or farther. A pattern is not reproduced where p"
        " times the number of patterns is below 0.05."
    )
    unseen = (
        "Two labels on a pair do not show errors that hang together on hard pairs: these look like"
        " fewer relevant pairs. Third labels and decisions show them."
    )
    return drawn_table(
        "label_patterns",
        f"What labels are expected: {found.benchmark}",
        found.trust.patterns,
        cells_of(
            lambda one: [WORDS[one.pattern], band_name(one.stratum)], pattern="Labels", of="Pairs"
        ),
        plain(pairs="Number", observed="With these labels", expected="Expected", p="p"),
        cell_of(lambda one: Word("no") if one in unlike else Word("yes"), reproduced="Reproduced"),
        notes=(expected, unseen),
    )
