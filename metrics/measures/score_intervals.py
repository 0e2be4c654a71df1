"""Score intervals: the values that a sample does not speak against, judged by how far it would vary
were they true.

Of a share that is Wilson's interval. Of a figure that follows from several shares, a value is kept
if the shares most likely under it are not rejected by Pearson's statistic. Unlike estimate +- error
it has width where nothing differs, and stays where the figure can be.

Units are of three kinds: both labels relevant, labels that differ, both irrelevant. shares: (rows,
3), in this order, each row adding up to 1. n: (rows,), how many independent units vary like these;
it need not be a whole number. squared: the squared quantile of the normal distribution.
"""

from collections.abc import Callable
from typing import Literal

import numpy as np

from metrics.measures.arrays import Values

Curve = Literal["alpha", "ac1"]
STEPS = 24  # into so many parts a range is cut each time
OUTER, INNER = 7, 7  # how often: to ten digits
# Of the ends of what the figures can be: at 1 itself nobody ever differs.
NEARLY = 1e-12


def wilson_ends(share: Values, n: Values, squared: float) -> Values:
    """(rows, 2), within 0 and 1."""
    over = squared / n
    middle = share + over / 2
    reach = np.sqrt(over * share * (1 - share) + over**2 / 4)
    low = np.where(share <= 0, 0.0, np.maximum(0.0, (middle - reach) / (1 + over)))
    high = np.where(share >= 1, 1.0, np.minimum(1.0, (middle + reach) / (1 + over)))
    return np.stack([low, high], axis=-1)


def curve_ends(of: Curve, shares: Values, n: Values, squared: float) -> Values:
    """(rows, 2). Shares under which the figure is undefined have no place here."""
    estimate = figure_of(of, shares)
    most = squared / n
    ends = []
    for beyond in (-1 + NEARLY, 1 - NEARLY):
        kept, rejected = estimate, np.full_like(estimate, beyond)
        for _ in range(OUTER):
            parts = np.arange(STEPS + 1) / STEPS
            tried = kept[:, None] + (rejected - kept)[:, None] * parts
            held = statistic(of, tried[:, 1:], shares[:, None, :]) <= most[:, None]
            place = np.where(held.all(axis=1), STEPS - 1, np.argmin(held, axis=1))
            rows = np.arange(len(tried))
            kept, rejected = tried[rows, place], tried[rows, place + 1]
        ends.append((kept + rejected) / 2)
    ends[1] = np.where(estimate >= 1, 1.0, ends[1])
    return np.stack(ends, axis=-1)


def figure_of(of: Curve, shares: Values) -> Values:
    relevant, differing = shares[..., 0], shares[..., 1]
    pi = relevant + differing / 2
    chance = 2 * pi * (1 - pi)
    expected = chance if of == "alpha" else 1 - chance
    return np.maximum(1 - differing / expected, -1 + NEARLY)


def statistic(of: Curve, figure: Values, shares: Values) -> Values:
    """Pearson's, over n: how far shares are from those most likely where the figure is this."""
    low, high = _possible(of, 1 - figure)
    parts = np.arange(1, STEPS + 1) / (STEPS + 1)
    for _ in range(INNER):
        tried = low[..., None] + (high - low)[..., None] * parts
        rising = _slope(of, (1 - figure)[..., None], tried, shares[..., None, :]) > 0
        below = rising.sum(axis=-1)  # it rises, then falls
        width = (high - low) / (STEPS + 1)
        low = low + below * width
        high = low + width
    expected = np.stack(_expected(of, 1 - figure, (low + high) / 2)[:3], axis=-1)
    told: Values = ((shares - expected) ** 2 / np.maximum(expected, 1e-300)).sum(axis=-1)
    return told


def _expected(of: Curve, u: Values, pi: Values) -> tuple[Values, Values, Values, Values]:
    """The three shares where 1 - figure is u and so many labels are relevant; and how the second
    one changes with pi."""
    if of == "alpha":
        differing, change = 2 * u * pi * (1 - pi), 2 * u * (1 - 2 * pi)
    else:
        differing, change = u * (1 - 2 * pi * (1 - pi)), -2 * u * (1 - 2 * pi)
    return pi - differing / 2, differing, 1 - pi - differing / 2, change


def _slope(of: Curve, u: Values, pi: Values, shares: Values) -> Values:
    """Of the logarithm of the likelihood, by pi."""
    relevant, differing, irrelevant, change = _expected(of, u, pi)
    slopes = (
        (relevant, 1 - change / 2, shares[..., 0]),
        (differing, change, shares[..., 1]),
        (irrelevant, -1 - change / 2, shares[..., 2]),
    )
    summed = np.zeros(np.broadcast_shapes(pi.shape, shares[..., 0].shape))
    for expected, by_pi, share in slopes:
        summed = summed + share * by_pi / np.maximum(expected, 1e-300)
    return summed


def _possible(of: Curve, u: Values) -> tuple[Values, Values]:
    """Between which shares of relevant labels none of the three is below 0."""
    find: Callable[[Values], Values] = _least_of_alpha if of == "alpha" else _least_of_ac1
    low = find(u)
    return low, 1 - low


def _least_of_alpha(u: Values) -> Values:
    return np.where(u > 1, 1 - 1 / np.maximum(u, 1), 0.0)


def _least_of_ac1(u: Values) -> Values:
    """Where pi = u (1 - 2 pi + 2 pi^2) / 2, by the form that does not cancel for small u."""
    root = np.sqrt(np.maximum((u + 1) ** 2 - 2 * u**2, 0.0))
    return u / (u + 1 + root)
