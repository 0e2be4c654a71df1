"""How well a number tells relevant pairs from the others: the area under the ROC curve, and how far
it would move had other videos been judged.

The area is the share of all (relevant, other) two pairs in which the relevant one has the higher
number, a tie counting half (Hanley and McNeil 1982): the statistic of Mann and Whitney. A resample
weighs each pair by how often its video was drawn, and two pairs by the product of their weights.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from metrics.measures.arrays import Integers, Mask, Values, divide
from metrics.measures.clusters import number
from metrics.measures.draws import weights_in_blocks
from metrics.measures.resampling import RESAMPLES, Resampled

BLOCK = 1 << 22  # numbers of a step by resample table at a time


@dataclass(frozen=True, slots=True)
class Ladder:
    """How many relevant pairs and others each video has on each step: all that the area follows
    from. A step holds equal values, or values between which only pairs of one class are: their
    order among themselves is in no two pairs."""

    relevant: csr_array  # (steps, clusters), ascending
    others: csr_array  # (steps, clusters)

    @classmethod
    def of(cls, values: Values, relevant: Mask, clusters: Integers) -> "Ladder":
        """All (pairs,). clusters: numbers from 0."""
        step = _steps(values, relevant)
        shape = (int(step.max(initial=-1)) + 1, int(clusters.max(initial=-1)) + 1)
        return cls(*(_counted(step[of], clusters[of], shape) for of in (relevant, ~relevant)))

    def areas(self, weights: NDArray[np.float64]) -> Values:
        """(resamples,): nan where one of the classes was not drawn. weights: (resamples,
        clusters)."""
        found, others = (np.asarray(part @ weights.T) for part in (self.relevant, self.others))
        # Each relevant pair is above all others on lower steps, and half above those on its own.
        below = np.cumsum(others, axis=0) - others / 2
        return divide((found * below).sum(axis=0), found.sum(axis=0) * others.sum(axis=0))


def area_under_roc(values: Values, relevant: Mask) -> float:
    """By midranks. values: (pairs,), relevant: (pairs,). nan where one class is empty."""
    found, others = int(relevant.sum()), int((~relevant).sum())
    if not found or not others:
        return float("nan")
    _, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    midranks = np.cumsum(counts) - (counts - 1) / 2
    ranks = float(midranks[which[relevant]].sum())
    return (ranks - found * (found + 1) / 2) / (found * others)


def resample_area(
    values: Values, relevant: Mask, clusters: Integers, *, resamples: int = RESAMPLES, seed: int
) -> Resampled:
    """One cell. clusters: (pairs,) the video of each; the same clusters and seed draw the same
    resamples for every number that tells the same pairs apart."""
    labels = number(clusters, len(values))
    ladder, point = Ladder.of(values, relevant, labels), area_under_roc(values, relevant)
    clustered = int(labels.max(initial=-1)) + 1
    areas = [np.empty(0)]
    for block in weights_in_blocks(clustered, resamples, seed):
        areas += [ladder.areas(weights) for weights in _parted(block, ladder.relevant.shape[0])]
    none = np.zeros(1, np.int64)
    means = np.concatenate(areas)[None, :]
    return Resampled(means, np.array([point]), none, none, np.array([clustered]), seed)


def _steps(values: Values, relevant: Mask) -> Integers:
    """(pairs,): the step of each, from 0."""
    if not len(values):
        return np.empty(0, np.int64)
    distinct, which = np.unique(values, return_inverse=True)
    found = np.bincount(which[relevant], minlength=len(distinct)) > 0
    others = np.bincount(which[~relevant], minlength=len(distinct)) > 0
    # 1 or 2 where a value has pairs of one class alone, 3 where it has both: such a step is whole.
    holds = found + 2 * others
    begins = np.ones(len(distinct), np.int64)
    begins[1:] = (holds[1:] != holds[:-1]) | (holds[1:] == 3)
    begins[0] = 0
    return np.cumsum(begins)[which].astype(np.int64)


def _counted(step: Integers, clusters: Integers, shape: tuple[int, int]) -> csr_array:
    counts = csr_array((np.ones(len(step)), (step, clusters)), shape=shape)
    counts.sum_duplicates()
    return counts


def _parted(weights: NDArray[np.float64], steps: int) -> Iterator[NDArray[np.float64]]:
    rows = max(BLOCK // max(steps, 1), 1)
    for start in range(0, len(weights), rows):
        yield weights[start : start + rows]
