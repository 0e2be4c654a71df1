"""Vectors of captions, where no file brings any: latent semantic analysis of the captions."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from semantics.words.word import Parsed

DIMENSIONS = 100

Vectors = NDArray[np.float32]


def _words(words: Parsed) -> list[str]:
    return [word.lemma for word in words if not word.is_stop_word]


def fit_lsa(captions: Sequence[Parsed], seed: int, dimensions: int = DIMENSIONS) -> Vectors:
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
