"""Means over groups of captions, and how far they would move had other captions been asked: one set
of draws for all groups and cells."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from metrics.measures.arrays import Counts
from metrics.measures.clusters import Scores, Totals, check_scores, number
from metrics.measures.resampling import RESAMPLES, Resampled, resampled_means


@dataclass(frozen=True, slots=True)
class Groups:
    """Captions parted by one thing that is known of them."""

    by: str
    names: tuple[str, ...]
    of: Counts  # (captions,): each one's group, -1 where it is in none

    @property
    def captions(self) -> Counts:
        """(groups,)"""
        return np.bincount(self.of[self.of >= 0], minlength=len(self.names)).astype(np.int64)


def resample_groups(
    scores: Scores,
    groupings: Sequence[Groups],
    *,
    clusters: ArrayLike | None,
    resamples: int = RESAMPLES,
    seed: int,
) -> Resampled:
    """As `resample`, of each cell in each group: the groups of the first grouping, then those of
    the next, and in each all the cells.

    scores: (cells, captions). clusters: (captions,), drawn whole from all that there are, as they
    are for means over all captions: in a draw a group may have more captions or fewer, or none.
    """
    check_scores(scores)
    totals = total_by_group(scores, groupings, clusters)
    captions = np.repeat(np.concatenate([groups.captions for groups in groupings]), len(scores))
    means = resampled_means(totals, resamples, seed)
    return Resampled(means, totals.means, totals.n, captions - totals.n, totals.clusters, seed)


def total_by_group(
    scores: Scores, groupings: Sequence[Groups], clusters: ArrayLike | None
) -> Totals:
    """Columns: groups, and in each the cells."""
    labels = number(clusters, scores.shape[1])
    missing, pattern = np.unique(np.isnan(scores), axis=0, return_inverse=True)
    rows = np.concatenate([np.nan_to_num(scores, nan=0.0), ~missing])
    parts = [_sum_over(labels, groups, rows) for groups in groupings]
    whole = np.concatenate(parts, axis=1)  # (clusters, groups, cells and patterns)
    size, groups, cells = len(whole), whole.shape[1], len(scores)
    places = np.arange(groups)[:, None] * len(missing) + pattern.reshape(-1)
    return Totals(
        np.ascontiguousarray(whole[:, :, :cells]).reshape(size, groups * cells),
        np.ascontiguousarray(whole[:, :, cells:]).reshape(size, groups * len(missing)),
        places.reshape(-1),
    )


def _sum_over(labels: Counts, groups: Groups, rows: Scores) -> Scores:
    """(clusters, groups, rows)"""
    kept, many = groups.of >= 0, len(groups.names)
    places = labels[kept] * many + groups.of[kept]
    size = int(labels.max(initial=-1)) + 1
    sums = np.empty((size * many, len(rows)))
    for column, row in enumerate(rows):
        sums[:, column] = np.bincount(places, weights=row[kept], minlength=size * many)
    return sums.reshape(size, many, len(rows))
