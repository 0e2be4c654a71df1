"""How far two orders of the same runs agree, and which rank each run has.

Runs are put in order by their scores, higher first: (orders, runs) each, nan for a run without one.
"""

import numpy as np

from measures.arrays import Mask, Values, divide
from measures.overlap import rank_biased_overlap
from measures.spread import ROUNDING


def kendall_tau_b(a: Values, b: Values) -> Values:
    """(orders,): concordant less discordant pairs of runs, over the geometric mean of the pairs
    that either does not tie (Kendall 1945). nan where one ties them all."""
    agreeing, of_a, of_b = (np.zeros(len(a)) for _ in range(3))
    for run in range(a.shape[1] - 1):
        one, other = _signs(a, run), _signs(b, run)
        agreeing += (one * other).sum(axis=1)
        of_a += np.abs(one).sum(axis=1)
        of_b += np.abs(other).sum(axis=1)
    return _where_scored(divide(agreeing, np.sqrt(of_a * of_b)), a, b)


def tau_ap(a: Values, b: Values) -> Values:
    """(orders,): Kendall's tau in which a swap counts the more the higher it is (Yilmaz, Aslam and
    Robertson 2008), of order a held against order b. nan where either ties two runs."""
    in_order = np.take_along_axis(b, np.argsort(-a, axis=1, kind="stable"), axis=1)
    runs = a.shape[1]
    right = np.zeros(len(a))
    for place in range(1, runs):
        above = in_order[:, :place] > in_order[:, place : place + 1]
        right += above.sum(axis=1) / place
    return _where_scored(np.where(_tied(a) | _tied(b), np.nan, 2 * right / (runs - 1) - 1), a, b)


def overlap_of_orders(a: Values, b: Values, p: float) -> Values:
    """(orders,): rank-biased overlap, extrapolated (Webber, Moffat and Zobel 2010). nan where
    either ties two runs."""
    orders = [np.argsort(-scores, axis=1, kind="stable") for scores in (a, b)]
    found = rank_biased_overlap(orders[0], orders[1], p).extrapolated
    return _where_scored(np.where(_tied(a) | _tied(b), np.nan, found), a, b)


def ranks_of(scores: Values) -> Values:
    """(orders, runs): 1 and how many runs are better; nan for all where one has no score."""
    better = np.zeros(scores.shape)
    for run in range(scores.shape[1]):
        better += scores[:, run : run + 1] - scores > ROUNDING
    better[np.isnan(scores).any(axis=1)] = np.nan
    return better + 1


def _signs(scores: Values, run: int) -> Values:
    """(orders, runs after this one): 1 where this run is better, -1 where it is not as good."""
    apart = scores[:, run : run + 1] - scores[:, run + 1 :]
    return np.where(np.abs(apart) <= ROUNDING, 0.0, np.sign(apart))


def _tied(scores: Values) -> Mask:
    """(orders,): whether two runs have the same score."""
    return np.asarray((np.diff(np.sort(scores, axis=1), axis=1) <= ROUNDING).any(axis=1))


def _where_scored(values: Values, a: Values, b: Values) -> Values:
    return np.where(np.isnan(a).any(axis=1) | np.isnan(b).any(axis=1), np.nan, values)


def shares_of_ranks(ranks: Values) -> Values:
    """(runs, runs): in which share of the orders a run (row) has each rank (column, from 1). ranks:
    as `ranks_of` has them; orders without ranks are left out. nan where none has them."""
    known = ranks[~np.isnan(ranks[:, 0])].astype(np.int64)
    runs = ranks.shape[1]
    if not len(known):
        return np.full((runs, runs), np.nan)
    counts = np.stack([np.bincount(known[:, run] - 1, minlength=runs) for run in range(runs)])
    return np.asarray(counts / len(known))
