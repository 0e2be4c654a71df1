"""What a benchmark's mean is likely to be when only a sample of its captions was labelled.

Captions are the sampling unit: a sampled caption's whole top K is judged, so it has its value. nan
for a sampled caption without a value (no positives): it is left out and counted, and the estimate
is of the mean over the captions that have one. Sampling is without replacement; every error shrinks
to 0 as the sample becomes the benchmark.

Where the sample shows no spread although captions remain unseen, its error and interval are
undefined: nan. It would be false to say 0. Only a share estimated from misses has an interval even
then (Wilson's).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np
from scipy.special import stdtrit

from measures.arrays import Values
from measures.estimate import LEVEL
from measures.spread import ROUNDING


@dataclass(frozen=True, slots=True)
class SampleMean:
    value: float
    error: float  # standard error
    low: float
    high: float
    n: int  # sampled captions with a value
    left_out: int  # sampled captions without
    population: int  # captions that the estimate speaks for

    def scaled(self, times: float, plus: float = 0.0) -> "SampleMean":
        value, low, high = (plus + times * end for end in (self.value, self.low, self.high))
        return replace(self, value=value, error=times * self.error, low=low, high=high)

    def of_misses(self, share: float, captions: int) -> "SampleMean":
        """C@K of all captions, where this is of the misses, a share of them: the rest is right."""
        return replace(self.scaled(share, 1 - share), population=captions)


def simple_mean(sample: Values, population: int) -> SampleMean:
    """Mean of a simple random sample: Var = (1 - n/N) s^2/n, with a t interval of n - 1 degrees of
    freedom.

    sample: (n,) values of the sampled captions. population: N, all captions of the benchmark.
    """
    return stratified_mean([sample], [population])


def stratified_mean(samples: Sequence[Values], populations: Sequence[int]) -> SampleMean:
    """Sum of W_h mean_h, Var = sum W_h^2 (1 - n_h/N_h) s_h^2/n_h, with a t interval of n - H
    degrees of freedom.

    samples: for each of H strata (n_h,). populations: N_h. Where values are missing it is the
    combined ratio estimator: the estimated total over the estimated number of captions with a
    value, its error from the residuals y - mean (0 if missing). Error and interval are nan where a
    stratum is known from a single caption of several.
    """
    return correct_with_orphans(samples, populations, sum(populations))


def correct_from_misses(sample: Values, captions: int, correct: int) -> SampleMean:
    """C@K from labels of misses only: C = B + (M/N) z, Var = (M/N)^2 (1 - n/M) s^2/n.

    A caption that the run gets right by the original positives (B of all N) stays right, so only
    its M misses are sampled.
    sample: (n,) 1.0 where a sampled miss turned out right after all, 0.0 where not, nan where it
    was not judged to the end.
    captions: N. correct: how many of them are right by the original positives. Without misses
    nothing is left to estimate. The interval is Wilson's for z, with n / (1 - n/M) for n: it holds
    for shares near 0 and 1, and for samples without spread.
    """
    misses, known = captions - correct, sample[~np.isnan(sample)]
    _check_misses(known, len(sample), captions, correct)
    if misses == 0:
        return SampleMean(1.0, 0.0, 1.0, 1.0, 0, 0, captions)
    z, unseen = float(known.mean()), 1 - len(known) / misses
    error = _error(unseen * spread_of(known) / len(known), whole=len(known) == misses)
    shares = z, *_wilson(z, len(known), unseen)
    value, low, high = (float((correct + misses * share) / captions) for share in shares)
    left_out = len(sample) - len(known)
    return SampleMean(value, misses / captions * error, low, high, len(known), left_out, captions)


def correct_from_misses_by_strata(
    samples: Sequence[Values], misses: Sequence[int], captions: int
) -> SampleMean:
    """The same from a stratified sample: z is the stratified mean over the misses, its interval
    with it.

    samples: (n_h,) for each stratum that has misses. misses: M_h. How many of a stratum's misses a
    draw of captions takes is chance, but which ones it takes is as random as the draw: given the
    n_h they are a stratified sample of the misses.
    """
    if len(samples) < 2:
        every = np.concatenate([*samples, np.empty(0)])
        return correct_from_misses(every, captions, captions - sum(misses))
    return stratified_mean(samples, misses).of_misses(sum(misses) / captions, captions)


def correct_with_orphans(
    samples: Sequence[Values], misses: Sequence[int], captions: int
) -> SampleMean:
    """C@K where some misses have no positive at all, and so no part in the mean: those found right
    over those found to have a positive, (B + sum M_h y_h) / (N - M + sum M_h p_h), its error from
    the residuals y - C (0 without a positive).

    samples: (n_h,) for each stratum that has misses, nan for a miss judged to the end in which
    nobody found a positive. misses: M_h. captions: N.
    """
    _check_strata(samples, misses)
    # How many captions each one stands for.
    raising = [size / len(sample) for sample, size in zip(samples, misses, strict=True)]
    known = [int((~np.isnan(one)).sum()) for one in samples]
    right, n, sampled = captions - sum(misses), sum(known), sum(map(len, samples))
    found = sum(each * float(np.nansum(one)) for each, one in zip(raising, samples, strict=True))
    present = sum(each * float(there) for each, there in zip(raising, known, strict=True))
    if right + present == 0:
        raise ValueError("no sampled caption has a value")
    value = (right + found) / (right + present)
    residuals = [np.nan_to_num(one - value, nan=0.0) for one in samples]
    variance = sum(map(_variance_of_total, residuals, misses)) / (right + present) ** 2
    degrees, counts = sampled - len(samples), (n, sampled - n, captions)
    return with_t(value, variance, degrees, counts, whole=sampled == sum(misses))


def horvitz_thompson_mean(sample: Values, inclusion: Values, population: int) -> SampleMean:
    """Sum of y/pi over N: unbiased for any inclusion probabilities pi. Every sampled caption must
    have a value.

    sample, inclusion: (n,), pi above 0 and up to 1. Var x N^2 is that of a draw whose n was decided
    beforehand: n/(n-1) sum (1 - pi) (y/pi - A)^2, A the mean of y/pi weighted by 1 - pi (Hajek
    1964; close where the design is otherwise as random as can be. For strata, `stratified_mean` is
    sharper). Where probabilities fall to a few percent and n is small, t intervals hold the truth
    somewhat less often than they say.
    """
    _check_inclusion(sample, inclusion)
    if np.isnan(sample).any():
        raise ValueError(
            "the Horvitz-Thompson mean needs a value for every sampled caption; Hajek's does"
            " without"
        )
    variance = _variance(sample / inclusion, inclusion) / population**2
    value, counts = float((sample / inclusion).sum()) / population, (len(sample), 0, population)
    return with_t(value, variance, len(sample) - 1, counts, whole=bool((inclusion == 1).all()))


def hajek_mean(sample: Values, inclusion: Values, population: int) -> SampleMean:
    """Sum of y/pi over sum of 1/pi: a little biased, mostly less spread than Horvitz-Thompson; N
    need not be right.

    Shapes as there; captions without a value are left out. The error is that of a total of (y -
    mean)/pi.
    """
    _check_inclusion(sample, inclusion)
    present = ~np.isnan(sample)
    if not present.any():
        raise ValueError("no sampled caption has a value")
    captions = float((present / inclusion).sum())
    value = float(np.nansum(sample / inclusion)) / captions
    residuals = np.where(present, sample - value, 0.0)
    variance, n = _variance(residuals / inclusion, inclusion) / captions**2, int(present.sum())
    counts = n, len(sample) - n, population
    return with_t(value, variance, len(sample) - 1, counts, whole=bool((inclusion == 1).all()))


def with_t(
    value: float, variance: float, degrees: int, counts: tuple[int, int, int], *, whole: bool
) -> SampleMean:
    error = _error(variance, whole=whole)
    t = float(stdtrit(degrees, (1 + LEVEL) / 2)) if degrees > 0 else np.nan
    reach = 0.0 if whole else t * error
    return SampleMean(float(value), error, float(value - reach), float(value + reach), *counts)


def _error(variance: float, *, whole: bool) -> float:
    if whole:
        return 0.0
    # Sums of equal numbers may round to something that is not quite 0.
    return float(np.sqrt(variance)) if variance > ROUNDING**2 else float("nan")


def _variance_of_total(residuals: Values, size: int) -> float:
    if len(residuals) == size:
        return 0.0
    return size**2 * (1 - len(residuals) / size) * spread_of(residuals) / len(residuals)


def spread_of(values: Values) -> float:
    """s^2, nan of a single value."""
    return float(values.var(ddof=1)) if len(values) > 1 else float("nan")


def _variance(raised: Values, inclusion: Values) -> float:
    left = 1 - inclusion
    if len(raised) < 2 or left.sum() == 0:
        return float("nan")
    centre = (left * raised).sum() / left.sum()
    return float(len(raised) / (len(raised) - 1) * (left * (raised - centre) ** 2).sum())


def _wilson(share: float, n: int, unseen: float) -> tuple[float, float]:
    """Bounds of a share of n out of n / (1 - unseen)."""
    squared = NormalDist().inv_cdf((1 + LEVEL) / 2) ** 2 * unseen / n
    middle = share + squared / 2
    reach = (squared * share * (1 - share) + squared**2 / 4) ** 0.5
    return (middle - reach) / (1 + squared), (middle + reach) / (1 + squared)


def _check_strata(samples: Sequence[Values], populations: Sequence[int]) -> None:
    if len(samples) != len(populations) or not samples:
        raise ValueError(
            f"each stratum has its sample and its size, not {len(samples)} samples and"
            f" {len(populations)} sizes"
        )
    for sample, size in zip(samples, populations, strict=True):
        if not 1 <= len(sample) <= size:
            raise ValueError(
                f"of a stratum of {size} captions 1 to all are sampled, not {len(sample)}"
            )


def _check_misses(known: Values, sampled: int, captions: int, correct: int) -> None:
    """A sample without a caption is right where there is no miss."""
    if not 0 <= correct <= captions or captions == 0:
        raise ValueError(
            f"between 0 and all of at least one caption can be right, not {correct} of {captions}"
        )
    if not np.isin(known, (0.0, 1.0)).all():
        raise ValueError("a sampled miss is right (1) or not (0)")
    misses = captions - correct
    if sampled == misses == 0:
        return
    if not 1 <= len(known) <= sampled <= misses:
        raise ValueError(
            f"of {misses} misses 1 to all are sampled and judged, not {len(known)} of {sampled}"
        )


def _check_inclusion(sample: Values, inclusion: Values) -> None:
    if len(sample) == 0 or sample.shape != inclusion.shape:
        raise ValueError(
            f"each sampled caption has its probability, not {sample.shape} values and"
            f" {inclusion.shape}"
        )
    if not ((inclusion > 0) & (inclusion <= 1)).all():
        raise ValueError("a probability of being sampled lies above 0 and is at most 1")
