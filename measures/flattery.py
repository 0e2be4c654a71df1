"""How far a witness lies above people on what each run ranks first: the mean of f - y over the
labelled pairs in the run's top. Above 0 it flatters the run, below 0 it is harder on it than
people are.

Pairs, not captions, are the units: those of one video are alike, and so are those of one text. The
mean is *conditional on being labelled*: which pairs people judge is no random draw, and what is
true of these need not be true of the rest of the top. `weights` mend that as far as it is known
how pairs were drawn: each is one over the probability of a pair's being drawn.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from measures.arrays import Mask, Values
from measures.dependence import Dependence
from measures.estimate import Estimate, Interval, sure, unknown
from measures.mean_intervals import Moved, intervals_of

# Effective clusters below which an interval is marked: simulated, see the test of coverage.
LEAST_CLUSTERS = 15
FEW = (
    "not to be trusted, as its pairs count like {clusters} videos or texts of one size, and"
    " {needed} are needed"
)
NO_PAIR = "no labelled pair with an opinion is in its top"
NO_OTHER = "no labelled pair with an opinion is in the top of any other run"


@dataclass(frozen=True, slots=True)
class LabelledTops:
    """errors: (pairs,) f - y, from -1 to 1. weights: (pairs,) above 0. tops: (runs, pairs), which
    of them each run ranks in its top. dependence: of the pairs, by video and text."""

    errors: Values
    weights: Values
    tops: Mask
    dependence: Dependence

    def moved(self, runs: Mask) -> Moved:
        """The mean over what any of these runs has in its top, and how far each pair moves it.
        runs: (runs,)."""
        there: Mask = np.asarray(self.tops[runs].any(axis=0))
        weights = np.where(there, self.weights, 0.0)
        total = weights.sum()
        if not total:
            return Moved(np.array([np.nan]), np.zeros((1, len(there))), there[None], share=False)
        mean = float((weights * self.errors).sum() / total)
        influence = weights * (self.errors - mean) / total
        return Moved(np.array([mean]), influence[None], there[None], share=False)


def flattery(of: LabelledTops) -> Iterator[Estimate]:
    """Of each run in turn."""
    for place in range(len(of.tops)):
        run = np.arange(len(of.tops)) == place
        yield _estimate(of.moved(run), of, NO_PAIR)


def beyond_others(of: LabelledTops, own: Mask) -> Estimate:
    """How much more the witness flatters some runs than the rest: the difference of the two means.
    A pair that both have in their tops counts in either. own: (runs,)."""
    some, rest = of.moved(own), of.moved(~own)
    if np.isnan(some.value[0]) or np.isnan(rest.value[0]):
        return unknown(NO_PAIR if np.isnan(some.value[0]) else NO_OTHER)
    return _estimate(some.minus(rest), of, NO_PAIR)


def _estimate(moved: Moved, of: LabelledTops, nothing: str) -> Estimate:
    if np.isnan(moved.value[0]):
        return unknown(nothing)
    return sure(float(moved.value[0]), marked_if_few(intervals_of(moved, of.dependence)[0]))


def marked_if_few(interval: Interval) -> Interval:
    """With a mark where it rests on too few clusters."""
    clusters = interval.effective_clusters
    if interval.low is None or clusters is None or clusters >= LEAST_CLUSTERS:
        return interval
    mark = FEW.format(clusters=f"{clusters:.1f}", needed=LEAST_CLUSTERS)
    return replace(interval, mark=mark)
