"""What is relevant to what in a batch of pairs, from whichever source. Plain arrays."""

import hashlib
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from foundation.frozen import frozen
from semantics.proxies.description import Comparison
from semantics.proxies.overlaps import as_matrix, rows_of
from semantics.proxies.relevance import Relevance
from semantics.words.bags import Bags

Integers = NDArray[np.integer]
Floats = NDArray[np.float32]


class RelevanceSource(Protocol):
    def of(self, captions: Integers, videos: Integers) -> Floats:
        """(captions, videos), from 0 to 1; captions and videos are rows of the material's."""

    def digest(self) -> str:
        """The digest of its contents, so that no checkpoint is continued with other relevance."""


@frozen
class InstanceRelevance:
    """A caption's own video, and nothing else."""

    video_of: Integers  # (captions,)

    def of(self, captions: Integers, videos: Integers) -> Floats:
        return (self.video_of[captions][:, None] == videos).astype(np.float32)

    def digest(self) -> str:
        return digest_of(self.video_of)


@frozen
class MatrixRelevance:
    """What people found, or the relevance of a proxy that compares all texts at once."""

    matrix: Relevance

    def of(self, captions: Integers, videos: Integers) -> Floats:
        cells = self.matrix.cells
        if isinstance(cells, np.ndarray):
            return np.asarray(cells[captions[:, None], videos], np.float32)
        return np.asarray(cells[captions][:, videos].toarray(), np.float32)

    def digest(self) -> str:
        cells = self.matrix.cells
        if isinstance(cells, np.ndarray):
            return digest_of(cells)
        return digest_of(cells.indptr, cells.indices, cells.data)


@frozen
class ComparedRelevance:
    """A proxy's, computed for a batch from what it sees of captions and videos: of 60,000 each, all
    of it would be 7 GB. A caption's own video has 1 (Wray et al. 2021, Eq. 5)."""

    compared: Comparison
    text_of: Integers  # (captions,), the number of each caption's text there
    video_of: Integers  # (captions,)

    def of(self, captions: Integers, videos: Integers) -> Floats:
        relevance = self.compared.some(self.text_of[captions], videos)
        relevance[self.video_of[captions][:, None] == videos] = 1
        return relevance

    def digest(self) -> str:
        return digest_of(*self.compared.arrays(), self.text_of, self.video_of)


@frozen
class SharedClasses:
    """How many of their classes two have in common, of those that either has: the relevance of a
    part of speech (Wray et al. 2019, Section 3.2). Without any class on both sides it is 0."""

    captions: Bags
    videos: Bags

    def of(self, captions: Integers, videos: Integers) -> Floats:
        rows, columns = (
            as_matrix(rows_of(*side)) for side in ((self.captions, captions), (self.videos, videos))
        )
        common = (rows @ columns.T).toarray()
        either = rows.sum(1)[:, None] + columns.sum(1) - common
        return np.divide(common, either, out=np.zeros_like(common), where=either > 0)

    def digest(self) -> str:
        bags = self.captions, self.videos
        return digest_of(*(array for bag in bags for array in (bag.starts, bag.members)))


def collected(captions: Integers, videos: Integers, video_of: Integers, count: int) -> Relevance:
    """Positives that people found, as pairs of rows, beside each caption's own video; count: of
    videos."""
    rows = np.concatenate([captions, np.arange(len(video_of))])
    columns = np.concatenate([videos, video_of])
    cells = csr_array((np.ones(len(rows), np.float32), (rows, columns)), (len(video_of), count))
    cells.data[:] = 1  # a pair that is named twice was added up
    return Relevance(cells)


def digest_of(*arrays: NDArray[np.generic]) -> str:
    total = hashlib.sha256()
    for array in arrays:
        total.update(f"{array.dtype.str}{array.shape}".encode())
        total.update(np.ascontiguousarray(array).data)
    return total.hexdigest()
