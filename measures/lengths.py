"""Short captions are general: positives, correctness and similarity against the length of captions
(section 4.1)."""

from dataclasses import dataclass

import numpy as np

from measures.arrays import Counts, Values
from measures.draws import draw_without_replacement


@dataclass(frozen=True, slots=True)
class Grid:
    """How often each pair of numbers occurs; only those that do, ordered by length, then
    positives."""

    lengths: Counts
    positives: Counts
    captions: Counts


def positives_by_length(lengths: Counts, positives: Counts) -> Grid:
    """Figure 2. Both (captions,): the caption's length in words (or anything), and how many
    positive videos it has."""
    cells, captions = np.unique(np.stack([lengths, positives]), axis=1, return_counts=True)
    return Grid(cells[0], cells[1], captions)


@dataclass(frozen=True, slots=True)
class RightByLength:
    """Figure 3, each (bins,). Bin i holds lengths from starts[i] to below starts[i] + width; empty
    bins stay."""

    starts: Counts
    both: Counts
    only_first: Counts
    only_second: Counts
    neither: Counts
    left_out: int  # captions for which either run has no value


def right_by_length(
    lengths: Counts, first: Values, second: Values, *, width: int = 20
) -> RightByLength:
    """Who is right, by length in characters. All (captions,); a run is right where its C@K is above
    0, nan is left out."""
    if width < 1:
        raise ValueError(f"a bin is at least 1 wide, not {width}")
    known = ~(np.isnan(first) | np.isnan(second))
    bins = lengths[known] // width
    size = int(bins.max(initial=-1)) + 1
    a, b = first[known] > 0, second[known] > 0
    both, only_first, only_second, neither = (
        np.bincount(bins[chosen], minlength=size) for chosen in (a & b, a & ~b, ~a & b, ~a & ~b)
    )
    return RightByLength(
        np.arange(size) * width, both, only_first, only_second, neither, int((~known).sum())
    )


@dataclass(frozen=True, slots=True)
class CaptionSamples:
    """Tables 5 and 6: captions by index, ascending by length."""

    shortest: Counts
    median: Counts
    longest: Counts
    seed: int


def sample_by_length(
    lengths: Counts, *, size: int = 10, of: int = 100, seed: int
) -> CaptionSamples:
    """`size` of the `of` shortest captions, of the `of` in the middle, and of the `of` longest.

    Equal lengths stay in the order of the captions. With few captions the three overlap, and may
    hold less than `size`.
    """
    order = np.argsort(lengths, kind="stable")
    of = min(of, len(order))
    bits, middle = np.random.PCG64(seed), (len(order) - of) // 2
    shortest, median, longest = (
        order[start : start + of][draw_without_replacement(bits, of, size)]
        for start in (0, middle, len(order) - of)
    )
    return CaptionSamples(shortest, median, longest, seed)


@dataclass(frozen=True, slots=True)
class RankCorrelation:
    """nan where fewer than two captions have both values, or one side is the same for all of
    them."""

    spearman: float
    kendall: float  # tau-b, which allows for ties
    n: int
    left_out: int


def correlate_ranks(a: Values, b: Values) -> RankCorrelation:
    """Table 7. Both (captions,); nan on either side leaves the caption out. Ties take their mean
    rank."""
    from scipy import (  # noqa: PLC0415  (half a second, which each web process would pay at its start)
        stats,
    )

    known = ~(np.isnan(a) | np.isnan(b))
    n, left_out = int(known.sum()), int((~known).sum())
    a, b = a[known], b[known]
    if n < 2 or np.ptp(a) == 0 or np.ptp(b) == 0:
        return RankCorrelation(np.nan, np.nan, n, left_out)
    return RankCorrelation(
        float(stats.spearmanr(a, b).statistic), float(stats.kendalltau(a, b).statistic), n, left_out
    )
