"""Captions of one source video stand and fall together: scores summed over them are all that
resampling and testing need."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.measures.arrays import Counts, Values, divide

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Totals:
    """What each cluster holds. Cells with values for the same captions share a column of counts."""

    sums: NDArray[np.float64]  # (clusters, cells)
    counts: NDArray[np.float64]  # (clusters, patterns): captions with a value
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
    missing = np.isnan(scores)
    patterns, pattern = different_rows(missing)
    values = np.where(missing, 0.0, scores) if missing.any() else scores
    present = (~patterns).astype(np.float64)
    if clusters is None:
        return Totals(np.ascontiguousarray(values.T), np.ascontiguousarray(present.T), pattern)
    labels = number(clusters, scores.shape[1])
    return Totals(_sum_over(labels, values), _sum_over(labels, present), pattern)


def different_rows(missing: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], Counts]:
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
    return np.unique(labels, return_inverse=True)[1].astype(np.int64)


def check_scores(scores: Scores) -> None:
    if scores.ndim != 2 or scores.size == 0:
        raise ValueError(
            f"scores are cells x captions with at least one of each, not {scores.shape}"
        )
    if np.isinf(scores).any():
        raise ValueError("a score is a finite number, or nan where a caption has no value")


def _sum_over(labels: Counts, rows: NDArray[np.float64]) -> NDArray[np.float64]:
    size = int(labels.max(initial=-1)) + 1
    return np.stack([np.bincount(labels, weights=row, minlength=size) for row in rows], axis=1)
