"""A run's misses, of which some were drawn to be judged: how many of all are right after all, by
people alone and with witnesses."""

from dataclasses import replace

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Counts, Mask, Values
from measures.estimate import Estimate, interval_of, sure, unknown
from measures.estimates import SampleMean, correct_from_misses
from measures.witness import (
    DrawnTotals,
    Stratum,
    cross_fitted,
    greg,
    of_totals,
    worth,
    worth_ends,
)

LEAST_POSITIVES = 10
FEW_UNITS = 100
UNITS_A_WITNESS = 20  # below FEW_UNITS
LEAST_CLUSTERS = 10


@frozen
class HowDrawn:
    """How captions came to be judged. videos: whole ones were drawn, with all their captions.
    learnt: a witness has learnt from these very labels."""

    videos: bool = False
    learnt: bool = False


@frozen
class MissesDrawn:
    """Of all misses: y, nan of those not drawn; what witnesses say; which belong together."""

    y: Values
    f: Values
    clusters: Counts
    drawn: Mask
    how: HowDrawn

    @classmethod
    def of(cls, y: Values, f: Values, clusters: Counts, how: HowDrawn) -> "MissesDrawn":
        drawn: Mask = ~np.isnan(y)
        if how.videos:  # one that was judged in part was not drawn
            drawn = ~np.isin(clusters, clusters[np.isnan(y)])
        return cls(y, f, clusters, drawn, how)

    @property
    def n(self) -> int:
        return int(self.drawn.sum())

    def alone(self, captions: int) -> SampleMean:
        """C@K by people alone: Wilson's interval, where captions were drawn."""
        if self.how.videos and not self._too_few_videos:
            mean = self.mean(alone=True)
            return within(mean.of_misses(len(self.y) / captions, captions))
        return correct_from_misses(self.y[self.drawn], captions, captions - len(self.y))

    def mean(self, without: int = -1, *, alone: bool = False) -> SampleMean:
        """Of the misses. without: a cluster."""
        some, f = self.drawn & (self.clusters != without), self.f[:, :0] if alone else self.f
        if self.how.videos:
            return of_totals(self._totals(some, f))
        stratum = Stratum(self.y[some], f[some], f.mean(axis=0), len(self.y))
        crossed = not alone and (self.how.learnt or f.shape[1] > 1)
        return cross_fitted(stratum, self.clusters[some]) if crossed else greg([stratum])

    def _totals(self, some: Mask, f: Values) -> DrawnTotals:
        videos, of = np.unique(self.clusters[some], return_inverse=True)
        y, captions, *each = (
            np.bincount(of, one[some], len(videos)).astype(np.float64)
            for one in (self.y, np.ones(len(f)), *f.T)
        )
        everywhere = np.array([len(f), *f.sum(axis=0)])
        each_f = np.array(each).reshape(f.shape[1], len(videos)).T
        return DrawnTotals(y, captions, each_f, everywhere, len(np.unique(self.clusters)))

    def worth(self) -> Estimate:
        value = worth(self.mean(alone=True), self.mean())
        if np.isnan(value):
            return unknown("nothing varies, so there is nothing that a witness could save")
        clusters = np.unique(self.clusters[self.drawn]).tolist()
        each = [worth(self.mean(one, alone=True), self.mean(one)) for one in clusters]
        low, high = worth_ends(np.array(each), value)
        return sure(float(value), interval_of(low, high, "too few videos" if np.isnan(low) else ""))

    @property
    def _too_few_videos(self) -> bool:
        return len(np.unique(self.clusters[self.drawn])) < LEAST_CLUSTERS

    def why_people_alone(self) -> str:
        """Empty where a witness may help."""
        n, positives, p = self.n, int(self.y[self.drawn].sum()), self.f.shape[1]
        if positives < LEAST_POSITIVES:
            return f"people alone: {positives} positives, and it takes {LEAST_POSITIVES}"
        if self._too_few_videos:
            return f"people alone: labels of fewer than {LEAST_CLUSTERS} videos"
        if p > 1 and n < FEW_UNITS and p > n / UNITS_A_WITNESS:
            return f"people alone: {n} labels are too few for {p} witnesses"
        if (np.ptp(self.f, axis=0) == 0).all():
            return "people alone: the witness says the same of every miss"
        return ""


def within(mean: SampleMean) -> SampleMean:
    """A share's interval ends at 0 and 1, which Student's t does not know."""
    return replace(mean, low=max(mean.low, 0.0), high=min(mean.high, 1.0))
