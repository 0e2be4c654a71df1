"""Means over captions that share videos and texts, resampled: the pigeonhole bootstrap (Owen 2007),
damped.

Videos are drawn with replacement, and so are the texts that several videos share; a caption weighs
the product of both. Taken as it is, this counts the captions' own chance three times (Owen 2007),
and that of a video again for each text. So a drawn text's weight w becomes 1 + c(w - 1), with one c
from 0 to 1 such that what is drawn varies as the two-way variance says, V(video) + V(text) -
V(both), over all cells together: c^2 = (V(text) - V(both)) / (V(text) + V(both)).

A text of one video alone needs no weight: what its captions share they share with the video. Where
no text is shared all draws are those by video.
"""

from collections.abc import Iterator

import numpy as np

from measures.arrays import Counts, Values, divide
from measures.clusters import Scores, different_rows, number
from measures.dependence import Dependence
from measures.draws import BLOCK, weights_in_blocks

TEXTS = 1  # the stream of a seed that texts are drawn from


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
