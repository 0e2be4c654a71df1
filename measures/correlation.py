"""Pearson's correlation of what a witness says and what people found, with an interval that knows
that pairs are alike: Fisher's z, with the error of clusters."""

import numpy as np
from scipy.special import stdtrit

from measures.arrays import Values
from measures.dependence import Dependence, errors_of_sums
from measures.estimate import LEVEL, Estimate, Interval, sure, unknown
from measures.mean_intervals import ALIKE, ONE_TEXT
from measures.spread import ONE_GROUP, ROUNDING

CONSTANT = "one of the two says the same of every pair"
PERFECT = "the two are one line, which shows no spread"


def correlation(f: Values, y: Values) -> float:
    """nan where either is constant."""
    if _constant(f) or _constant(y):
        return float("nan")
    return float((_standard(f) * _standard(y)).mean())


def correlation_of(f: Values, y: Values, dependence: Dependence) -> Estimate:
    """f, y: (pairs,). How far a pair moves r: zf zy - r (zf^2 + zy^2) / 2, over n."""
    r = correlation(f, y)
    if np.isnan(r):
        return unknown(CONSTANT)
    zf, zy = _standard(f), _standard(y)
    influence = (zf * zy - r * (zf**2 + zy**2) / 2) / len(f)
    errors = errors_of_sums(influence[None], np.ones((1, len(f)), bool), dependence)
    clusters, texts = int(errors.clusters[0]), int(errors.text_groups[0])
    error, degrees = float(errors.error[0]), float(errors.degrees[0])
    reason = ""
    if clusters < 2 or texts < 2:
        reason = ONE_GROUP if clusters < 2 else ONE_TEXT
    elif 1 - abs(r) <= ROUNDING:
        reason = PERFECT
    elif not error > ROUNDING:
        reason = ALIKE
    if reason:
        return sure(r, Interval(reason=reason, clusters=clusters))
    reach = float(stdtrit(degrees, (1 + LEVEL) / 2)) * error / (1 - r**2)
    low, high = np.tanh(np.arctanh(r) - reach), np.tanh(np.arctanh(r) + reach)
    effective = float(errors.effective[0])
    interval = Interval(float(low), float(high), clusters=clusters, effective_clusters=effective)
    return sure(r, interval)


def _standard(values: Values) -> Values:
    centred: Values = (values - values.mean()) / values.std()
    return centred


def _constant(values: Values) -> bool:
    return float(np.ptp(values)) <= ROUNDING * max(1.0, float(np.abs(values).max()))
