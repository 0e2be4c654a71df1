"""How much of the test captions is in the training captions, word for word or nearly (the paper's
appendix D, Figure 8), as the paper's text defines it."""

from collections.abc import Iterator, Sequence

import numpy as np

from measures.arrays import Values

GRAM = 5
NEAREST = 10
# So many training captions are counted at a time, and compared with so many test captions: 20 MB of
# cosines.
TRAINING_BLOCK = 10_000
TEST_BLOCK = 256


def similarity_to_training(
    test: Sequence[str], training: Sequence[str], *, nearest: int = NEAREST
) -> Values:
    """(test,): the mean cosine of each test caption with the `nearest` training captions that are
    most like it, 0 to 1.

    Texts are vectors of character 5-grams: counts times ln((1 + n) / (1 + df)) + 1 over the n test
    captions, length 1; case and the width of white space do not count. Fewer training captions than
    `nearest`: the mean over those there are. nan for a test caption of fewer than five characters,
    which has no 5-gram. A training caption that has none that any test caption has is like none of
    them. Raises ValueError without training captions.
    """
    if not training:
        raise ValueError("without training captions nothing can be like them")
    means = np.full(len(test), np.nan)
    known = [number for number, text in enumerate(test) if len(_plain(text)) >= GRAM]
    if known:
        means[known] = _means([test[one] for one in known], len(test), training, nearest)
    return means


def _means(test: list[str], captions: int, training: Sequence[str], nearest: int) -> Values:
    # Half a second, which each web process would pay at its start.
    from sklearn.feature_extraction.text import TfidfVectorizer  # type: ignore[import-untyped]  # noqa: PLC0415

    vectorizer = TfidfVectorizer(preprocessor=_plain, analyzer="char", ngram_range=(GRAM, GRAM))
    # Captions too short to have a 5-gram count among the n all the same: an empty text stands for
    # each.
    vectorizer.fit([*test, *[""] * (captions - len(test))])
    vectors = vectorizer.transform(test)
    best = np.zeros((len(test), 0))
    for part in slices(len(training), TRAINING_BLOCK):
        turned = vectorizer.transform(training[part]).T.tocsr()
        kept = [
            _best(best[rows], (vectors[rows] @ turned).toarray(), nearest)
            for rows in slices(len(test), TEST_BLOCK)
        ]
        best = np.concatenate(kept)
    return best.mean(axis=1)


def _best(before: Values, cosines: Values, nearest: int) -> Values:
    """The highest of either, in no order."""
    together = np.hstack([before, cosines])
    if together.shape[1] <= nearest:
        return together
    return np.partition(together, -nearest, axis=1)[:, -nearest:]


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def slices(length: int, size: int) -> Iterator[slice]:
    for start in range(0, length, size):
        yield slice(start, start + size)
