"""Agreement over any number of values, which may be ordered: Fleiss' kappa, alpha at a level of
measurement, AC1 and percent agreement, with delete-one intervals.

counts: (units, values), as in `agreement`. Values ascend; at the interval level they are numbers.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtrit

from measures.agreement import NO_UNIT, ONE_VALUE
from measures.agreement_errors import Varied, effective, vary
from measures.arrays import Counts, Integers, Values, divide
from measures.estimate import Estimate, Interval, known
from measures.marks import DIFFERING, relevant_needed, why_marked
from measures.spread import ROUNDING

Level = Literal["nominal", "ordinal", "interval"]
ONE_CLUSTER = "all units with two labels belong to one cluster, which shows no spread"
SAME_WITHOUT = (
    "it is the same without any one of the clusters, so there is no spread to tell how sure it is"
)
IMPOSSIBLE = "it would lie outside what is possible"
JACKKNIFE = "jackknife"
LEAST = {"percent": 0.0}  # of the others -1; the most is 1


@dataclass(frozen=True, slots=True)
class Sums:
    """Added up over units with two labels or more, of one world or, by the first axis, of several.
    units, agreed: (...,). labels, shares: (..., values). coincidences: (..., values, values)."""

    units: Values
    agreed: Values
    labels: Values
    shares: Values
    coincidences: Values

    def without(self, other: "Sums") -> "Sums":
        return Sums(
            self.units - other.units,
            self.agreed - other.agreed,
            self.labels - other.labels,
            self.shares - other.shares,
            self.coincidences - other.coincidences,
        )


def sums_of(counts: Counts, group: Integers, groups: int) -> Sums:
    """Sums by group. counts: of units with two labels or more. group: (units,)."""
    labels = counts.sum(axis=1, keepdims=True)
    wide = counts[:, :, None] * counts[:, None, :].astype(np.float64)
    values = np.arange(counts.shape[1])
    wide[:, values, values] -= counts
    coincidences = wide / (labels[:, :, None] - 1)
    agreed = np.trace(coincidences, axis1=1, axis2=2) / labels[:, 0]

    def added(each: Values) -> Values:
        out = np.zeros((groups, *each.shape[1:]))
        np.add.at(out, group, each)
        return out

    ones = np.ones(len(counts))
    each = (ones, agreed, counts.astype(np.float64), counts / labels, coincidences)
    return Sums(*map(added, each))


def level_figures(sums: Sums, level: Level, numbers: Values) -> Mapping[str, Values]:
    """Each (...,), nan where undefined."""
    total = sums.labels.sum(axis=-1)
    percent = divide(sums.agreed, sums.units)
    by_chance = (divide(sums.labels, total[..., None]) ** 2).sum(axis=-1)
    pi = divide(sums.shares, sums.units[..., None])
    values = sums.labels.shape[-1]
    gwet = (pi * (1 - pi)).sum(axis=-1) / max(1, values - 1)
    squared = distances(level, sums.labels, numbers)
    observed = (sums.coincidences * squared).sum(axis=(-2, -1))
    expected = (sums.labels[..., :, None] * sums.labels[..., None, :] * squared).sum(axis=(-2, -1))
    return {
        "percent": percent,
        "fleiss": divide(percent - by_chance, 1 - by_chance),
        "alpha": 1 - divide((total - 1) * observed, expected),
        "ac1": divide(percent - gwet, 1 - gwet),
    }


def distances(level: Level, labels: Values, numbers: Values) -> Values:
    """Squared, (..., values, values): how far apart two values are (Krippendorff 2004)."""
    values = labels.shape[-1]
    if level == "nominal":
        return np.broadcast_to(1.0 - np.eye(values), (*labels.shape, values))
    if level == "interval":
        apart = (numbers[:, None] - numbers[None, :]) ** 2
        return np.broadcast_to(apart, (*labels.shape, values))
    # As many labels as lie between two values, half of their own included.
    middle = labels.cumsum(axis=-1) - labels / 2
    between: Values = (middle[..., :, None] - middle[..., None, :]) ** 2
    return between


def level_agreement(
    counts: Counts,
    measurement: Level = "nominal",
    numbers: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
    *,
    level: float = 0.95,
) -> Mapping[str, Estimate]:
    """Estimates of percent, fleiss, alpha and ac1. numbers: (values,), what they are at the
    interval level. clusters: (units,), which units go together; None where each is alone."""
    many = counts.sum(axis=1) > 1
    kept = counts[many]
    if not len(kept):
        return dict.fromkeys(("percent", "fleiss", "alpha", "ac1"), Estimate(None, NO_UNIT))
    labels = np.arange(len(counts)) if clusters is None else np.asarray(clusters)
    group = np.unique(labels[many], return_inverse=True)[1]
    groups = int(group.max()) + 1
    scale = np.asarray(np.arange(counts.shape[1]) if numbers is None else numbers, np.float64)
    each = sums_of(kept, group, groups)
    whole = sums_of(kept, np.zeros(len(kept), np.int64), 1)
    full = level_figures(whole, measurement, scale)
    deleted = level_figures(whole.without(each), measurement, scale)
    alone = deleted
    if groups < len(kept):
        singly = sums_of(kept, np.arange(len(kept)), len(kept))
        alone = level_figures(whole.without(singly), measurement, scale)
    return {
        name: _estimate(
            name,
            float(full[name][0]),
            deleted[name],
            level,
            _mark(name, whole, alone, group, level),
        )
        for name in full
    }


def _mark(
    name: str, whole: Sums, alone: Mapping[str, Values], group: Integers, level: float
) -> str:
    """Why an interval is not to be trusted, by the rule of two values. alone: without each unit.

    With more values, "with a relevant label" is with any label but the commonest."""
    units = len(group)
    moved = (
        alone[name] - np.nanmean(alone[name]) if not np.isnan(alone[name]).all() else alone[name]
    )
    influence = np.nan_to_num(-moved)[:, None] * (units - 1) / units
    varied = vary(influence, group)
    if varied.videos < 2:
        return ""  # there is no interval
    n = _independent(influence, varied, level)
    if name in ("fleiss", "alpha"):
        commonest = int(whole.labels[0].argmax())
        same = float(whole.coincidences[0, commonest, commonest] / whole.labels[0].sum())
        kind, rarer = "with a label other than the commonest", 1 - same
        needed = relevant_needed(varied.effective)
    else:
        agreed = float(whole.agreed[0] / whole.units[0])
        kind = "whose labels differ" if agreed >= 0.5 else "whose labels are the same"
        rarer, needed = min(agreed, 1 - agreed), DIFFERING
    return why_marked(kind, rarer * n, float(varied.degrees[0]), varied.effective, units, needed)


def _independent(influence: Values, varied: Varied, level: float) -> float:
    """How many independent units vary like these."""
    spread = len(influence) * (influence**2).sum(axis=0)
    quantile = NormalDist().inv_cdf((1 + level) / 2)
    ratio = quantile**2 / stdtrit(varied.degrees, (1 + level) / 2) ** 2
    return float(effective(spread, varied, ratio)[0])


def _estimate(name: str, full: float, deleted: Values, level: float, mark: str) -> Estimate:
    if np.isnan(full):
        return Estimate(None, ONE_VALUE)
    found = _cut(_student(full, deleted, level), LEAST.get(name, -1.0))
    return Estimate(known(full), "", {JACKKNIFE: replace(found, mark="" if found.reason else mark)})


def _cut(found: Interval, least: float) -> Interval:
    """The interval cut to what is possible."""
    if found.low is None or found.high is None:
        return found
    low, high = max(least, found.low), min(1.0, found.high)
    if high - low <= ROUNDING:
        return replace(found, low=None, high=None, reason=IMPOSSIBLE)
    return replace(found, low=low, high=high)


def _student(full: float, deleted: Values, level: float) -> Interval:
    n = len(deleted)
    if n < 2:
        return Interval(reason=ONE_CLUSTER, level=level, clusters=n)
    if np.isnan(deleted).any():
        return Interval(reason="undefined without one of the clusters", level=level, clusters=n)
    pseudo = n * full - (n - 1) * deleted
    middle = float(pseudo.mean())
    reach = float(stdtrit(n - 1, (1 + level) / 2) * pseudo.std(ddof=1) / np.sqrt(n))
    if reach <= ROUNDING:
        return Interval(reason=SAME_WITHOUT, level=level, clusters=n)
    return Interval(middle - reach, middle + reach, level=level, clusters=n)
