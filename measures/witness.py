"""What a sample of labels says of a whole with the help of *witnesses*: opinions of every unit,
which need not be true. They narrow an interval as far as they go with the labels, and bias nothing
whatever they are worth (docs/decisions/0099).

Units are what was drawn: captions, or pairs. `y` are labels of the n drawn, `f` what p witnesses
say of the same, `everywhere` the mean of each over all N. Nothing here is about other units like
these.

- **Difference**: the witness's mean, corrected by how far off it is where there are labels.
- **GREG**, the generalised regression estimator (Saerndal et al. 1992): the same with the slope of
  least squares, so that a poor witness costs nothing. It is what PPI++ (Angelopoulos et al. 2023)
  is in a finite population.
- **Cross-fitted**: each unit's slope is found without its own fold. It is needed where there are
  several witnesses, or one that has learnt from these labels.
- **Of totals**: where whole videos, or topics, were drawn, they are the units.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from scipy.special import stdtrit

from measures.arrays import Counts, Values
from measures.estimate import LEVEL
from measures.estimates import SampleMean, spread_of, with_t
from measures.spread import ROUNDING

FOLDS = 5
REACH = NormalDist().inv_cdf((1 + LEVEL) / 2)
# Below it strata share one slope: of few units each of its own is mostly noise.
LEAST_IN_A_STRATUM = 20


@dataclass(frozen=True, slots=True)
class Stratum:
    """y: (n,) labels. f: (n, p) what witnesses say of the same units. everywhere: (p,) the mean of
    each over all units of the stratum, of which there are `size`."""

    y: Values
    f: Values
    everywhere: Values
    size: int

    @property
    def unseen(self) -> float:
        return 1 - len(self.y) / self.size


def difference(stratum: Stratum) -> SampleMean:
    """Of one witness, taken by its word: f's mean over all, and the mean of y - f."""
    _check([stratum])
    residuals = stratum.y - stratum.f[:, 0]
    value = float(stratum.everywhere[0] + residuals.mean())
    variance = stratum.unseen * spread_of(residuals) / len(residuals)
    return _of_sample(value, variance, len(residuals) - 1, len(residuals), stratum.size)


def greg(strata: Sequence[Stratum]) -> SampleMean:
    """Sum of W_h [ybar_h + b'(Fbar_h - fbar_h)], its error from e = y - b'f; t has n - H - p
    degrees."""
    _check(strata)
    size, n = sum(one.size for one in strata), sum(len(one.y) for one in strata)
    slopes = slopes_of(strata)
    value = variance = 0.0
    for one, slope in zip(strata, slopes, strict=True):
        residuals = one.y - one.f @ slope
        weight = one.size / size
        value += weight * float(residuals.mean() + one.everywhere @ slope)
        variance += weight**2 * one.unseen * spread_of(residuals) / len(residuals)
    fitted = 1 if _share_one(strata) else len(strata)
    degrees = n - len(strata) - fitted * strata[0].f.shape[1]
    return _of_sample(value, variance, degrees, n, size)


def slopes_of(strata: Sequence[Stratum]) -> list[Values]:
    """(p,) for each stratum: its own, or where one has few units the same for all; 0 of a witness
    that says the same of every unit."""
    if not _share_one(strata):
        return [slope_of(one.y, one.f) for one in strata]
    y, f = (
        np.concatenate(parts) for parts in zip(*((one.y, one.f) for one in strata), strict=True)
    )
    return [slope_of(y, f)] * len(strata)


def _share_one(strata: Sequence[Stratum]) -> bool:
    return len(strata) > 1 and min(len(one.y) for one in strata) < LEAST_IN_A_STRATUM


def slope_of(y: Values, f: Values) -> Values:
    """(p,): least squares of y on (1, f); the smallest that does where f tells nothing."""
    centred = f - f.mean(axis=0)
    centred[:, np.ptp(f, axis=0) <= ROUNDING * np.maximum(1, np.abs(f).max(axis=0))] = 0.0
    found: Values = np.linalg.lstsq(centred, y - y.mean(), rcond=None)[0]
    return found


def cross_fitted(stratum: Stratum, clusters: Counts, folds: int = FOLDS) -> SampleMean:
    """The mean of y_i - b_k(i)'(f_i - Fbar), b_k without the fold of i. clusters: (n,) numbers;
    whole ones are in a fold."""
    _check([stratum])
    n, p = stratum.f.shape
    residuals, fold = np.empty(n), folds_of(clusters, folds)
    for number in np.unique(fold):
        own = fold == number
        slope = slope_of(stratum.y[~own], stratum.f[~own])
        residuals[own] = stratum.y[own] - (stratum.f[own] - stratum.everywhere) @ slope
    variance = stratum.unseen * spread_of(residuals) / n
    return _of_sample(float(residuals.mean()), variance, n - 1 - p, n, stratum.size)


def folds_of(clusters: Counts, folds: int) -> Counts:
    """(n,): the fold of each unit, whole clusters in each, about as many units as in any other: the
    largest cluster goes first, each to the fold with the fewest units."""
    sizes = np.bincount(clusters)
    there = np.flatnonzero(sizes)
    if len(there) < 2:
        raise ValueError("folds need units of two clusters or more")
    held, of = np.zeros(min(folds, len(there)), np.int64), np.zeros(len(sizes), np.int64)
    for cluster in there[np.argsort(-sizes[there], kind="stable")]:
        of[cluster] = int(held.argmin())
        held[of[cluster]] += sizes[cluster]
    found: Counts = of[clusters]
    return found


@dataclass(frozen=True, slots=True)
class DrawnTotals:
    """Of m videos drawn, or topics: y, captions and f, summed over each. everywhere: (1 + p,) the
    captions of all, and the sums of f over them. whole: how many videos there are."""

    y: Values  # (m,)
    captions: Values  # (m,)
    f: Values  # (m, p); p may be 0: people alone
    everywhere: Values
    whole: int


def of_totals(drawn: DrawnTotals) -> SampleMean:
    """A mean over captions: y's totals regressed on (captions, f), each residual divided by one
    less its leverage, with m - 2 degrees.

    A residual is too small by its leverage, since the line was drawn through it. Without that
    intervals of ten topics held the truth in 87 of 100 draws.
    """
    m = len(drawn.y)
    if not 2 < m <= drawn.whole:
        raise ValueError(f"of {drawn.whole} videos 3 to all are drawn, not {m}")
    design = np.column_stack([drawn.captions, drawn.f])
    q, r = np.linalg.qr(design)
    known = np.abs(np.diag(r)) > ROUNDING * np.abs(np.diag(r)).max()
    design, q = design[:, known], np.linalg.qr(design[:, known])[0]
    line = np.linalg.lstsq(design, drawn.y, rcond=None)[0]
    residuals, leverage = drawn.y - design @ line, (q**2).sum(axis=1)
    captions, times = float(drawn.everywhere[0]), drawn.whole / m
    total = float(drawn.everywhere[known] @ line + times * residuals.sum())
    adjusted = residuals / np.maximum(1 - leverage, ROUNDING)
    variance = drawn.whole**2 * (1 - m / drawn.whole) * float((adjusted**2).sum()) / m / (m - 1)
    return _of_sample(total / captions, variance / captions**2, m - 2, m, drawn.whole)


def worth(people: SampleMean, witness: SampleMean) -> float:
    """How many times as many labels people alone would need: the variances' ratio, without t's
    quantiles; nan where either is undefined."""
    if not people.error > 0 or not witness.error > 0:
        return float("nan")
    return (people.error / witness.error) ** 2


def labels_as_if(n: int, population: int, times: float) -> float:
    """As many labels of people alone as n with the witness: 1/n' = 1/N + (1/n - 1/N)/worth."""
    return 1 / (1 / population + (1 / n - 1 / population) / times)


def labels_needed(half_width: float, variance: float, population: int) -> float:
    """Of how many labels an interval is no wider either way: n = 1/(d^2/A + 1/N), A = z^2 S^2.
    variance: S^2, of one unit of an endless population; with a witness S^2/worth."""
    return 1 / (half_width**2 / (REACH**2 * variance) + 1 / population)


def worth_ends(leaving_one_out: Values, found: float) -> tuple[float, float]:
    """The jackknife's interval of a worth, on its logarithm. leaving_one_out: the worths without
    each cluster in turn; nan of one that has none."""
    logs = np.log(leaving_one_out[leaving_one_out > 0])
    if len(logs) < 3 or not found > 0:
        return float("nan"), float("nan")
    error = np.sqrt((len(logs) - 1) / len(logs) * ((logs - logs.mean()) ** 2).sum())
    reach = float(stdtrit(len(logs) - 1, (1 + LEVEL) / 2) * error)
    return float(found * np.exp(-reach)), float(found * np.exp(reach))


def any_of(probabilities: Values) -> Values:
    """Along the last axis, how likely any is relevant, were each so by itself: 1 - prod(1 - p)."""
    found: Values = 1 - np.prod(1 - probabilities, axis=-1)
    return found


def filled(f: Values) -> tuple[Values, int]:
    """(N, p) with a missing opinion as the mean of its witness, before anybody looks at a label,
    and how many were missing. To leave such units out would bias the mean."""
    missing = np.isnan(f)
    known = (~missing).sum(axis=0)
    means = np.where(missing, 0.0, f).sum(axis=0) / np.maximum(known, 1)
    return np.where(missing, means, f), int(missing.sum())


def _of_sample(value: float, variance: float, degrees: int, n: int, size: int) -> SampleMean:
    return with_t(value, variance, degrees, (n, 0, size), whole=n == size)


def _check(strata: Sequence[Stratum]) -> None:
    if not strata:
        raise ValueError("a sample has a stratum or more")
    for one in strata:
        if one.f.ndim != 2 or one.f.shape != (len(one.y), len(one.everywhere)):
            raise ValueError(
                f"each of {len(one.y)} units has an opinion of each witness, not {one.f.shape}"
            )
        if not 1 <= len(one.y) <= one.size:
            raise ValueError(f"of {one.size} units 1 to all are drawn, not {len(one.y)}")
        if not (np.isfinite(one.y).all() and np.isfinite(one.f).all()):
            raise ValueError("labels and opinions are numbers: fill what is missing first")
