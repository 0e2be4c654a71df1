"""Similarity of test captions to training captions as FIRE's release computed it, with the digits
of the paper's Table 7. The paper's text defines it otherwise: measures/similarity.py.

These n-grams do not cross the edges of words, so a caption's vector is the sum of its words'
vectors: the n-grams of each word are counted once, and captions are compared by their words. That
is several times as fast as counting n-grams caption by caption.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from measures.arrays import Counts, Integers, Values
from measures.similarity import TEST_BLOCK, TRAINING_BLOCK, slices

GRAMS_RELEASED = 1, 5
NEAREST_RELEASED = 5

Matrix = Any  # scipy's sparse matrices, which have no types


def similarity_as_released(
    test: Sequence[str], training: Sequence[str], *, nearest: int = NEAREST_RELEASED
) -> Values:
    """(test,): the mean cosine of each test caption with the `nearest` training captions that are
    most like it, 0 to 1.

    Texts are vectors of character 1- to 5-grams of their words, each word with a space at both
    ends: counts times ln((1 + n) / (1 + df)) + 1 over the n test captions, length 1; case does not
    count. Fewer training captions than `nearest`: the mean over those there are. nan for a test
    caption without a word. Raises ValueError without training captions.
    """
    if not training:
        raise ValueError("without training captions nothing can be like them")
    means = np.full(len(test), np.nan)
    vectors = _vectors(test, training)
    if vectors is None:
        return means
    known = np.flatnonzero(np.diff(vectors.test.indptr))
    for some in slices(len(known), TEST_BLOCK):
        rows = known[some]
        found = vectors.cosines(rows, _nearest(vectors, rows, nearest), training)
        means[rows] = found.mean(axis=1)
    return means


def _nearest(vectors: "_Vectors", rows: Counts, nearest: int) -> Counts:
    """(rows, nearest): which training captions are most like each of these test captions."""
    # What each word of a training caption adds to its cosine with each test caption.
    added = vectors.words @ vectors.test[rows].T.toarray()
    best: Values = np.zeros((len(rows), 0))
    which: Counts = np.zeros((len(rows), 0), np.int64)
    for some in slices(vectors.training.shape[0], TRAINING_BLOCK):
        cosines = (vectors.training[some] @ added).T
        numbers = np.broadcast_to(
            np.arange(some.start, some.start + cosines.shape[1]), cosines.shape
        )
        best, which = np.hstack([best, cosines]), np.hstack([which, numbers])
        if best.shape[1] > nearest:
            chosen = np.argpartition(best, -nearest, axis=1)[:, -nearest:]
            best = np.take_along_axis(best, chosen, axis=1)
            which = np.take_along_axis(which, chosen, axis=1)
    return which


@dataclass(frozen=True, slots=True)
class _Vectors:
    test: Matrix  # captions x n-grams, each of length 1
    words: Matrix  # words x n-grams
    training: Matrix  # captions x words, divided by the length of the caption's vector
    weigh: Callable[[Sequence[str]], Matrix]  # texts x n-grams, as in `test`

    def cosines(self, rows: Counts, which: Counts, training: Sequence[str]) -> Values:
        """(rows, nearest): from the whole vectors, summed n-gram by n-gram as the release did. A
        caption that is in the training captions word for word has a cosine of about 1, and the
        last digit decides on its rank among the others of that kind."""
        few, places = np.unique(which, return_inverse=True)
        found = (self.test[rows] @ self.weigh([training[n] for n in few]).T).toarray()
        return np.sort(np.take_along_axis(found, places.reshape(which.shape), axis=1), axis=1)


def _vectors(test: Sequence[str], training: Sequence[str]) -> _Vectors | None:
    """None where no test caption has a word."""
    # Half a second, which each web process would pay at its start.
    from scipy import sparse  # noqa: PLC0415
    from sklearn.feature_extraction.text import (  # type: ignore[import-untyped]  # noqa: PLC0415
        CountVectorizer,
        TfidfVectorizer,
    )

    grams = TfidfVectorizer(analyzer="char_wb", ngram_range=GRAMS_RELEASED)
    numbers: dict[str, int] = {}
    in_test, in_training = _counted(test, numbers), _counted(training, numbers)
    if not len(in_test[0]):
        return None
    of_test = grams.fit_transform(test)
    words = CountVectorizer(
        analyzer="char_wb",
        ngram_range=GRAMS_RELEASED,
        lowercase=False,
        vocabulary=grams.vocabulary_,
    ).transform(numbers)
    words = (words @ sparse.diags(grams.idf_)).tocsr()
    of_training = sparse.csr_matrix(in_training, shape=(len(training), len(numbers)))
    lengths = np.sqrt((of_training @ words).power(2).sum(axis=1)).A1
    # One of length 0 has no n-gram that any test caption has: it is like none of them.
    of_training = sparse.diags(1 / np.where(lengths > 0, lengths, 1)) @ of_training
    return _Vectors(of_test, words, of_training.tocsr(), grams.transform)


def _counted(
    texts: Sequence[str], numbers: dict[str, int]
) -> tuple[Values, tuple[Integers, Integers]]:
    """Each word of each text: 1, its row and its column, which is the word's number; a word that
    has none gets one. Repeated words add up."""
    parted = [text.lower().split() for text in texts]
    columns = [numbers.setdefault(word, len(numbers)) for words in parted for word in words]
    rows = np.repeat(np.arange(len(parted)), [len(words) for words in parted])
    return np.ones(len(columns)), (rows, np.array(columns, np.int64))
