"""A figure of a run as what is known of it for sure and a mean over units, of which some were drawn
to be judged: by people alone, and with witnesses."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy.special import stdtrit

from foundation.frozen import frozen
from measures.arrays import Counts, Mask, Values
from measures.dependence import Dependence, errors_of_means
from measures.estimate import LEVEL, Estimate, interval_of, sure, unknown
from measures.estimates import SampleMean, correct_from_misses, spread_of
from measures.witness import DrawnTotals, folds_of, of_totals, worth, worth_ends
from measures.witness_units import Fit, WitnessedUnits

LEAST_POSITIVES = 10
FEW_UNITS = 100
UNITS_A_WITNESS = 20  # below FEW_UNITS
LEAST_CLUSTERS = 10
GROUPS = 50  # of clusters, left out together where each estimate takes long
OPEN = "people alone: pairs of what was drawn are not judged yet"


MOST_PLACES = 6


def between(low: float, high: float) -> str:
    """The interval of a worth, with as many digits as tell each end from 1."""
    return f"{_times(low)} to {_times(high)}"


def _times(worth: float) -> str:
    places = 2
    while places < MOST_PLACES and round(worth, places) == 1 != worth:
        places += 1
    return f"{worth:.{places}f}x"


@frozen
class HowDrawn:
    """How units came to be judged. videos: whole ones were drawn, with all their captions. learnt:
    a witness has learnt from these very labels. alike: the figure is about captions like these."""

    videos: bool = False
    learnt: bool = False
    alike: bool = False


@dataclass(frozen=True)
class SampledFigure:
    """base: (captions,), what each adds whatever is drawn. owner: (N,), the caption of each unit,
    to which the unit adds. lowest, highest: what the figure may be. people: the line of people
    alone where it has an estimator of its own. share: of misses that turn out right, each 0 or 1.
    positives: units with one. ground: why a witness cannot help at all. unit: what units are."""

    units: WitnessedUnits
    how: HowDrawn
    base: Values
    owner: Counts
    dependence: Dependence
    lowest: float = 0.0
    highest: float = 1.0
    people: SampleMean | None = None
    share: bool = False
    positives: int = 0
    ground: str = ""
    unit: str = "misses"

    @property
    def captions(self) -> int:
        return len(self.base)

    def alone(self) -> SampleMean:
        if self.people is not None and not self.how.alike:
            return self.people
        plain = self.share and not self.how.alike and not self.units.free.shape[1]
        if plain and len(self.units.sizes) == 1 and (not self.how.videos or self._too_few_videos):
            known = self.units.y[self.units.drawn]
            return correct_from_misses(known, self.captions, self.captions - len(self.units.y))
        return self._bounded(self._mean(self.units, alone=True))

    def together(self) -> SampleMean:
        return self._bounded(self._mean(self.units))

    def _mean(self, units: WitnessedUnits, *, alone: bool = False) -> SampleMean:
        """The figure from these units."""
        if self.how.videos:
            found = of_totals(_totals(units, alone=alone))
            return found.scaled(self._times, self._plus)
        fit = units.alone if alone else units.together
        found = fit.mean().scaled(self._times, self._plus)
        return self._alike(fit, found) if self.how.alike else found

    @property
    def _times(self) -> float:
        return len(self.units.y) / self.captions

    @property
    def _plus(self) -> float:
        return float(self.base.sum()) / self.captions

    def _alike(self, fit: Fit, found: SampleMean) -> SampleMean:
        """About captions like these: how what each caption adds varies over videos and texts says
        both how far the draw may be off and how far these captions may be from others."""
        adds = self.base + np.bincount(self.owner, fit.parts(), self.captions)
        errors = errors_of_means(adds[None], self.dependence)
        # Few clusters may seem to make up for each other. About more captions than these nothing is
        # surer than were each independent.
        error = float(errors.error[0] / np.sqrt(min(1.0, errors.design_effect[0])))
        degrees = min(float(errors.degrees[0]), fit.degrees)
        reach = float(stdtrit(degrees, (1 + LEVEL) / 2)) * error if degrees > 0 else np.nan
        low, high = found.value - reach, found.value + reach
        return replace(found, error=error, low=low, high=high)

    def _bounded(self, mean: SampleMean) -> SampleMean:
        """A figure's interval ends where it does, which Student's t does not know."""
        return replace(mean, low=max(mean.low, self.lowest), high=min(mean.high, self.highest))

    def variance_of_one(self) -> float:
        """S^2 times (M/N)^2: people alone's variance, were one unit drawn of endlessly many. nan
        where its labels do not tell."""
        n, size = self.units.n, len(self.units.y)
        if n < 2:
            return float("nan")
        if n == size:
            return float(spread_of(self.units.y) * self._times**2)
        return float(self._mean(self.units, alone=True).error ** 2 / (1 / n - 1 / size))

    def worth(self) -> Estimate:
        value = worth(self._mean(self.units, alone=True), self._mean(self.units))
        if np.isnan(value):
            return unknown("nothing varies, so there is nothing that a witness could save")
        low, high = worth_ends(self._worths_without(), value)
        return sure(float(value), interval_of(low, high, "too few videos" if np.isnan(low) else ""))

    def _worths_without(self) -> Values:
        """The worths without each cluster in turn; without each of some groups of them where the
        products of each do not tell."""
        if not self.how.videos and not self.how.alike:
            return self.units.worths_without()
        u = self.units
        groups = np.full(len(u.y), -1)
        groups[u.drawn] = folds_of(u.clusters[u.drawn], GROUPS)
        found = []
        for group in range(int(groups.max()) + 1):
            left = replace(u, y=np.where(groups == group, np.nan, u.y))
            found.append(worth(self._mean(left, alone=True), self._mean(left)))
        return np.array(found)

    @cached_property
    def _clusters(self) -> int:
        return len(np.unique(self.units.clusters[self.units.drawn]))

    @property
    def _too_few_videos(self) -> bool:
        return self._clusters < LEAST_CLUSTERS

    def why_people_alone(self) -> str:
        """Empty where a witness may help."""
        u, p = self.units, self.units.f.shape[1]
        few = p > 1 and u.n < FEW_UNITS and p > u.n / UNITS_A_WITNESS
        same = (np.ptp(u.f, axis=0) == 0).all()
        single = (u.taken == 0) | ((u.taken == 1) & (u.sizes > 1))
        reasons = {
            f"{self.positives} positives, and it takes {LEAST_POSITIVES}": (
                self.positives < LEAST_POSITIVES
            ),
            f"labels of fewer than {LEAST_CLUSTERS} videos": self._too_few_videos,
            f"{u.n} labels are too few for {p} witnesses": few,
            "the witness says the same of all that could be drawn": same,
            "all that could be drawn is judged, so nothing is left to foretell": (
                u.n == len(u.y) and not self.how.alike
            ),
            "of a stratum one or none was drawn": not self.how.videos and single.any(),
        }
        first = next((why for why, holds in reasons.items() if holds), "")
        return self.ground or (first and f"people alone: {first}")


def few_columns(free: Values, n: int, p: int) -> Values:
    """What is known without an opinion takes its place from few labels, too: it is left out where
    there are too few for it beside the witnesses."""
    q = free.shape[1]
    return free if n >= FEW_UNITS or p + q <= n / UNITS_A_WITNESS else free[:, :0]


def whole_videos(y: Values, clusters: Counts) -> Values:
    """nan as well for what is judged of videos that are judged in part: they were not drawn."""
    found: Values = np.where(np.isin(clusters, clusters[np.isnan(y)]), np.nan, y)
    return found


def _totals(units: WitnessedUnits, *, alone: bool) -> DrawnTotals:
    f = units.free if alone else np.column_stack([units.free, units.f])
    some: Mask = units.drawn
    videos, of = np.unique(units.clusters[some], return_inverse=True)
    y, captions, *each = (
        np.bincount(of, one[some], len(videos)).astype(np.float64)
        for one in (units.y, np.ones(len(f)), *f.T)
    )
    everywhere = np.array([len(f), *f.sum(axis=0)])
    each_f = np.array(each).reshape(f.shape[1], len(videos)).T
    return DrawnTotals(y, captions, each_f, everywhere, len(np.unique(units.clusters)))
