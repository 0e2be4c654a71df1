"""The angle between vectors of captions: Choo et al.

The poster prints 1 - arccos(E(T_A) . E(T_B)). That is below 0 for vectors more than a radian apart,
and its loss takes the logarithm. Here the angle is a share of the largest there is, so that
relevance runs from 1 (the same direction) to 0 (the opposite one).
"""

from collections.abc import Iterator, Sequence

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Floats, Reals, Whole
from semantics.proxies.description import ProxyKind
from semantics.proxies.material import Material
from semantics.words.word import Parsed

BLOCK = 512  # texts
DIMENSIONS = 100  # of vectors that are fitted
# Directions that cancel out leave no more than rounding: a length, where each of them has 1.
CANCELLED = 1e-6


@frozen
class OfVectors:
    """Directions of texts and of videos. One of zeros has no angle with any: not relevant."""

    texts: Floats
    videos: Floats

    @classmethod
    def of(cls, material: Material) -> "OfVectors":
        texts = _of_texts(material)
        # A video with several captions: the direction of all of them together.
        return cls(
            texts, _middles(texts[material.caption_texts], material.video_of, material.videos)
        )

    def some(self, texts: Whole | slice, videos: Whole | slice) -> Floats:
        rows, columns = self.texts[texts], self.videos[videos]
        relevance = angular(rows @ columns.T)
        relevance[~rows.any(axis=1)] = 0
        relevance[:, ~columns.any(axis=1)] = 0
        return relevance

    def arrays(self) -> tuple[Floats, Floats]:
        return self.texts, self.videos


def _relate(material: Material) -> Iterator[Floats]:
    sides = OfVectors.of(material)
    for start in range(0, len(sides.texts), BLOCK):
        yield sides.some(slice(start, start + BLOCK), slice(None))


def angular(cosines: Reals) -> Floats:
    # Rounding takes cosines of equal vectors a little past 1.
    return np.asarray(1 - np.arccos(np.clip(cosines, -1, 1)) / np.pi, np.float32)


def _of_texts(material: Material) -> Floats:
    """(texts, dimensions), of length 1. Captions with the same text may have been given different
    vectors: the direction of all of them together."""
    if material.vectors is None:
        return _directions(fit_lsa(material.captions, material.seed))
    given = _directions(material.vectors)
    return _middles(given, material.caption_texts, len(material.captions))


def _middles(directions: Floats, group: Whole, groups: int) -> Floats:
    """(groups, dimensions): the direction of each group's together; zeros where they cancel out."""
    total = np.zeros((groups, directions.shape[1]), np.float32)
    np.add.at(total, group, directions)
    return _directions(total, CANCELLED)


def _directions(vectors: Floats, least: float = 0) -> Floats:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > least)


def _count_wordless(material: Material) -> int:
    has_direction = np.any(_of_texts(material), axis=1)
    return int(np.count_nonzero(~has_direction[material.caption_texts]))


def _words(words: Parsed) -> list[str]:
    return [word.lemma for word in words if not word.is_stop_word]


def fit_lsa(captions: Sequence[Parsed], seed: int, dimensions: int = DIMENSIONS) -> Floats:
    """(captions, dimensions): tf-idf of their lemmas, reduced by singular values. A caption of
    stop words alone has a vector of zeros.

    Fewer dimensions where there are fewer captions or words than asked for."""
    # Half a second, which each web process would pay at its start.
    from scipy.sparse.linalg import svds  # noqa: PLC0415
    from sklearn.feature_extraction.text import (  # type: ignore[import-untyped]  # noqa: PLC0415
        TfidfVectorizer,
    )

    try:
        weights = TfidfVectorizer(analyzer=_words, sublinear_tf=True).fit_transform(captions)
    except ValueError:  # no caption has a word
        return np.zeros((len(captions), 1), np.float32)
    least = min(weights.shape)
    if least <= dimensions:
        return np.asarray(weights.toarray(), np.float32)  # nothing to reduce
    # The solver begins at a vector of this seed; the same captions come to the same vectors.
    start = np.random.default_rng(seed).uniform(-1, 1, least)
    left, values, _ = svds(weights, k=dimensions, v0=start)
    return np.asarray(left * values, np.float32)


KIND = ProxyKind(
    name="angular",
    title="Angle between caption vectors",
    equation="Choo et al.: 1 - arccos(E(T_A) · E(T_B)), the angle as a share of π",
    parameters=("vectors", "seed"),
    relate=_relate,
    compare=OfVectors.of,
    count_wordless=_count_wordless,
)
