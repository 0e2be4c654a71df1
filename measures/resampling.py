"""How far means would move had other captions been asked: scores (cells, captions) in, intervals
and sample sizes out.

A cell is one run under one measure: one value per caption, nan for a caption without a value, which
is left out and counted. Only means are resampled; what is a function of means (GMR) is that
function of the resampled means. A median rank is not.

Captions that share texts are resampled by the pigeonhole bootstrap (Owen 2007), damped. Videos are
drawn with replacement, and so are the texts that several videos share; a caption weighs the product
of both. Taken as it is, this counts the captions' own chance three times (Owen 2007), and that of a
video again for each text. So a drawn text's weight w becomes 1 + c(w - 1), with one c from 0 to 1
such that what is drawn varies as the two-way variance says, V(video) + V(text) - V(both), over all
cells together: c^2 = (V(text) - V(both)) / (V(text) + V(both)).

A text of one video alone needs no weight: what its captions share they share with the video. Where
no text is shared all draws are those by video.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from measures.arrays import Counts, Values, divide
from measures.clusters import Scores, Totals, check_scores, different_rows, number, total
from measures.dependence import Dependence
from measures.draws import BLOCK, draw_with_replacement, weights_in_blocks
from measures.estimate import LEVEL, Interval, interval_of
from measures.spread import why_no_interval

Pairs = Sequence[tuple[int, int]]
RESAMPLES, DIGITS = 10_000, 12
CACHED = 1 << 16  # captions drawn at a time
TEXTS = 1  # the stream of a seed that texts are drawn from


@dataclass(frozen=True, slots=True)
class Resampled:
    """What the cells' means came to in each resample; all cells saw the same resamples, so they can
    be compared one by one."""

    means: Values  # (cells, resamples), nan where a resample held no caption with a value
    mean: Values  # (cells,): of the captions as they are
    clusters: Counts  # with a value


def resample(
    scores: Scores, dependence: Dependence, *, resamples: int = RESAMPLES, seed: int
) -> Resampled:
    """Videos drawn with replacement, as many as there are, `resamples` times; every draw serves all
    cells. The texts that several videos share are drawn, too.

    scores: (cells, captions). A mean is the sum over the drawn videos divided by their captions, so
    that videos count by their size.
    """
    check_scores(scores)
    if resamples < 1:
        raise ValueError(f"at least 1 resample is drawn, not {resamples}")
    totals = total(scores, dependence.videos)
    means = (
        crossed_means(scores, dependence, resamples, seed)
        if dependence.two_way
        else resampled_means(totals, resamples, seed)
    )
    return Resampled(means, totals.means, totals.clusters)


class Crossed:
    """Which weights captions have. A column is a video, over its captions with a text of their own,
    or a video and a text that other videos have too."""

    def __init__(self, dependence: Dependence) -> None:
        shared = dependence.shared.astype(bool)
        self.videos = int(dependence.videos.max(initial=-1)) + 1
        both = number(dependence.both[shared], int(shared.sum()))
        texts = number(dependence.texts[shared], len(both))
        self.texts = int(texts.max(initial=-1)) + 1
        self.video_of = _first(both, dependence.videos[shared])
        self.text_of = _first(both, texts)
        self.column = dependence.videos.copy()
        self.column[shared] = self.videos + both

    @property
    def columns(self) -> int:
        return self.videos + len(self.video_of)

    def sums(self, rows: Scores) -> Values:
        """(columns, rows)."""
        return np.stack(
            [np.bincount(self.column, weights=row, minlength=self.columns) for row in rows], axis=1
        )

    def damping(self, influence: Values) -> float:
        """influence: (columns, cells), how far each moves a cell's mean."""
        both = influence[self.videos :]
        by_text = np.zeros((self.texts, both.shape[1]))
        np.add.at(by_text, self.text_of, both)
        of_text, of_both = float((by_text**2).sum()), float((both**2).sum())
        share = (of_text - of_both) / (of_text + of_both) if of_both > 0 else 0.0
        return float(np.sqrt(min(max(share, 0.0), 1.0)))

    def weights(self, resamples: int, seed: int, damping: float) -> Iterator[Values]:
        """(some, columns) at a time."""
        most = max(BLOCK // (8 * (2 * self.columns + self.texts)), 1)
        texts = weights_in_blocks(self.texts, resamples, seed, stream=TEXTS, most=most)
        videos = weights_in_blocks(self.videos, resamples, seed, most=most)
        for of_video, of_text in zip(videos, texts, strict=True):
            damped = 1 + damping * (of_text - 1)
            yield np.hstack([of_video, of_video[:, self.video_of] * damped[:, self.text_of]])


def crossed_means(scores: Scores, dependence: Dependence, resamples: int, seed: int) -> Values:
    """(cells, resamples): nan where a resample held no caption with a value."""
    crossed, known = Crossed(dependence), ~np.isnan(scores)
    patterns, pattern = different_rows(known)
    sums = crossed.sums(np.where(known, scores, 0.0))
    counts = crossed.sums(patterns.astype(np.float64))
    n = counts.sum(axis=0)[pattern]
    influence = divide(sums - counts[:, pattern] * divide(sums.sum(axis=0), n), n)
    table = np.hstack([sums, counts])
    damping = crossed.damping(np.nan_to_num(influence))
    means, done = np.empty((len(scores), resamples)), 0
    for weights in crossed.weights(resamples, seed, damping):
        drawn = (weights @ table).T
        below = drawn[len(scores) :][pattern]
        means[:, done : done + len(weights)] = divide(drawn[: len(scores)], below)
        done += len(weights)
    return means


def _first(groups: Counts, values: Values | Counts) -> Counts:
    """(groups,): the value that all of a group have."""
    return values[np.unique(groups, return_index=True)[1]].astype(np.int64)


def percentiles(drawn: Values, clusters: int) -> Interval:
    """An interval from the quantiles of the resamples in which a figure is defined (linear between
    two of them). drawn: (resamples,), nan for undefined. clusters: with a value."""
    defined = drawn[~np.isnan(drawn)]
    ends = (1 - LEVEL) / 2, (1 + LEVEL) / 2
    low, high = np.quantile(defined, ends) if len(defined) else (np.nan, np.nan)
    why = why_no_interval(low, high, clusters)
    # Between two steps of a figure a quantile has dust in its last digits.
    low, high = np.round([low, high], DIGITS)
    return interval_of(low, high, why)


def difference(scores: Scores, pairs: Pairs) -> Scores:
    """(pairs, captions): a - b for each pair of cells, nan where either has no value."""
    sides = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return scores[sides[:, 0]] - scores[sides[:, 1]]


def resampled_means(totals: Totals, resamples: int, seed: int) -> Values:
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


@dataclass(frozen=True, slots=True)
class SampleSize:
    size: int
    differences: Values  # (resamples,): how far each resampled mean was from the full mean
    # Of the interval of one mean of so many captions, half the width: the differences' quantile at
    # the study's level. For a share, z sqrt(p (1 - p) / size), without a draw.
    half_width: float
    expected: float  # without resampling, where means are normal: z sd / sqrt(size)


def study_cells(
    cells: Sequence[Values],
    sizes: Sequence[int],
    *,
    resamples: int = RESAMPLES,
    seed: int,
) -> list[list[SampleSize]]:
    """How many captions must be labelled (section 4.3, Figures 4, 9 and 10).

    For each cell and each size N: `resamples` times N captions with replacement; the absolute
    difference of their mean from the full mean. Captions are drawn one by one, as in the paper, not
    by video.

    cells: each (captions,), nan left out before anything is drawn; all with a value for as many
    captions. One draw serves them all, and changes none's numbers.
    """
    known = [values[~np.isnan(values)] for values in cells]
    _check_sizes(known, sizes)
    means = [_drawn_means(known, size, resamples, seed) for size in sizes]
    return [
        [_shown(own, size, drawn[row]) for size, drawn in zip(sizes, means, strict=True)]
        for row, own in enumerate(known)
    ]


def _drawn_means(cells: Sequence[Values], size: int, resamples: int, seed: int) -> Values:
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


def _shown(values: Values, size: int, means: Values) -> SampleSize:
    differences = np.abs(means - values.mean())
    expected = NormalDist().inv_cdf((1 + LEVEL) / 2) * float(values.std()) / size**0.5
    # Where each caption is right or wrong, sd is sqrt(p (1 - p)).
    half_width = expected if np.isin(values, (0.0, 1.0)).all() else np.quantile(differences, LEVEL)
    return SampleSize(size, differences, float(half_width), expected)


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
