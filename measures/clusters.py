"""Captions of one source video stand and fall together: scores summed over them are all that
resampling and testing need."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from measures.arrays import Counts, Mask, Values, divide

Scores = Values


@dataclass(frozen=True, slots=True)
class Totals:
    """What each cluster holds. Cells with values for the same captions share a column of counts."""

    sums: Values  # (clusters, cells)
    counts: Values  # (clusters, patterns): captions with a value
    pattern: Counts  # (cells,): which of the patterns

    @property
    def n(self) -> Counts:
        """(cells,): captions with a value."""
        return self.counts.sum(axis=0).astype(np.int64)[self.pattern]

    @property
    def clusters(self) -> Counts:
        """(cells,): clusters with at least one of them."""
        return (self.counts > 0).sum(axis=0)[self.pattern]

    @property
    def means(self) -> Values:
        """(cells,): over the captions with a value, nan where there is none."""
        return divide(self.sums.sum(axis=0), self.n)


def total(scores: Scores, clusters: ArrayLike | None) -> Totals:
    """scores: (cells, captions), nan for no value. clusters: (captions,) any labels; None where
    each caption stands alone."""
    labels = None if clusters is None else number(clusters, scores.shape[1])
    # Where no value is missing, which the sums show, nothing else need be read.
    sums = _sum_over(labels, scores)
    if np.isfinite(sums).all():
        every = np.ones((1, scores.shape[1]))
        return Totals(sums, _sum_over(labels, every), np.zeros(len(scores), np.int64))
    missing = np.isnan(scores)
    patterns, pattern = different_rows(missing)
    values = np.where(missing, 0.0, scores)
    return Totals(
        _sum_over(labels, values), _sum_over(labels, (~patterns).astype(np.float64)), pattern
    )


def different_rows(missing: Mask) -> tuple[Mask, Counts]:
    """The different rows, in the order of first coming, and which of them each row is. (Sorting
    rows, as NumPy's `unique` does, takes a hundred times as long.)"""
    places: dict[bytes, int] = {}
    pattern = [places.setdefault(row.tobytes(), len(places)) for row in np.packbits(missing, 1)]
    first = [pattern.index(place) for place in range(len(places))]
    return missing[first], np.array(pattern, np.int64)


def number(clusters: ArrayLike | None, captions: int) -> Counts:
    """(captions,): the clusters' labels as numbers from 0; each caption's own where there are
    none."""
    if clusters is None:
        return np.arange(captions)
    labels = np.asarray(clusters)
    if labels.shape != (captions,):
        raise ValueError(
            f"each of the {captions} captions has one cluster, but there are {labels.shape} labels"
        )
    if _numbered(labels):
        return labels.copy()
    return np.unique(labels, return_inverse=True)[1].astype(np.int64)


def check_shape(scores: Scores) -> None:
    if scores.ndim != 2 or scores.size == 0:
        raise ValueError(
            f"scores are cells x captions with at least one of each, not {scores.shape}"
        )


def check_scores(scores: Scores) -> None:
    check_shape(scores)
    if np.isinf(scores).any():
        raise ValueError("a score is a finite number, or nan where a caption has no value")


def _numbered(labels: np.ndarray) -> bool:
    """Whether all numbers from 0 to the largest occur, so that nothing need be sorted."""
    if labels.dtype != np.int64 or not len(labels):
        return False
    return bool(0 <= labels.min() <= labels.max() < len(labels) and np.bincount(labels).all())


def _sum_over(labels: Counts | None, rows: Values) -> Values:
    if labels is None:
        return np.ascontiguousarray(rows.T)
    size = int(labels.max(initial=-1)) + 1
    return np.stack([np.bincount(labels, weights=row, minlength=size) for row in rows], axis=1)
