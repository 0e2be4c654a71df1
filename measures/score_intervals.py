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

from measures.arrays import Values

Curve = Literal["alpha", "ac1"]
ROUNDS = 60  # of halving, at most: less, as steps of secants and of Newton's come first
CLOSE = 1e-11
# Of the ends of what the figures can be: at 1 itself nobody ever differs.
NEARLY = 1e-12


def curve_ends(of: Curve, shares: Values, n: Values, squared: float) -> Values:
    """(rows, 2). Shares under which the figure is undefined have no place here."""
    estimate = figure_of(of, shares)
    most = squared / n
    ends = [
        crossing(
            estimate,
            np.full_like(estimate, beyond),
            lambda figure: np.sqrt(statistic(of, figure, shares) / most) - 1,
        )
        for beyond in (-1 + NEARLY, 1 - NEARLY)
    ]
    ends[1] = np.where(estimate >= 1, 1.0, ends[1])
    return np.stack(ends, axis=-1)


def crossing(
    kept: Values, rejected: Values, above: Callable[[Values], Values], close: float = CLOSE
) -> Values:
    """Where `above` is 0, between values kept, where it is below, and values rejected; the latter
    where it is below there, too. By secants, and by halving where these lead
    out of the range that is left."""
    before, found = kept, above(kept)
    tried, outermost = rejected, rejected
    over = above(rejected)
    edge = over <= 0
    for step in range(ROUNDS):
        with np.errstate(all="ignore"):
            secant = tried - over * (tried - before) / (over - found)
        within = (secant - kept) * (secant - rejected) < 0
        after = np.where(within & (step > 1), secant, (kept + rejected) / 2)
        before, found, tried, over = tried, over, after, above(after)
        if np.where(edge, 0.0, np.abs(over)).max(initial=0.0) < close:
            break
        held = over <= 0
        kept, rejected = np.where(held, tried, kept), np.where(held, rejected, tried)
    return np.where(edge, outermost, tried)


def figure_of(of: Curve, shares: Values) -> Values:
    relevant, differing = shares[..., 0], shares[..., 1]
    pi = relevant + differing / 2
    chance = 2 * pi * (1 - pi)
    expected = chance if of == "alpha" else 1 - chance
    return np.maximum(1 - differing / expected, -1 + NEARLY)


def statistic(of: Curve, figure: Values, shares: Values) -> Values:
    """Pearson's, over n: how far shares are from those most likely where the figure is this."""
    pi = _likeliest(of, 1 - figure, shares)
    expected = np.stack(_expected(of, 1 - figure, pi)[:3], axis=-1)
    expected = np.maximum(expected, 1e-300)
    shown: Values = ((shares - expected) ** 2 / expected).sum(axis=-1)
    return shown


def _likeliest(of: Curve, u: Values, shares: Values) -> Values:
    """The share of relevant labels at which the likelihood rises no more: Newton's steps, within
    what is left of the range."""
    low, high = _possible(of, u)
    pi = low + (high - low) / 2
    for _ in range(ROUNDS):
        slope, curvature = _slope(of, u, pi, shares)
        low, high = np.where(slope > 0, pi, low), np.where(slope > 0, high, pi)
        with np.errstate(all="ignore"):
            tried = pi - slope / curvature
        after = np.where((tried > low) & (tried < high), tried, (low + high) / 2)
        moved = np.abs(after - pi).max(initial=0.0)
        pi = after
        if moved < CLOSE:
            break
    return pi


def _expected(of: Curve, u: Values, pi: Values) -> tuple[Values, Values, Values, Values, Values]:
    """The three shares where 1 - figure is u and so many labels are relevant; and how the second
    one changes with pi, once and twice."""
    if of == "alpha":
        differing, change, twice = 2 * u * pi * (1 - pi), 2 * u * (1 - 2 * pi), -4 * u
    else:
        differing, change, twice = u * (1 - 2 * pi * (1 - pi)), -2 * u * (1 - 2 * pi), 4 * u
    return pi - differing / 2, differing, 1 - pi - differing / 2, change, twice


def _slope(of: Curve, u: Values, pi: Values, shares: Values) -> tuple[Values, Values]:
    """The slope of the logarithm of the likelihood by pi, and how that changes."""
    relevant, differing, irrelevant, change, twice = _expected(of, u, pi)
    slope, curvature = np.zeros(pi.shape), np.zeros(pi.shape)
    for expected, by_pi, by_both, share in (
        (relevant, 1 - change / 2, -twice / 2, shares[..., 0]),
        (differing, change, twice, shares[..., 1]),
        (irrelevant, -1 - change / 2, -twice / 2, shares[..., 2]),
    ):
        positive = np.maximum(expected, 1e-300)
        slope = slope + share * by_pi / positive
        curvature = curvature + share * (by_both / positive - (by_pi / positive) ** 2)
    return slope, curvature


def _possible(of: Curve, u: Values) -> tuple[Values, Values]:
    """The shares of relevant labels between which none of the three is below 0."""
    find: Callable[[Values], Values] = _least_of_alpha if of == "alpha" else _least_of_ac1
    low = find(u)
    return low, 1 - low


def _least_of_alpha(u: Values) -> Values:
    return np.where(u > 1, 1 - 1 / np.maximum(u, 1), 0.0)


def _least_of_ac1(u: Values) -> Values:
    """Where pi = u (1 - 2 pi + 2 pi^2) / 2, by the form that does not cancel for small u."""
    root = np.sqrt(np.maximum((u + 1) ** 2 - 2 * u**2, 0.0))
    return u / (u + 1 + root)
