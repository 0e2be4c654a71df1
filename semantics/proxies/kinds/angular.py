"""The angle between vectors of captions: paper 003.

The poster prints 1 - arccos(E(T_A) . E(T_B)). That is below 0 for vectors more than a radian apart,
and its loss takes the logarithm. Here the angle is a share of the largest there is, so that
relevance runs from 1 (the same direction) to 0 (the opposite one).
"""

from collections.abc import Iterator

import numpy as np

from measures.arrays import Floats, Reals, Whole
from semantics.proxies.description import ProxyKind
from semantics.proxies.material import Material
from semantics.proxies.vectors import Vectors, fit_lsa

BLOCK = 512  # texts
# Directions that cancel out leave no more than rounding: a length, where each of them has 1.
CANCELLED = 1e-6


def _relate(material: Material) -> Iterator[Floats]:
    texts = _of_texts(material)
    # A video with several captions: the direction of all of them together.
    videos = _middles(texts[material.caption_texts], material.video_of, material.videos)
    has_direction = videos.any(axis=1)
    for start in range(0, len(texts), BLOCK):
        block = texts[start : start + BLOCK]
        relevance = angular(block @ videos.T)
        # A vector of zeros has no angle with any: not relevant.
        relevance[~block.any(axis=1)] = 0
        relevance[:, ~has_direction] = 0
        yield relevance


def angular(cosines: Reals) -> Floats:
    # Rounding takes cosines of equal vectors a little past 1.
    return np.asarray(1 - np.arccos(np.clip(cosines, -1, 1)) / np.pi, np.float32)


def _of_texts(material: Material) -> Vectors:
    """(texts, dimensions), of length 1. Captions with the same text may have been given different
    vectors: the direction of all of them together."""
    if material.vectors is None:
        return _directions(fit_lsa(material.captions, material.seed))
    given = _directions(material.vectors)
    return _middles(given, material.caption_texts, len(material.captions))


def _middles(directions: Vectors, group: Whole, groups: int) -> Vectors:
    """(groups, dimensions): the direction of each group's together; zeros where they cancel out."""
    total = np.zeros((groups, directions.shape[1]), np.float32)
    np.add.at(total, group, directions)
    return _directions(total, CANCELLED)


def _directions(vectors: Vectors, least: float = 0) -> Vectors:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > least)


def _count_wordless(material: Material) -> int:
    has_direction = np.any(_of_texts(material), axis=1)
    return int(np.count_nonzero(~has_direction[material.caption_texts]))


KIND = ProxyKind(
    name="angular",
    title="Angle between caption vectors",
    equation="003: 1 - arccos(E(T_A) · E(T_B)), the angle as a share of π",
    parameters=("vectors", "seed"),
    relate=_relate,
    count_wordless=_count_wordless,
)
