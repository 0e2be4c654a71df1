"""How often each rater errs, and how many pairs are relevant, as draws of both tell it."""

from dataclasses import dataclass

import numpy as np

from foundation.finding.fields import Found, found
from measures.arrays import Values
from measures.estimate import LEVEL, USUAL, Estimate, Interval
from measures.label_draws import LabelDraws
from measures.posterior import Evidence
from metrics.studies.estimated import estimate
from metrics.studies.label_evidence import BANDS, LabelEvidence


@dataclass(frozen=True, slots=True)
class RaterErrors(Found):
    """doubled: of the labels, those on pairs that another rater labelled too. gold: answers to
    hidden gold. settled: labels on pairs that an adjudicator decided."""

    rater: str = found()
    labels: int = found()
    doubled: int = found()
    settled: int = found()
    gold: int = found()
    sensitivity: Estimate = estimate(why="")
    specificity: Estimate = estimate(why="")


@dataclass(frozen=True, slots=True)
class StratumShare(Found):
    """Pairs that share a prevalence. original: whether the benchmark calls them relevant itself."""

    pairs: int = found()
    name: str = found(key="of")
    original: bool = found()
    prevalence: Estimate = estimate(why="")


def rater_errors(labels: LabelEvidence, drawn: LabelDraws) -> tuple[RaterErrors, ...]:
    """The raters' errors, from the one with most labels on; raters are called by their places."""
    many = np.bincount(labels.pair, minlength=len(labels.keys))
    counted = (
        np.ones(len(labels.pair)),
        many[labels.pair] > 1,
        labels.known[labels.pair] >= 0,
    )
    labelled, doubled, settled = (
        np.bincount(labels.rater, one, minlength=labels.raters).astype(int) for one in counted
    )
    gold = labels.checks.sum(axis=(1, 2))
    return tuple(
        RaterErrors(
            rater=f"rater {rater + 1}",
            labels=int(labelled[rater]),
            doubled=int(doubled[rater]),
            settled=int(settled[rater]),
            gold=int(gold[rater]),
            sensitivity=drawn_estimate(drawn.sensitivity[:, rater]),
            specificity=drawn_estimate(drawn.specificity[:, rater]),
        )
        for rater in range(labels.raters)
    )


def stratum_shares(evidence: Evidence, drawn: LabelDraws) -> tuple[StratumShare, ...]:
    """Those that have a pair."""
    many = np.bincount(evidence.stratum, minlength=drawn.prevalence.shape[1])
    return tuple(
        StratumShare(
            int(many[stratum]),
            BANDS[stratum % len(BANDS)],
            stratum >= len(BANDS),
            drawn_estimate(drawn.prevalence[:, stratum]),
        )
        for stratum in np.flatnonzero(many).tolist()
    )


def drawn_estimate(draws: Values) -> Estimate:
    low, high = np.quantile(draws, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Estimate(float(draws.mean()), "", {USUAL: Interval(float(low), float(high))})
