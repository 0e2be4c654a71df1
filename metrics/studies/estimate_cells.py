"""One estimate of a run under a measure by an estimator: which values it takes, how sure it is, or
why there is none."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Values
from measures.estimates import (
    SampleMean,
    correct_from_misses_by_strata,
    correct_with_orphans,
    hajek_mean,
    horvitz_thompson_mean,
    simple_mean,
    stratified_mean,
)
from measures.measure import Measure
from measures.shares import Parts, as_share
from metrics.snapshot import StoredRun
from metrics.studies.sampled import KnownValues, Misses, Sampled

Estimator = Literal["simple", "strata", "misses", "ht", "hajek"]
NO_MISS = (
    "no interval: the run misses no caption by the original positives, so no miss was drawn and"
    " nothing tells how sure it is"
)
SINGLE = "no interval, as a stratum of several captions is known from a single one"
NO_SPREAD = "no interval, as the captions drawn show no spread"
MISSES_ALONE = "the pool drew misses alone, so it tells of C@K, from misses, and of nothing else"


@frozen
class EstimateCell:
    """A run under a measure, with all that its estimators look at."""

    sampled: Sampled
    run: StoredRun
    measure: Measure
    known: KnownValues
    misses: Misses | None  # None where the measure is not C@K

    @property
    def sharpest(self) -> Sequence[Estimator]:
        """Those that the draw allows, the one that tells most first."""
        if self.of_misses:
            return ("misses",)
        drawn: Estimator = "strata" if self.sampled.sample.several_strata else "simple"
        return (drawn,) if self.misses is None else ("misses", drawn)

    @property
    def of_misses(self) -> bool:
        """Whether only misses could be drawn."""
        return self.sampled.sample.among is not None

    @property
    def sizes(self) -> list[int]:
        """The sizes of the strata of all that could be drawn."""
        return [int(size) for size in np.bincount(self.sampled.strata)]

    def strata(self, values: Values) -> list[Values]:
        """values: (n,) of the captions drawn."""
        stratum = self.sampled.sample.stratum
        return [values[stratum == number] for number in range(len(self.sizes))]

    def parts(self, by: Estimator) -> Parts:
        """What this estimator takes by itself."""
        if self.misses and (by == "misses" or self.of_misses):
            return list(zip(map(len, self.misses.drawn), self.misses.sizes, strict=True))
        sample = self.sampled.sample
        if by == "simple":
            return [(len(sample.captions), sample.population)]
        drawn = np.bincount(sample.stratum, minlength=len(self.sizes)).tolist()
        return list(zip(drawn, self.sizes, strict=True))


def why_not(cell: EstimateCell, by: Estimator) -> str:
    if cell.of_misses and (cell.misses is None or by in ("simple", "strata")):
        return MISSES_ALONE
    of_misses = cell.misses if by == "misses" or cell.of_misses else None
    if of_misses and of_misses.reason:
        return of_misses.reason
    missing = np.isnan(cell.known.low)
    if missing.all() and not of_misses:
        return "no caption that was drawn has a positive"
    if missing.any() and by == "ht":
        return (
            "it needs a value for every caption drawn, and some have no positive; Hajek's does"
            " without"
        )
    if missing.any() and of_misses and not all(map(len, of_misses.drawn)):
        return "of a stratum's misses none was drawn, and some captions have no positive"
    return ""


def why_no_interval(cell: EstimateCell, by: Estimator, low: SampleMean, high: SampleMean) -> str:
    if by == "misses" and cell.misses and not cell.misses.drawn:
        return NO_MISS
    if not np.isnan([low.low, high.high]).any():
        return ""
    apart = by in ("strata", "misses") or cell.of_misses
    single = apart and any(taken == 1 < size for taken, size in cell.parts(by))
    return SINGLE if single else NO_SPREAD


def estimated(cell: EstimateCell, by: Estimator, values: Values) -> SampleMean:
    """values: (n,) of the captions drawn."""
    if cell.misses and (by == "misses" or cell.of_misses):
        return _from_misses(cell, cell.misses, by, values)
    sample = cell.sampled.sample
    apart = 1
    if by == "simple":
        mean = simple_mean(values, sample.population)
    elif by in ("ht", "hajek"):
        of = horvitz_thompson_mean if by == "ht" else hajek_mean
        mean = of(values, sample.inclusion, sample.population)
    else:
        mean, apart = stratified_mean(cell.strata(values), cell.sizes), len(cell.sizes)
    return as_share(mean, values, len(values) - apart, cell.parts(by)) if cell.misses else mean


def _from_misses(cell: EstimateCell, misses: Misses, by: Estimator, values: Values) -> SampleMean:
    """C = B + (M/N) z: what the run gets right by the original positives, and the share z of its
    misses that turn out right."""
    captions = cell.sampled.sample.whole
    samples = [values[drawn] for drawn in misses.drawn]
    if not samples or (len(samples) == 1 and by == "misses" and not _any_missing(samples)):
        return correct_from_misses_by_strata(samples, misses.sizes, captions)
    if _any_missing(samples):
        return correct_with_orphans(samples, misses.sizes, captions)
    joined, degrees = np.concatenate(samples), sum(map(len, samples)) - len(samples)
    sample, places = cell.sampled.sample, np.concatenate(misses.drawn)
    own = np.full(len(values), 0.0 if by == "ht" else np.nan)
    own[places] = values[places]
    if by == "ht":
        # How many of all that could be drawn are misses that turn out right; over the misses.
        z = horvitz_thompson_mean(own, sample.inclusion, sample.population)
        z = z.scaled(sample.population / misses.total)
    elif by == "misses" and misses.separate:
        z = stratified_mean(samples, misses.sizes)
    else:
        # Hajek's over the stored probabilities: what was drawn beside the run's misses counts as
        # drawn, and tells nothing.
        z = stratified_mean(cell.strata(own), cell.sizes)
    z = as_share(z, joined, max(degrees, 1), cell.parts(by))
    counted = replace(z, n=len(joined), left_out=0)
    return counted.of_misses(misses.total / captions, captions)


def _any_missing(samples: Sequence[Values]) -> bool:
    return any(bool(np.isnan(sample).any()) for sample in samples)
