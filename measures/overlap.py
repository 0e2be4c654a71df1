"""How alike two runs are: two runs' rankings in, one value per caption out.

A run's rankings are an int array (captions, depth): row q holds caption q's videos, best first, by
any non-negative numbers that are the same in both runs, and -1 after a short ranking's end. Both
runs have the same captions in the same rows; their depths may differ. A ranking never names a video
twice.

A caption that neither run ranks has no value: nan. One that only one of them ranks has the value 0.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from measures.arrays import Counts, Mask, Values, divide

Rankings = NDArray[np.integer]

# Sorting works on about so many ranks at a time: they stay in the processor's cache, and memory
# does not grow with the runs.
BLOCK = 1 << 19


# Of a row, in the order in which they are shown.
FIGURES = ("overlap", "rbo", "rbo_cut", "rbo_lower", "rbo_residual")


@dataclass(frozen=True, slots=True)
class RBO:
    """Rank-biased overlap; each (captions,). Whatever the rest of the lists holds, it lies in
    [lower, lower + residual]. cut is the sum over the ranks seen alone."""

    cut: Values
    lower: Values
    residual: Values
    extrapolated: Values


@dataclass(frozen=True, slots=True)
class OverlapRow:
    """Two runs by name; means over the captions that at least one of them ranks, nan if there are
    none.

    rbo is extrapolated; whatever the rankings hold below the depth, it lies from rbo_lower to
    rbo_lower + rbo_residual. rbo_cut is the sum down to the depth alone, so that two runs that are
    the same have 1 - p^depth.
    """

    a: str
    b: str
    captions: int
    overlap: float
    rbo: float
    rbo_cut: float
    rbo_lower: float
    rbo_residual: float

    def as_json(self) -> dict[str, Any]:
        """The JSON of the command and the API, which knows no nan."""
        values = {name: getattr(self, name) for name in FIGURES}
        return {
            "a": self.a,
            "b": self.b,
            **{name: None if math.isnan(value) else value for name, value in values.items()},
        }


@dataclass(frozen=True, slots=True)
class _Block:
    """The videos that two rankings share, in some successive captions: which caption, and the depth
    from which both hold it."""

    lengths_a: Counts  # (captions,)
    lengths_b: Counts  # (captions,)
    caption: Counts  # (shared,)
    depth: Counts  # (shared,), from 1

    def count(self, chosen: Mask | slice = slice(None)) -> Counts:
        return np.bincount(self.caption[chosen], minlength=len(self.lengths_a))

    def total(self, weights: Values) -> Values:
        return np.bincount(self.caption, weights=weights, minlength=len(self.lengths_a)).astype(
            np.float64, copy=False
        )


def compare(a: str, b: str, of_a: Rankings, of_b: Rankings, p: float) -> OverlapRow:
    """Both as deep as is asked for."""
    ranked = (of_a[:, 0] >= 0) | (of_b[:, 0] >= 0)
    if not ranked.any():
        return OverlapRow(a, b, 0, *[math.nan] * len(FIGURES))
    depth = of_a.shape[1]
    overlap, rbo = (
        overlap_at(of_a[ranked], of_b[ranked], depth),
        rank_biased_overlap(of_a[ranked], of_b[ranked], p),
    )
    every = (overlap, rbo.extrapolated, rbo.cut, rbo.lower, rbo.residual)
    return OverlapRow(a, b, int(ranked.sum()), *(float(values.mean()) for values in every))


def overlap_at(a: Rankings, b: Rankings, k: int) -> Values:
    """Share of the first k ranks that both rankings hold: the size of the intersection over k.

    Where both rankings are shorter than k the longer one's length takes its place, so that
    identical rankings have 1.
    """
    if k < 1:
        raise ValueError(f"k is at least 1, not {k}")
    _check_shapes(a, b)
    return np.concatenate(
        [_overlap(block, k) for block in _blocks(a[:, :k], b[:, :k])] or [np.empty(0)]
    )


def rank_biased_overlap(a: Rankings, b: Rankings, p: float = 0.9) -> RBO:
    """Rank-biased overlap of Webber, Moffat and Zobel (2010), for lists of any lengths without
    ties.

    For a caption whose longer list has l ranks, the shorter s, with X_d videos shared by the first
    d ranks of each:

    - cut, Eq. 4 down to the k columns of the deeper array, not divided by what it could be at most:
      (1-p) sum_{d<=k} p^(d-1) X_d/d. What is past a list's end agrees with nothing new.
    - lower, Eq. 11 at depth l: (1-p)/p (sum_{d<=l} (X_d - X_l) p^d/d - X_l ln(1-p)). Nothing unseen
      is shared.
    - residual, Eq. 30 with f = l + s - X_l: p^s + p^l - p^f
      - (1-p)/p (s sum_{s<d<=f} p^d/d + l sum_{l<d<=f} p^d/d + X_l (-ln(1-p) - sum_{d<=f} p^d/d)).
        All unseen is shared.
    - extrapolated, Eq. 32: (1-p)/p (sum_{d<=l} X_d/d p^d + sum_{s<d<=l} X_s (d-s)/(s d) p^d) +
      ((X_l - X_s)/l + X_s/s) p^l. The agreement seen so far goes on.

    Symmetric in a and b; identical lists have extrapolated = lower + residual = 1. An empty list
    agrees with nothing (X_s/s = 0); of two empty lists cut is 0, the bounds are 0 and 1, and
    nothing can be extrapolated: nan.
    """
    if not 0 < p < 1:
        raise ValueError(f"p lies between 0 and 1, not at {p}")
    _check_shapes(a, b)
    series, depth = _Series.up_to(a.shape[1] + b.shape[1], p), max(a.shape[1], b.shape[1])
    parts = [_rbo(block, series, depth) for block in _blocks(a, b)]
    return RBO(*(np.concatenate(parts, axis=1) if parts else np.empty((4, 0))))


def _overlap(block: _Block, k: int) -> Values:
    possible = np.minimum(np.maximum(block.lengths_a, block.lengths_b), k)
    return divide(block.count(), possible)


@dataclass(frozen=True, slots=True)
class _Series:
    """What the equations sum, for n from 0: p^n, sum_{d<=n} p^d, sum_{d<=n} p^d/d and the limit of
    the last."""

    factor: float  # (1-p)/p
    power: Values
    geometric: Values
    logarithmic: Values
    limit: float

    @classmethod
    def up_to(cls, n: int, p: float) -> "_Series":
        power = p ** np.arange(n + 1, dtype=np.float64)
        terms = np.concatenate([[0.0], power[1:] / np.arange(1, n + 1)])
        return cls((1 - p) / p, power, power.cumsum() - 1, terms.cumsum(), -math.log1p(-p))


def _rbo(block: _Block, series: _Series, depth: int) -> Values:
    """(4, captions): cut, lower, residual, extrapolated.

    A video shared from depth m on is in X_d for all d >= m, so sum_{d<=n} X_d p^d/d is the sum over
    shared videos of sum_{m<=d<=n} p^d/d: differences of one cumulative sum, and X_d itself is never
    needed.
    """
    s = np.minimum(block.lengths_a, block.lengths_b)
    l = np.maximum(block.lengths_a, block.lengths_b)  # noqa: E741  the paper's letter
    x_l, x_s = block.count(), block.count(block.depth <= s[block.caption])
    f = l + s - x_l
    h, before = series.logarithmic, block.total(series.logarithmic[block.depth - 1])
    cut, lower = (series.factor * (x_l * end - before) for end in (h[depth], series.limit))
    residual = series.power[s] + series.power[l] - series.power[f]
    residual -= series.factor * (
        s * (h[f] - h[s]) + l * (h[f] - h[l]) + x_l * (series.limit - h[f])
    )
    agreement = divide(x_s, s, otherwise=0.0)
    goes_on = agreement * (series.geometric[l] - series.geometric[s] - s * (h[l] - h[s]))
    extrapolated = series.factor * (x_l * h[l] - before + goes_on)
    extrapolated += (divide(x_l - x_s, l) + agreement) * series.power[l]
    return np.stack([cut, lower, residual, extrapolated])


def _check_shapes(a: Rankings, b: Rankings) -> None:
    if a.ndim != 2 or b.ndim != 2 or len(a) != len(b):
        raise ValueError(
            f"expected two arrays (captions, depth) with as many captions, found {a.shape} and"
            f" {b.shape}"
        )


def _blocks(a: Rankings, b: Rankings) -> Iterator[_Block]:
    rows = max(1, BLOCK // max(1, a.shape[1] + b.shape[1]))
    for start in range(0, len(a), rows):
        yield _shared(a[start : start + rows], b[start : start + rows])


def _shared(a: Rankings, b: Rankings) -> _Block:
    """Sorts each caption's videos of both runs as (video, run, rank) packed into one integer:
    shared videos become neighbours."""
    rank_bits = max(a.shape[1], b.shape[1]).bit_length()
    lengths = _lengths(a), _lengths(b)
    most = max(int(a.max(initial=0)), int(b.max(initial=0)))
    if most >= 1 << (62 - rank_bits):
        raise ValueError(f"video numbers up to {most} are too large")
    width = (
        np.int32 if most < 1 << (30 - rank_bits) else np.int64
    )  # half the bytes sort twice as fast
    packed = np.concatenate([_pack(a, 0, rank_bits, width), _pack(b, 1, rank_bits, width)], axis=1)
    packed.sort(axis=1)
    video = packed >> (rank_bits + 1)
    caption, column = np.nonzero((video[:, 1:] == video[:, :-1]) & (video[:, 1:] >= 0))
    earlier, later = packed[caption, column], packed[caption, column + 1]
    if ((earlier ^ later) >> rank_bits != 1).any():  # the same video twice in the same run
        raise ValueError("a ranking names a video twice")
    ranks = (1 << rank_bits) - 1
    return _Block(
        *lengths, caption, np.maximum(earlier & ranks, later & ranks).astype(np.int64) + 1
    )


def _pack(
    rankings: Rankings, run: int, rank_bits: int, width: type[np.int32 | np.int64]
) -> Rankings:
    packed: Rankings = rankings.astype(width)
    packed <<= rank_bits + 1
    packed |= np.arange(rankings.shape[1]) | (run << rank_bits)
    return packed


def _lengths(rankings: Rankings) -> Counts:
    there = rankings >= 0
    if (there[:, 1:] & ~there[:, :-1]).any():
        raise ValueError("-1 stands only after a ranking's end")
    lengths: Counts = there.sum(axis=1, dtype=np.int64)
    return lengths
