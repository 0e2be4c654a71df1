"""Whether raters agree, how sure that is, and who agrees with whom. FIRE's Table 2 and Figure 7.

Units are pairs in a campaign, by default with their first and second labels (docs/measures.md).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from measures import agreement as measures
from measures.agreement import FIGURES, ONE_VALUE, by_number_of_labels
from measures.agreement_errors import RaterEffect
from measures.agreement_intervals import bootstrap, jackknife
from measures.agreement_score import KIND, Sample, score_intervals
from measures.estimate import USUAL, Estimate, Interval
from measures.raters import UNKNOWN, Repeated, Resolved, count_repeats, count_resolved
from metrics.labels import Labels, Which, WithoutRaters
from metrics.studies.agreement_slices import Slices, Units, slices
from metrics.studies.chosen import Chosen
from metrics.studies.counted import Counted, counted
from metrics.studies.description import Study
from metrics.studies.disputed import Disputed, disputed
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

BOOTSTRAP, JACKKNIFE = "bootstrap", "jackknife"
RESAMPLES = 10_000
OF_VIDEOS_ALONE = "it leaves raters as they are, and these are drawn"


@dataclass(frozen=True, slots=True)
class ByLabels:
    """The pairs with so many labels: a bar of Figure 7."""

    labels: int
    pairs: int
    agreement: Estimate


@dataclass(frozen=True, slots=True)
class AgreementStudy:
    benchmark: str
    campaigns: Sequence[str]
    which: Which
    table2: Resolved
    cannot_judge: int  # labels that give no answer; they are in no other number
    awaiting_third: int  # pairs whose labels are split evenly, and that have no verdict yet
    third: int  # labels beyond the second, counted in Table 2, and in agreement only if asked for
    repeated: Repeated
    pairs: int  # with labels of two raters or more, among those chosen
    labels: int  # of these
    # Each with its main interval, a bootstrap and a jackknife one.
    figures: Mapping[str, Estimate]
    by_labels: Sequence[ByLabels]
    raters: Sequence[RaterRow]
    two_by_two: Sequence[TwoRaters]
    slices: Slices
    disputed: Disputed
    counted: Counted
    chosen: Chosen
    chosen_names: Sequence[str]
    left_out: Sequence[WithoutRaters]
    log_position: int
    seed: int
    resamples: int
    level: float = 0.95
    # Whether intervals are about these raters or about raters like these; how many there are.
    raters_as: RaterEffect = "fixed"
    rater_groups: int = 0

    @property
    def names(self) -> dict[int, str]:
        return {row.rater: row.name for row in self.raters}

    @property
    def below_the_rest(self) -> list[RaterRow]:
        return below_the_rest(self.raters)

    def as_json(self) -> dict[str, Any]:
        """With each two raters, who are thousands where a hundred labelled."""
        names = self.names
        return self.without_pairs() | {"pairwise": [two.as_json(names) for two in self.two_by_two]}

    def without_pairs(self) -> dict[str, Any]:
        """All but raters two by two: what charts are made of."""
        figures = {name: _told_figure(figure) for name, figure in self.figures.items()}
        return {
            "benchmark": self.benchmark,
            "campaigns": list(self.campaigns),
            "labels_used": self.which,
            "filters": {
                "from": self.chosen.since,
                "to": self.chosen.until,
                "raters": list(self.chosen_names),
            },
            **_counts(self.table2),
            "cannot_judge": self.cannot_judge,
            "third_labels": self.third,
            "repeated": asdict(self.repeated),
            "awaiting_third": self.awaiting_third,
            "multiply_labelled": self.pairs,
            "labels_compared": self.labels,
            "percent_agreement": figures["percent"]["value"],
            "positive_agreement": figures["positive"]["value"],
            "negative_agreement": figures["negative"]["value"],
            "alpha": figures["alpha"]["value"],
            "alpha_interval": figures["alpha"]["interval"],
            "interval_kind": KIND,
            "raters_as": self.raters_as,
            "rater_groups": self.rater_groups,
            "ac1": figures["ac1"]["value"],
            "prevalence": figures["prevalence"]["value"],
            "by_number_of_labels": [_told_by_labels(row) for row in self.by_labels],
            "figures": figures,
            "raters": [row.as_json() for row in self.raters],
            "below_the_rest": [row.name for row in self.below_the_rest],
            **self.slices.as_json(),
            **self.disputed.as_json(),
            "labelled_pairs": self.counted.total,
            "why": self.counted.as_json(),
            "left_out": [{"campaign": one.campaign, "pairs": one.pairs} for one in self.left_out],
            "log_position": self.log_position,
            "seed": self.seed,
            "resamples": self.resamples,
            "level": self.level,
        }


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
    figures = _figures(units.sample, **drawn)
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
        figures=figures,
        by_labels=_by_labels(units.sample, figures["percent"], **drawn),
        raters=rater_rows(labels, which, compared),
        two_by_two=two_by_two(compared),
        slices=slices(labels, which, level, raters_as),
        disputed=disputed(labels, which, level, raters_as),
        counted=counted(labels.account(which), which),
        chosen=Chosen.of(labels.filters),
        chosen_names=[labels.names[rater] for rater in labels.filters.raters],
        left_out=labels.left_out,
        log_position=labels.log_position,
        seed=seed,
        resamples=resamples,
        level=level,
        raters_as=raters_as,
        rater_groups=units.raters,
    )


def require_rows(study: AgreementStudy) -> AgreementStudy:
    """For whoever asked for agreement and nothing else: raises NothingToStudy with one rater, or
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
        told = ", ".join(one.campaign for one in labels.left_out)
        raise NothingToStudy(
            f"{labels.benchmark} has only labels of which nobody knows who gave them ({told}):"
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
    return int((split & (labels.verdicts == UNKNOWN)).sum())


def _figures(sample: Sample, *, seed: int, resamples: int, level: float) -> Mapping[str, Estimate]:
    counts, videos = sample.counts, sample.videos
    found, (main,) = measures.agreement(counts), score_intervals([sample], level)
    if sample.drawn is None:
        drawn = bootstrap(counts, videos, seed=seed, resamples=resamples, level=level)
        deleted = jackknife(counts, videos, level=level)
    else:
        drawn = deleted = dict.fromkeys(FIGURES, Interval(reason=OF_VIDEOS_ALONE, level=level))
    return {
        name: Estimate.of(
            getattr(found, name),
            **{USUAL: main[name], BOOTSTRAP: drawn[name], JACKKNIFE: deleted[name]},
        )
        for name in FIGURES
    }


def _by_labels(sample: Sample, percent: Estimate, **drawn: Any) -> list[ByLabels]:
    """percent: of all of them, which is also that of the only bar where there is one."""
    number, bars = sample.counts.sum(axis=1), by_number_of_labels(sample.counts)
    if len(bars) == 1:
        return [ByLabels(bars[0].labels, bars[0].units, percent)]
    of_each = [_figures(sample.only(number == bar.labels), **drawn)["percent"] for bar in bars]
    return [
        ByLabels(bar.labels, bar.units, figure) for bar, figure in zip(bars, of_each, strict=True)
    ]


def _told_figure(figure: Estimate) -> dict[str, Any]:
    drawn, main = figure.intervals[BOOTSTRAP], figure.intervals[USUAL]
    return {
        "value": figure.value,
        "reason": figure.reason,
        "interval": figure.ends(),
        "no_interval": figure.why_not(),
        "mark": main.mark,
        "bootstrap": figure.ends(BOOTSTRAP),
        "jackknife": figure.ends(JACKKNIFE),
        "resamples": drawn.replicates,
        "dropped": drawn.dropped,
        "videos": main.clusters or drawn.clusters,
        "no_bootstrap": figure.why_not(BOOTSTRAP),
        "no_jackknife": figure.why_not(JACKKNIFE),
    }


def _counts(table: Resolved) -> dict[str, Any]:
    names = ("pairs", "labels", "resolved", "relevant", "irrelevant", "disagreements")
    shares = {name: share.value for name, share in table.shares.items()}
    return {**{name: getattr(table, name) for name in names}, "shares": shares}


def _told_by_labels(row: ByLabels) -> dict[str, Any]:
    told = _told_figure(row.agreement)
    return {"labels": row.labels, "pairs": row.pairs, "agreement": told.pop("value"), **told}


STUDY = Study(name="agreement", title="Agreement", version=5, findings=(AgreementStudy,))
