"""How far a witness agrees with people on pairs that both spoke of: kappa, the area under ROC,
correlation, leniency, and calibration."""

from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np

from foundation.finding.fields import Found, found
from foundation.frozen import frozen
from measures.agreement import count_values
from measures.agreement_score import LabelledUnits
from measures.arrays import Integers, Mask, Values
from measures.clustered_share import shares_by_group
from measures.correlation import correlation_of
from measures.estimate import Estimate, unknown
from measures.grade_intervals import sure_figures
from measures.kappas import KAPPAS, kappas
from measures.mean_intervals import Moved, estimate_of
from measures.roc import area_of
from measures.saving import share_saved
from metrics.studies.estimated import estimate
from metrics.studies.held_witness import Labelled

BINS = 10
LEAST_POSITIVES = 10
# In a table of this name texts are found for translation.
REASONS = {
    "all_relevant": (
        "people found every one of these pairs relevant, so there is nothing to tell it from"
    ),
    "none_relevant": (
        "people found none of these pairs relevant, so there is nothing to tell from others"
    ),
    "no_threshold": (
        "its values are no probabilities, and nobody says from which on it takes a pair for"
        " relevant: name a threshold"
    ),
    "no_grades": ("it does not speak in grades of the scale that people used"),
    "no_scale": ("people judged without grades"),
    "no_probability": ("its values are no probabilities"),
    "one_call": ("it takes all pairs for the same"),
    "no_opinion": ("no labelled pair has an opinion"),
}
ALL_RELEVANT = REASONS["all_relevant"]
NONE_RELEVANT = REASONS["none_relevant"]
NO_THRESHOLD = REASONS["no_threshold"]
NO_GRADES = REASONS["no_grades"]
NO_SCALE = REASONS["no_scale"]
NO_PROBABILITY = REASONS["no_probability"]
ONE_CALL = REASONS["one_call"]
NO_OPINION = REASONS["no_opinion"]
FEW_POSITIVES = (
    "people found {relevant} of these pairs relevant, and {needed} are needed: label more"
)


@frozen
class OpinionBin(Found):
    """Labelled pairs whose opinion is from low to below high; the last bin has high too."""

    low: float = found()
    high: float = found()
    n: int = found("How many pairs there are.")
    mean: float = found("The mean of the opinions.")
    share: Estimate = estimate(
        "Of the pairs, what people found relevant.", interval="interval", why="why"
    )


@frozen
class WitnessAgreement(Found):
    saves: Estimate = estimate(
        "The share of labels that it saves, where the mean of these verdicts is asked for."
    )
    kappa: Estimate = estimate("Cohen's kappa at the threshold.")
    kappa_linear: Estimate = estimate("Weighted kappa of grades, linear.")
    kappa_quadratic: Estimate = estimate("Weighted kappa of grades, quadratic.")
    auc: Estimate = estimate("The area under the ROC curve.")
    auc_not_original: Estimate = estimate("The same without original pairs.")
    r: Estimate = estimate("Pearson's correlation of opinions and verdicts.")
    calls_relevant: Estimate = estimate("The share of the pairs that it calls relevant.")
    people: Estimate = estimate("The share that people found relevant.")
    leniency: Estimate = estimate("The first less the second.")
    brier: Estimate = estimate("The mean of (f - y)^2, of probabilities.")
    calibration_error: float | None = found(
        "How far the bins' shares are from their means, on average; null of no probabilities."
    )
    calibration: tuple[OpinionBin, ...] = found()


def agreement_of(labelled: Labelled) -> WitnessAgreement:
    why = labelled.said.no_agreement or _why_none(labelled.relevant)
    of_labels = labelled.said.no_agreement or ("" if len(labelled.f) else NO_OPINION)
    shown = not of_labels
    bins = tuple(_bins(labelled)) if shown else ()
    called = labelled.called
    probabilities = labelled.said.are_probabilities
    beyond = ~labelled.original
    return WitnessAgreement(
        saves=_or(of_labels, lambda: share_saved(labelled.y, labelled.f, labelled.dependence)),
        kappa=_or(why, lambda: _kappa(labelled)),
        kappa_linear=_or(why, lambda: _weighted(labelled, "kappa_linear")),
        kappa_quadratic=_or(why, lambda: _weighted(labelled, "kappa_quadratic")),
        auc=_or(why, lambda: _area(labelled, np.ones(len(beyond), bool))),
        auc_not_original=_or(why, lambda: _area(labelled, beyond)),
        r=_or(why, lambda: correlation_of(labelled.f, labelled.y, labelled.dependence)),
        calls_relevant=_or(of_labels, lambda: _mean(labelled, called)),
        people=_or(of_labels, lambda: _mean(labelled, labelled.y)),
        leniency=_or(of_labels, lambda: _leniency(labelled)),
        brier=_or(
            of_labels or ("" if probabilities else NO_PROBABILITY),
            lambda: _mean(labelled, (labelled.f - labelled.y) ** 2),
        ),
        calibration_error=_calibration_error(bins) if probabilities and bins else None,
        calibration=bins,
    )


def _or(why: str, compute: Callable[[], Estimate]) -> Estimate:
    return unknown(why) if why else compute()


def _why_none(relevant: Mask) -> str:
    if not len(relevant):
        return NO_OPINION
    if relevant.all():
        return ALL_RELEVANT
    positives = int(relevant.sum())
    if not positives:
        return NONE_RELEVANT
    if positives < LEAST_POSITIVES:
        return FEW_POSITIVES.format(relevant=positives, needed=LEAST_POSITIVES)
    return ""


def _kappa(labelled: Labelled) -> Estimate:
    if labelled.called is None:
        return unknown(NO_THRESHOLD)
    if np.ptp(labelled.called) == 0:
        return unknown(ONE_CALL)
    both = labelled.called.astype(np.int64), labelled.relevant.astype(np.int64)
    return _of_two(labelled, *both, 2, "kappa_linear")


def _weighted(labelled: Labelled, name: str) -> Estimate:
    grades, scale = labelled.grades, labelled.snapshot.grades
    if grades is None or scale is None:
        return unknown(NO_SCALE if scale is None else NO_GRADES)
    return _of_two(labelled, labelled.f.astype(np.int64), grades, scale.highest + 1, name)


def _of_two(
    labelled: Labelled, own: Integers, peoples: Integers, values: int, name: str
) -> Estimate:
    """Of two values all weights are the same."""
    n = len(own)
    unit, said = np.tile(np.arange(n), 2), np.concatenate([own, peoples])
    between = kappas(unit, np.repeat([0, 1], n), said, values, {name: KAPPAS[name]})
    of = labelled.dependence
    sample = LabelledUnits(count_values(unit, said, n, values), of.videos, None, of.texts)
    return sure_figures(between.figures, sample)[name]


def _area(labelled: Labelled, chosen: Mask) -> Estimate:
    relevant = labelled.relevant[chosen]
    if why := _why_none(relevant):
        return unknown(why)
    return area_of(labelled.f[chosen], relevant, labelled.dependence.only(chosen))


def _mean(labelled: Labelled, values: Values | None) -> Estimate:
    if values is None:
        return unknown(NO_THRESHOLD)
    return estimate_of(Moved.means(values[None]), labelled.dependence, NO_OPINION)


def _leniency(labelled: Labelled) -> Estimate:
    if labelled.called is None:
        return unknown(NO_THRESHOLD)
    moved = Moved.means(labelled.called[None]).minus(Moved.means(labelled.y[None]))
    return estimate_of(moved, labelled.dependence, NO_OPINION)


def _bins(labelled: Labelled) -> Iterator[OpinionBin]:
    """A bin for each value where these are few, else ten that are equally wide: of probabilities
    tenths, of others from the lowest to the highest. Those that have a pair."""
    f = labelled.f
    which, edges = _binned(f, labelled.said.are_probabilities)
    for one in shares_by_group(which, labelled.y, labelled.dependence.videos):
        low, high = edges[one.group]
        yield OpinionBin(low, high, one.units, float(f[which == one.group].mean()), one.share)


def _binned(f: Values, probabilities: bool) -> tuple[Integers, list[tuple[float, float]]]:
    distinct, which = np.unique(f, return_inverse=True)
    if len(distinct) <= BINS:
        return which, [(float(value), float(value)) for value in distinct]
    low, high = (0.0, 1.0) if probabilities else (float(distinct[0]), float(distinct[-1]))
    # Not linspace, whose third tenth is a last digit above 0.3.
    edges = low + (high - low) * np.arange(BINS + 1) / BINS
    found = np.clip(np.searchsorted(edges, f, side="right") - 1, 0, BINS - 1)
    return found, list(pairwise(edges.tolist()))


def _calibration_error(bins: tuple[OpinionBin, ...]) -> float:
    total = sum(one.n for one in bins)
    return sum(one.n * abs((one.share.value or 0.0) - one.mean) for one in bins) / total
