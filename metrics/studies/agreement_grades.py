"""Agreement of campaigns whose scale has more than two values: figures that know the order, and how
often each grade was given, without which none of them can be read."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from foundation.finding.fields import Found, found
from foundation.frozen import frozen
from measures.agreement import count_values
from measures.agreement_grades import distribution, grade_figures
from measures.agreement_score import LabelledUnits, sure_agreement
from measures.estimate import Estimate
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
    pair, said = labels.pair[chosen], labels.said[chosen]
    between = kappas(pair, labels.rater[chosen], said, labels.values)
    figures = sure_figures({**grade_figures(sample.counts), **between.figures}, sample, level)
    binary = count_values(pair, labels.value[chosen], labels.pairs)
    binary = binary[binary.sum(axis=1) > 1]
    answers = sure_agreement(replace(sample, counts=binary), level)
    grades = {str(value): one for value, one in enumerate(distribution(sample.counts))}
    shares = sure_figures(grades, sample, level).values()
    rows = zip(labels.scale, sample.counts.sum(axis=0).tolist(), shares, strict=True)
    given = [OfGrade(value, *row) for value, row in enumerate(rows)]
    return (
        OnGrades(labels.scale, given, between.pairs, between.units),
        {**figures, **{name: answers[name] for name in OF_ANSWERS}},
    )
