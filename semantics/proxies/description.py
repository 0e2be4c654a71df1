"""What a kind of proxy is, apart from its numbers."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from foundation.progress import Report
from measures.arrays import Floats, Integers, Whole
from semantics.proxies.material import Material
from semantics.proxies.relevance import BLOCK, Relevance, Rows


class Comparison(Protocol):
    """Texts and videos as a kind of proxy sees them: some are compared without all the others, for
    which there may be no room."""

    def some(self, texts: Whole, videos: Whole) -> Floats:
        """(texts, videos), by their numbers: those cells of what the kind relates."""

    def arrays(self) -> Iterable[NDArray[np.generic]]:
        """All that its answers follow from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProxyKind:
    """relate: texts x videos in blocks of texts, as the paper's S' has it: of the texts alone, so
    that a caption's own video may have less than 1."""

    name: str
    title: str
    equation: str  # the paper and its equation
    parameters: tuple[str, ...] = ()  # what its numbers follow from, beside the captions
    relate: Callable[[Material], Iterable[Rows]]
    # None: this kind compares all texts at once, or not at all.
    compare: Callable[[Material], Comparison] | None = None
    # How many captions have no word that this kind looks at: they are relevant to their own videos
    # alone.
    count_wordless: Callable[[Material], int]

    def compute(self, material: Material, report: Report = lambda *_: None) -> Relevance:
        """captions x videos; a caption's own video has 1 (Wray et al. 2021, Eq. 5)."""
        shape = len(material.captions), material.videos
        texts = Relevance.of_blocks(self._reported(material, report), shape).cells
        rows = material.caption_texts
        spread = (texts[rows[start : start + BLOCK]] for start in range(0, len(rows), BLOCK))
        return with_own(spread, np.arange(len(rows)), material)

    def _reported(self, material: Material, report: Report) -> Iterator[Rows]:
        done, texts = 0, len(material.captions)
        for block in self.relate(material):
            yield block
            done += block.shape[0]
            report(done, texts, "Comparing texts with videos")


def with_own(blocks: Iterable[Rows], row_of: Integers, material: Material) -> Relevance:
    """row_of (captions,): the row of each caption, in which its own video has 1."""
    shape = int(row_of.max(initial=-1)) + 1, material.videos
    ones = np.ones(len(row_of), np.float32)
    own = csr_array((ones, (row_of, material.video_of)), shape=shape)
    own.sum_duplicates()
    own.data[:] = 1

    def filled() -> Iterator[Rows]:
        start = 0
        for block in blocks:
            stop = start + block.shape[0]
            part = own[start:stop]
            if isinstance(block, np.ndarray):
                block[part.nonzero()] = 1
                yield block
            else:
                yield block.maximum(part)
            start = stop

    return Relevance.of_blocks(filled(), shape)
