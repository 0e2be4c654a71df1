"""Whether raters agree, how sure that is, and who agrees with whom. FIRE's Table 2 and Figure 7.

Units are pairs in a campaign, by default with their first and second labels (docs/measures.md).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from operator import attrgetter
from typing import Any, Literal

import numpy as np

from foundation.finding.fields import SPREAD, Found, Part, computed, derived, found, unshown
from foundation.frozen import frozen
from measures import agreement as measures
from measures.agreement import ONE_VALUE
from measures.agreement_errors import RaterEffect
from measures.agreement_score import KIND, LabelledUnits
from measures.estimate import Estimate
from measures.raters import UNKNOWN, Repeated, Resolved, count_repeats, count_resolved
from metrics.labels import Labels, Which, WithoutRaters
from metrics.studies.agreement_figures import (
    RESAMPLES,
    Figure,
    Share,
    figure_parts,
    figures_of,
    percent_of,
)
from metrics.studies.agreement_grades import OnGrades, graded_figures
from metrics.studies.agreement_slices import AgreementSlices, Units, slices
from metrics.studies.chosen import Chosen
from metrics.studies.counted import Counted, Why, counted
from metrics.studies.description import Study
from metrics.studies.disputed import Disputed, disputed
from metrics.studies.estimated import Ends
from metrics.studies.raters import (
    RaterRow,
    TwoRaters,
    below_the_rest,
    compared_raters,
    rater_rows,
    two_by_two,
)
from metrics.studies.scored import check_draws
from metrics.studies.study import NothingToStudy


@frozen
class ByLabels(Found):
    """The pairs with so many labels: a bar of Figure 7."""

    labels: int = found()
    pairs: int = found()
    agreement: Estimate = found(parts=figure_parts)


def _of_table2(_: str) -> tuple[Part, ...]:
    names = ("pairs", "labels", "resolved", "relevant", "irrelevant", "disagreements")
    shares = Part(
        "shares",
        lambda table: {name: share.value for name, share in table.shares.items()},
        Mapping[str, Share],
        "Of resolved, relevant, irrelevant, disagreements.",
    )
    return (*(Part(name, attrgetter(name), int) for name in names), shares)


def _of_counted(_: str) -> tuple[Part, ...]:
    sums = "Why pairs count, or do not; all reasons sum to `labelled_pairs`."
    return (
        Part("labelled_pairs", lambda counted: counted.total, int),
        Part("why", lambda counted: counted.whys(), Sequence[Why], sums),
    )


def _of_graded(key: str) -> tuple[Part, ...]:
    help = "Only of campaigns whose scale has more than two values."
    return (Part(key, lambda graded: graded, OnGrades, help, optional=True),)


def _value(name: str) -> Any:
    return computed(Share, lambda study: study.figures[name].value)


@frozen
class AgreementStudy(Found, called="Agreement"):
    """Shares are fractions; null is undefined, and `figures` says why."""

    benchmark: str = found()
    campaigns: Sequence[str] = found()
    which: Which = found(key="labels_used")

    @property
    @derived()
    def filters(self) -> Mapping[str, Any]:
        chosen = self.chosen
        return {"from": chosen.since, "to": chosen.until, "raters": list(self.chosen_names)}

    table2: Resolved = found(parts=_of_table2)
    # Labels that give no answer; they are in no other number.
    cannot_judge: int = found()
    # Labels beyond the second, counted in Table 2, and in agreement only if asked for.
    third: int = found(key="third_labels")
    repeated: Repeated = found(parts=lambda key: (Part(key, asdict, Mapping),))
    awaiting_third: int = found(
        "Pairs without a verdict whose labels disagree: one more is wanted."
    )
    # With labels of two raters or more, among those chosen; and the labels of these.
    pairs: int = found(key="multiply_labelled")
    labels: int = found(key="labels_compared")
    percent_agreement = _value("percent")
    positive_agreement = _value("positive")
    negative_agreement = _value("negative")
    alpha = _value("alpha")
    alpha_interval = computed(Ends, lambda study: study.figures["alpha"].ends())
    interval_kind = computed(
        Literal["score"], lambda _: KIND, "What the main intervals are, those called `interval`."
    )
    raters_as: RaterEffect = found("Whether intervals are about these raters or ones like these.")
    rater_groups: int = found("Raters of the pairs that are compared.")
    ac1 = _value("ac1")
    prevalence = _value("prevalence")
    by_labels: Sequence[ByLabels] = found(key="by_number_of_labels")
    figures: Mapping[str, Estimate] = unshown()
    graded: OnGrades | None = found(parts=_of_graded)
    shown = computed(
        Mapping[str, Figure],
        lambda study: {name: Figure(one) for name, one in study.figures.items()},
        key="figures",
    )
    raters: Sequence[RaterRow] = found()
    below = computed(
        Sequence[str],
        lambda study: [row.name for row in study.below_the_rest],
        "Raters who agree with the others less than the others do with each other.",
        key="below_the_rest",
    )
    two_by_two: Sequence[TwoRaters] = unshown()
    slices: AgreementSlices = found(key=SPREAD)
    disputed: Disputed = found(key=SPREAD)
    counted: Counted = found(parts=_of_counted)
    chosen: Chosen = unshown()
    chosen_names: Sequence[str] = unshown()
    several_scales: bool = unshown()
    left_out: Sequence[WithoutRaters] = found()
    log_position: int = found()
    seed: int = found()
    resamples: int = found()
    level: float = found()

    @property
    def main(self) -> Estimate:
        """The alpha that labels are relied upon by: of grades the one that knows their order."""
        return self.figures["ordinal_alpha" if self.graded else "alpha"]

    @property
    def names(self) -> dict[int, str]:
        return {row.rater: row.name for row in self.raters}

    @property
    def below_the_rest(self) -> list[RaterRow]:
        return below_the_rest(self.raters)

    def as_json(self) -> dict[str, Any]:
        """The figures, and those of each two raters: thousands where a hundred labelled."""
        names = self.names
        return self.without_pairs() | {"pairwise": [two.as_json(names) for two in self.two_by_two]}

    def without_pairs(self) -> dict[str, Any]:
        """All but raters two by two: what charts are made of."""
        return Found.as_json(self)


# One line for each parameter, and for each field of the study.
def agreement(
    labels: Labels,
    which: Which = "independent",
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
    level: float = 0.95,
    raters_as: RaterEffect = "fixed",
) -> AgreementStudy:
    """Raises NothingToStudy where no known rater has said anything. A figure that is undefined says
    why in its place."""
    check_draws(seed, resamples=resamples)
    _check(labels)
    units = Units.of(labels, which, raters_as)
    counts = units.sample.counts
    drawn: dict[str, Any] = {"seed": seed, "resamples": resamples, "level": level}
    if labels.scale:
        graded, figures = graded_figures(labels, which, units.sample, level)
    else:
        graded, figures = None, figures_of(units.sample, **drawn)
    compared = compared_raters(labels, which)
    answered, chosen = labels.value >= 0, labels.chosen(which)
    return AgreementStudy(
        benchmark=labels.benchmark,
        campaigns=labels.campaigns,
        which=which,
        table2=count_resolved(labels.verdicts, int(answered.sum())),
        cannot_judge=int((~answered).sum()),
        awaiting_third=_split_and_open(labels),
        third=int((answered & ~labels.chosen("independent")).sum()),
        repeated=count_repeats(labels.pair[chosen], labels.rater[chosen], labels.value[chosen]),
        pairs=len(counts),
        labels=int(counts.sum()),
        graded=graded,
        figures=figures,
        by_labels=_by_labels(units.sample, figures["percent"], **drawn),
        raters=rater_rows(labels, which, compared),
        two_by_two=two_by_two(compared),
        slices=slices(labels, which, level, raters_as),
        disputed=disputed(labels, which, level, raters_as),
        counted=counted(labels.account(which), which),
        chosen=Chosen.of(labels.filters),
        chosen_names=[labels.names[rater] for rater in labels.filters.raters],
        several_scales=labels.several_scales,
        left_out=labels.left_out,
        log_position=labels.log_position,
        seed=seed,
        resamples=resamples,
        level=level,
        raters_as=raters_as,
        rater_groups=units.raters,
    )


def require_rows(study: AgreementStudy) -> AgreementStudy:
    """The study, for one who asked for agreement alone: raises NothingToStudy with one rater, or
    with one value everywhere."""
    if why := why_no_agreement(study):
        raise NothingToStudy(why)
    return study


def why_no_agreement(study: AgreementStudy) -> str:
    """Empty where there is agreement to be read."""
    if len(study.raters) == 1:
        (only,) = study.raters
        return (
            f"all {only.labels:,} labels of {study.benchmark} are {only.name}'s: agreement takes"
            " two raters with pairs in common; give a second rater some of them"
        )
    if study.figures["alpha"].reason == ONE_VALUE:
        return (
            f"all labels of the {study.pairs:,} pairs with two or more say the same: agreement"
            " beyond chance is undefined where only one value occurs; label more pairs, of both"
            " kinds"
        )
    return ""


class NothingMatches(NothingToStudy):
    """There are labels, but the filters leave none."""


def _check(labels: Labels) -> None:
    if len(labels.pair):
        return
    if labels.answered and labels.filters.chosen:
        raise NothingMatches(
            f"no label of {labels.benchmark} matches: {labels.answered:,} pairs have labels, but"
            " none of these is of the chosen days and raters; choose other ones"
        )
    if labels.left_out:
        shown = ", ".join(one.campaign for one in labels.left_out)
        raise NothingToStudy(
            f"{labels.benchmark} has only labels of which nobody knows who gave them ({shown}):"
            " agreement needs to know; import a log or a FIRE release, or have pairs labelled here"
        )
    raise NothingToStudy(
        f"nobody has labelled a pair of {labels.benchmark} yet: open a campaign, or import labels"
        " with their raters"
    )


def _split_and_open(labels: Labels) -> int:
    answered = labels.value != UNKNOWN
    counts = measures.count_values(labels.pair[answered], labels.value[answered], labels.pairs)
    split = (counts.sum(axis=1) > 0) & (counts[:, 0] == counts[:, 1])
    if labels.scale:  # grades may also be too far apart on one side
        split = counts.sum(axis=1) > 1
    return int((split & (labels.verdicts == UNKNOWN)).sum())


def _by_labels(sample: LabelledUnits, percent: Estimate, **drawn: Any) -> list[ByLabels]:
    """percent: of all of them, which is also that of the only bar where there is one."""
    number = sample.counts.sum(axis=1)
    bars = np.unique(number).tolist()
    samples = [sample.only(number == labels) for labels in bars]
    of_each = [percent] if len(bars) == 1 else [percent_of(one, **drawn) for one in samples]
    every = zip(bars, samples, of_each, strict=True)
    return [ByLabels(labels, len(one.counts), figure) for labels, one, figure in every]


STUDY = Study(name="agreement", title="Agreement", version=6, findings=(AgreementStudy,))
