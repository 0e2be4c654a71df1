"""Intersection over union of sets of words, for every text with every video (Wray et al. 2021, Eq.
6 to 8)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from operator import add
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from foundation.frozen import frozen
from measures.arrays import Floats, Whole
from semantics.proxies.description import ProxyKind
from semantics.proxies.material import Material
from semantics.words.bags import Bags, in_at_least, number_words
from semantics.words.word import Parsed

BLOCK = 512  # texts


@frozen
class Compared:
    """Words of one part of speech, or all: of each distinct text and of each video."""

    texts: Bags
    videos: Bags
    weight: float


def compared(
    material: Material, words_of: Callable[[Parsed], Iterable[str]], weight: float
) -> Compared:
    return compared_sets(material, map(words_of, material.captions), weight)


def compared_sets(material: Material, sets: Iterable[Iterable[str]], weight: float) -> Compared:
    """sets: of each text. A video with one caption has its words; one with several, those in at
    least rho of them."""
    texts = number_words(sets, {})
    captions = rows_of(texts, material.caption_texts)
    videos = in_at_least(captions, material.video_of, material.videos, material.rho)
    return Compared(texts, videos, weight)


def rows_of(bags: Bags, rows: Whole) -> Bags:
    """The bags with these numbers, in their order."""
    sizes = bags.sizes[rows]
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    # Where each member of the new bags is among the old ones.
    places = np.arange(starts[-1]) + np.repeat(bags.starts[rows] - starts[:-1], sizes)
    return Bags(starts, bags.members[places], bags.words)


@frozen
class OfSets:
    """Sets of words, of which some texts and videos are compared."""

    parts: Sequence[Compared]

    def some(self, texts: Whole, videos: Whole) -> Floats:
        return np.asarray(reduce(add, self._parts(texts, videos)).toarray(), np.float32)

    def _parts(self, texts: Whole, videos: Whole) -> Iterator[csr_array]:
        for part in self.parts:
            chosen = Compared(rows_of(part.texts, texts), rows_of(part.videos, videos), part.weight)
            sides = as_matrix(chosen.texts), csr_array(as_matrix(chosen.videos).T)
            yield _overlap(*sides, chosen, 0)

    def arrays(self) -> Iterator[NDArray[np.generic]]:
        for part in self.parts:
            yield np.array(part.weight)
            for bags in (part.texts, part.videos):
                yield bags.starts
                yield bags.members


def overlap_blocks(parts: Sequence[Compared]) -> Iterator[csr_array]:
    """texts x videos: the weighted sum of intersection over union, in blocks of texts.

    Two empty sets have nothing in common: 0, as the code of the papers has it."""
    sides = [(as_matrix(part.texts), csr_array(as_matrix(part.videos).T)) for part in parts]
    for start in range(0, len(parts[0].texts) if parts else 0, BLOCK):
        blocks = (
            _overlap(texts[start : start + BLOCK], videos, part, start)
            for part, (texts, videos) in zip(parts, sides, strict=True)
        )
        yield reduce(add, blocks)


def as_matrix(bags: Bags) -> csr_array:
    ones = np.ones(len(bags.members), np.float32)
    return csr_array((ones, bags.members, bags.starts), shape=(len(bags), bags.words))


def _overlap(texts: csr_array, videos: csr_array, part: Compared, start: int) -> csr_array:
    # Only what has a word in common is ever touched: the product of the sets is the size of each
    # intersection, and the union follows from both sizes.
    shared = csr_array(texts @ videos)
    row = np.repeat(np.arange(start, start + texts.shape[0]), np.diff(shared.indptr))
    union = part.texts.sizes[row] + part.videos.sizes[shared.indices] - shared.data
    shared.data = (part.weight * shared.data / union).astype(np.float32)
    return shared


def overlap_kind(
    parts_of: Callable[[Material], Sequence[Compared]],
    *,
    parameters: tuple[str, ...] = ("rho",),
    **about: Any,
) -> ProxyKind:
    """The kind of proxy that compares these sets. about: its other fields."""

    def count_wordless(material: Material) -> int:
        sizes = sum(part.texts.sizes for part in parts_of(material))
        return int(np.count_nonzero(np.asarray(sizes)[material.caption_texts] == 0))

    return ProxyKind(
        parameters=parameters,
        relate=lambda material: overlap_blocks(parts_of(material)),
        compare=lambda material: OfSets(parts_of(material)),
        count_wordless=count_wordless,
        **about,
    )
