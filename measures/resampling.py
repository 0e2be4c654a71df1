"""How far means would move had other captions been asked: scores (cells, captions) in, intervals
and sample sizes out.

A cell is one run under one measure: one value per caption, nan for a caption without a value, which
is left out and counted. Only means are resampled; what is a function of means (GMR) is that
function of the resampled means. A median rank is not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

from measures.arrays import Counts, Values, divide
from measures.clusters import Scores, Totals, check_scores, total
from measures.crossed import crossed_means
from measures.dependence import Dependence
from measures.draws import draw_with_replacement, weights_in_blocks
from measures.spread import why_no_interval

Pairs = Sequence[tuple[int, int]]
RESAMPLES = 10_000
CACHED = 1 << 16  # captions drawn at a time


@dataclass(frozen=True, slots=True)
class Intervals:
    """Percentile intervals, each array (cells,). low and high are nan where `why` says why there is
    no interval."""

    mean: Values
    low: Values
    high: Values
    why: tuple[str, ...]  # (cells,) empty where there is an interval
    n: Counts  # captions with a value
    left_out: Counts  # captions without
    clusters: Counts  # clusters with a value
    dropped: Counts  # resamples in which no caption had a value
    level: float
    resamples: int
    seed: int


@dataclass(frozen=True, slots=True)
class Resampled:
    """What the cells' means came to in each resample; all cells saw the same resamples, so they can
    be compared one by one."""

    means: NDArray[
        np.float64
    ]  # (cells, resamples), nan where a resample held no caption with a value
    mean: Values  # (cells,): of the captions as they are
    n: Counts
    left_out: Counts
    clusters: Counts
    seed: int

    def intervals(self, level: float = 0.95) -> Intervals:
        """Intervals from the (1-level)/2 to the (1+level)/2 quantile of the defined resampled means
        (linear between two of them)."""
        _check_level(level)
        ends = np.array([_ends(means, level) for means in self.means])
        why = tuple(
            why_no_interval(low, high, n)
            for (low, high), n in zip(ends, self.clusters, strict=True)
        )
        ends[[bool(reason) for reason in why]] = np.nan
        dropped = np.isnan(self.means).sum(axis=1)
        resamples = self.means.shape[1]
        return Intervals(
            self.mean,
            ends[:, 0],
            ends[:, 1],
            why,
            self.n,
            self.left_out,
            self.clusters,
            dropped,
            level,
            resamples,
            self.seed,
        )


def resample(
    scores: Scores,
    *,
    clusters: ArrayLike | None = None,
    dependence: Dependence | None = None,
    pairs: Pairs = (),
    resamples: int = RESAMPLES,
    seed: int,
) -> Resampled:
    """Clusters drawn with replacement, as many as there are, `resamples` times; every draw serves
    all cells and differences.

    scores: (cells, captions). clusters: (captions,), the source video of each; None where each
    caption stands alone. dependence: in its place, which captions share a video and which a text;
    the texts that several videos share are drawn, too (see `crossed`).
    pairs: cells (a, b) whose differences a - b follow the cells, over the captions for which both
    have a value. A mean is the sum over the drawn clusters divided by their captions, so that
    clusters count by their size.
    """
    check_scores(scores)
    if resamples < 1:
        raise ValueError(f"at least 1 resample is drawn, not {resamples}")
    missing = np.isnan(scores)
    apart = [pair for pair in pairs if (missing[pair[0]] != missing[pair[1]]).any()]
    # Differences over the same captions are differences of means, and cost nothing; the others are
    # cells of their own.
    cells_of = np.concatenate([scores, difference(scores, apart)])
    totals = total(cells_of, clusters if dependence is None else dependence.videos)
    if dependence is not None and dependence.two_way:
        means = crossed_means(cells_of, dependence, resamples, seed)
    else:
        means = resampled_means(totals, resamples, seed)
    left_out = scores.shape[1] - totals.n
    cells = Resampled(means, totals.means, totals.n, left_out, totals.clusters, seed)
    return _with_differences(cells, len(scores), pairs, apart)


def difference(scores: Scores, pairs: Pairs) -> Scores:
    """(pairs, captions): a - b for each pair of cells, nan where either has no value."""
    sides = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return scores[sides[:, 0]] - scores[sides[:, 1]]


def resampled_means(totals: Totals, resamples: int, seed: int) -> NDArray[np.float64]:
    """(cells, resamples): one product of weights with sums and counts side by side, a block of
    resamples at a time."""
    cells = totals.sums.shape[1]
    table = np.hstack([totals.sums, totals.counts])
    means = np.empty((cells, resamples))
    done = 0
    for weights in weights_in_blocks(len(table), resamples, seed):
        drawn = (weights @ table).T
        means[:, done : done + len(weights)] = divide(drawn[:cells], drawn[cells:][totals.pattern])
        done += len(weights)
    return means


def _with_differences(cells: Resampled, own: int, pairs: Pairs, apart: Pairs) -> Resampled:
    """The first `own` cells, then the pairs in their order: subtracted here, or from the cells made
    for those `apart`."""
    if not pairs:
        return cells
    made = {pair: own + number for number, pair in enumerate(apart)}
    first = np.array([*range(own), *(made.get(pair, pair[0]) for pair in pairs)])
    means, mean = cells.means[first], cells.mean[first]
    for row, pair in enumerate(pairs, start=own):
        if pair not in made:
            means[row] -= cells.means[pair[1]]
            mean[row] -= cells.mean[pair[1]]
    return Resampled(
        means, mean, cells.n[first], cells.left_out[first], cells.clusters[first], cells.seed
    )


def _ends(means: Values, level: float) -> Values:
    defined = means[~np.isnan(means)]
    if len(defined) == 0:
        return np.full(2, np.nan)
    return np.quantile(defined, [(1 - level) / 2, (1 + level) / 2])


@dataclass(frozen=True, slots=True)
class SampleSize:
    size: int
    differences: Values  # (resamples,): how far each resampled mean was from the full mean
    # Of the interval of one mean of so many captions, half the width: the differences' quantile at
    # the study's level. For a share, z sqrt(p (1 - p) / size), without a draw.
    half_width: float
    expected: float  # without resampling, where means are normal: z sd / sqrt(size)


@dataclass(frozen=True, slots=True)
class SampleSizeStudy:
    mean: float
    n: int
    left_out: int
    sizes: tuple[SampleSize, ...]
    level: float
    resamples: int
    seed: int


def study_cells(
    cells: Sequence[Values],
    sizes: Sequence[int],
    *,
    resamples: int = RESAMPLES,
    level: float = 0.95,
    seed: int,
) -> list[SampleSizeStudy]:
    """How many captions must be labelled (section 4.3, Figures 4, 9 and 10).

    For each size N: `resamples` times N captions with replacement; the absolute difference of their
    mean from the full mean. Captions are drawn one by one, as in the paper, not by video.

    cells: each (captions,), nan left out before anything is drawn; all with a value for as many
    captions. One draw serves them all, and changes none's numbers.
    """
    _check_level(level)
    known = [values[~np.isnan(values)] for values in cells]
    _check_sizes(known, sizes)
    means = [_drawn_means(known, size, resamples, seed) for size in sizes]
    studies = []
    for row, (values, own) in enumerate(zip(cells, known, strict=True)):
        of_cell = zip(sizes, (drawn[row] for drawn in means), strict=True)
        found = tuple(_shown(own, size, drawn, level) for size, drawn in of_cell)
        mean, n, left_out = float(own.mean()), len(own), len(values) - len(own)
        studies.append(SampleSizeStudy(mean, n, left_out, found, level, resamples, seed))
    return studies


def _drawn_means(
    cells: Sequence[Values], size: int, resamples: int, seed: int
) -> NDArray[np.float64]:
    """(cells, resamples). So few at a time that they stay in the processor's cache: how many does
    not change what is drawn."""
    bits = np.random.PCG64(seed)
    means, rows = np.empty((len(cells), resamples)), max(CACHED // size, 1)
    for done in range(0, resamples, rows):
        many = min(rows, resamples - done)
        chosen = draw_with_replacement(bits, len(cells[0]), size * many)
        for row, values in zip(means, cells, strict=True):
            row[done : done + many] = values[chosen].reshape(many, size).mean(axis=1)
    return means


def _shown(values: Values, size: int, means: Values, level: float) -> SampleSize:
    differences = np.abs(means - values.mean())
    expected = NormalDist().inv_cdf((1 + level) / 2) * float(values.std()) / size**0.5
    drawn = float(np.quantile(differences, level))
    return SampleSize(size, differences, expected if is_share(values) else drawn, expected)


def is_share(values: Values) -> bool:
    """Whether each caption is right or wrong, so that sd is sqrt(p (1 - p))."""
    return bool(np.isin(values, (0.0, 1.0)).all())


def _check_sizes(known: Sequence[Values], sizes: Sequence[int]) -> None:
    if len({len(values) for values in known}) > 1:
        raise ValueError("cells are studied together where as many captions have a value")
    if len(known[0]) == 0:
        raise ValueError("no caption has a value: there is nothing to draw from")
    for size in sizes:
        if not 1 <= size <= len(known[0]):
            raise ValueError(
                f"a sample has 1 to {len(known[0])} captions (those with a value), not {size}"
            )


def _check_level(level: float) -> None:
    if not 0 < level < 1:
        raise ValueError(f"a level lies between 0 and 1, not at {level}")
