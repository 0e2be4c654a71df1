"""Which captions stand and fall together, and how sure a mean over them is.

Captions of one video share its luck, and so do captions of one text: what a run ranks for a text is
the same for each of them. So captions are clustered two ways (Cameron, Gelbach and Miller 2011):
V = V(video) + V(text) - V(video and text), with Student's t and the degrees of freedom of videos or
of texts, whichever are fewer: one less than there are, were all of one size.

Clusters count by their size, by leverage and by degrees of freedom (`measures.uneven`).

Where that comes out at 0 or below, it is no variance: the larger of the two one-way variances is
taken in its place.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.special import stdtrit

from measures import uneven
from measures.arrays import Counts, Values, divide
from measures.clusters import Scores, check_scores, number
from measures.spread import ROUNDING

FEW = 40  # effective clusters below which a note says that an interval rests on few


@dataclass(frozen=True)
class Dependence:
    """videos, texts: (captions,), the cluster of each caption, numbered from 0. A caption without a
    known video, or whose text nobody shares, has a number of its own."""

    videos: Counts
    texts: Counts

    @classmethod
    def of(
        cls, captions: int, videos: ArrayLike | None = None, texts: ArrayLike | None = None
    ) -> "Dependence":
        """Any labels; None where each caption stands alone."""
        return cls(number(videos, captions), number(texts, captions))

    @property
    def captions(self) -> int:
        return len(self.videos)

    @cached_property
    def both(self) -> Counts:
        """(captions,): captions of the same video and the same text have the same number."""
        width = int(self.texts.max(initial=-1)) + 1
        return number(self.videos * width + self.texts, self.captions)

    @cached_property
    def connected(self) -> Counts:
        """(captions,): captions have the same number where videos and texts lead from one to the
        other, over any number of steps. These groups, and no smaller ones, are independent."""
        if not self.captions:
            return np.zeros(0, np.int64)
        videos = int(self.videos.max()) + 1
        nodes = videos + int(self.texts.max()) + 1
        ones = np.ones(self.captions, np.int8)
        graph = coo_array((ones, (self.videos, videos + self.texts)), shape=(nodes, nodes))
        _, component = connected_components(graph, directed=False)
        return number(component[self.videos], self.captions)

    @cached_property
    def shared(self) -> Counts:
        """(captions,): 1 where a caption of another video has the same text, else 0."""
        texts = int(self.texts.max(initial=-1)) + 1
        if texts == self.captions:
            return np.zeros(self.captions, np.int64)
        width = int(self.videos.max(initial=-1)) + 1
        pairs = np.sort(self.texts * width + self.videos)
        different = pairs[np.diff(pairs, prepend=-1) > 0]
        of_text = np.bincount(different // width, minlength=texts)
        return (of_text[self.texts] > 1).astype(np.int64)

    @property
    def two_way(self) -> bool:
        """Whether any text is shared by several videos; if none is, texts lie within videos and
        add nothing."""
        return bool(self.shared.any())

    def counted(self) -> dict[str, int]:
        """How many there are of each: captions, videos, texts, captions that share their text with
        another video's, and groups with neither in common."""
        numbers = {"videos": self.videos, "texts": self.texts, "groups": self.connected}
        sizes = {name: int(labels.max(initial=-1)) + 1 for name, labels in numbers.items()}
        return {"captions": self.captions, "shared": int(self.shared.sum())} | sizes

    def only(self, chosen: np.ndarray) -> "Dependence":
        """The dependence of some of the captions. chosen: (captions,) a mask, or places."""
        return Dependence.of(len(self.videos[chosen]), self.videos[chosen], self.texts[chosen])


@dataclass(frozen=True, slots=True)
class Errors:
    """How sure means are, each (cells,)."""

    error: Values  # standard error; nan with fewer than two clusters, 0 where nothing varies
    degrees: Values  # of freedom, for Student's t; 0 with fewer than two clusters, else 1 or more
    clusters: Counts  # videos with a value
    text_groups: Counts  # texts with a value
    effective: Values  # the fewer of effective videos and effective texts
    shared: Counts  # captions with a value whose text a caption of another video has, too
    # How many times the variance is what it would be were captions independent; nan where that is
    # none.
    design_effect: Values
    two_way: np.ndarray  # whether both kinds of clusters are in the error, or only the larger one

    def reach(self, level: float) -> Values:
        """Half of an interval's width."""
        t = stdtrit(np.maximum(self.degrees, 1), (1 + level) / 2)
        return np.where(self.degrees > 0, t * self.error, np.nan)


def errors_of_means(scores: Scores, dependence: Dependence) -> Errors:
    """Errors of each row's mean over its captions with a value. scores: (cells, captions), nan for
    no value."""
    check_scores(scores)
    known = ~np.isnan(scores)
    n = known.sum(axis=1)
    mean = divide(np.where(known, scores, 0.0).sum(axis=1), n)
    influence = np.where(known, scores - mean[:, None], 0.0) / np.maximum(n, 1)[:, None]
    return errors_of_sums(influence, known, dependence)


def errors_of_sums(influence: Values, known: np.ndarray, dependence: Dependence) -> Errors:
    """Errors of figures that are not means of one row: of a difference of two means, or a function
    of means, by how far each caption moves it.

    influence: (cells, captions), which add up to 0 over a row's captions with a value; 0 elsewhere.
    known: (cells, captions), which have a value.
    """
    by_video, of_videos = _variance(influence, known, dependence.videos)
    by_text, of_texts = _variance(influence, known, dependence.texts)
    n = known.sum(axis=1)
    alone = (influence**2).sum(axis=1) * divide(n.astype(float), n - 1)
    if dependence.two_way:
        both, _ = _variance(influence, known, dependence.both)
        summed, larger = by_video + by_text - both, np.fmax(by_video, by_text)
        # Of sums of equal numbers in another order a difference is not quite 0.
        two_way = summed > ROUNDING * larger
        variance = np.where(two_way, summed, larger)
    else:
        # Texts lie within videos, where they add nothing, even if videos do not differ at all.
        two_way, variance = np.zeros(len(influence), bool), by_video
    effective = np.minimum(of_videos.effective, of_texts.effective)
    degrees = np.minimum(of_videos.degrees, of_texts.degrees)
    shared = (known * dependence.shared).sum(axis=1)
    return Errors(
        error=np.where(degrees > 0, np.sqrt(np.maximum(variance, 0.0)), np.nan),
        degrees=degrees,
        clusters=of_videos.number,
        text_groups=of_texts.number,
        effective=effective,
        shared=shared.astype(np.int64),
        design_effect=divide(variance, alone),
        two_way=two_way & (shared > 0),
    )


@dataclass(frozen=True, slots=True)
class _Clusters:
    """Those with a value, each (cells,)."""

    number: Counts
    effective: Values
    degrees: Values


def _variance(influence: Values, known: np.ndarray, labels: Counts) -> tuple[Values, _Clusters]:
    """Variances by clusters of one kind, (cells,); and the clusters."""
    rows = [_of_cell(*row, labels) for row in zip(influence, known, strict=True)]
    squared, number, effective, degrees = np.array(rows, np.float64).reshape(-1, 4).T
    return squared, _Clusters(number.astype(np.int64), effective, degrees)


def _of_cell(moved: Values, has: np.ndarray, labels: Counts) -> tuple[float, int, float, float]:
    sizes = np.bincount(labels[has]).astype(np.float64)
    there = sizes > 0
    sums: Values = np.bincount(labels[has], weights=moved[has]).astype(np.float64)[there]
    sizes = sizes[there]
    if not len(sizes):
        return np.nan, 0, 0.0, 0.0
    found = float(uneven.variance(sums, sizes))
    return found, len(sizes), uneven.effective(sizes), uneven.degrees(sizes)
