"""Agreement of campaigns whose scale has more than two values: figures that know the order, and how
often each grade was given, without which none of them can be read."""

from collections.abc import Mapping, Sequence

import numpy as np

from foundation.finding.fields import Found, found
from foundation.frozen import frozen
from measures.agreement import FIGURES, agreement, count_values
from measures.agreement_grades import distribution, grade_figures
from measures.agreement_score import LabelledUnits, score_intervals
from measures.estimate import USUAL, Estimate
from measures.grade_intervals import sure_figures
from measures.kappas import kappas
from metrics.labels import Labels, Which
from metrics.studies.estimated import marked

# Of grades above `relevant_from` and below: what two values have and grades do not.
OF_ANSWERS = ("positive", "negative", "prevalence")


@frozen
class OfGrade(Found, called="Grade"):
    """How often a grade was given. share: of a pair's labels, averaged over pairs."""

    value: int = found()
    word: str = found()
    labels: int = found()
    share: Estimate = marked()


@frozen
class OnGrades(Found):
    scale: Sequence[str] = found("Its words, the lowest first.")
    distribution: Sequence[OfGrade] = found()
    pairs_of_raters: int = found("How many pairs of raters weighted kappa is the mean of.")
    comparisons: int = found("How many pairs these have labelled, all together.")


def graded_figures(
    labels: Labels, which: Which, sample: LabelledUnits, level: float
) -> tuple[OnGrades, Mapping[str, Estimate]]:
    """sample: the pairs with two labels or more."""
    chosen = labels.compared(which)
    pair, rater, said = labels.pair[chosen], labels.rater[chosen], labels.said[chosen]
    many = np.bincount(pair, minlength=labels.pairs) > 1
    kept, number = many[pair], np.cumsum(many) - 1
    units = number[pair[kept]], rater[kept], said[kept]
    between = kappas(*units, len(sample.counts), labels.values)
    figures = sure_figures({**grade_figures(sample.counts), **between.figures}, sample, level)
    binary = count_values(units[0], labels.value[chosen][kept], len(sample.counts))
    (intervals,) = score_intervals(
        [LabelledUnits(binary, sample.videos, sample.drawn, sample.texts)], level
    )
    of = agreement(binary)
    answers = {name: Estimate.of(getattr(of, name), **{USUAL: intervals[name]}) for name in FIGURES}
    grades = {str(value): one for value, one in enumerate(distribution(sample.counts))}
    shares = sure_figures(grades, sample, level).values()
    rows = zip(labels.scale, sample.counts.sum(axis=0).tolist(), shares, strict=True)
    given = [OfGrade(value, *row) for value, row in enumerate(rows)]
    return (
        OnGrades(labels.scale, given, between.pairs, between.units),
        {**figures, **{name: answers[name] for name in OF_ANSWERS}},
    )
