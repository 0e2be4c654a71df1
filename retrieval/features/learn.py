"""Vectors of words learnt on captions: in fewer numbers than there are words, those that keep the
same company come to be near. A word is in its own company, too, so that red and green stay two.

How often two words share a caption, as positive pointwise mutual information
(max(0, log p(a, b) / (p(a) p(b)))), then its largest singular vectors, scaled by the root of their
singular values: what word2vec's skip-grams approximate, without their chance and in a second.
"""

import hashlib
from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_array, diags_array
from scipy.sparse.linalg import svds

from measures.arrays import Values
from retrieval.features.word_vectors import Rows, WordVectors

WIDTH = 100
# Context is smoothed, so that a rare word's few neighbours do not look like the closest of all.
SMOOTHING = 0.75


def learn_word_vectors(
    texts: Sequence[Sequence[str]], width: int = WIDTH, seed: int = 0
) -> WordVectors:
    """Learns a vector of each word in the texts. The same texts and seed give the same vectors."""
    words = sorted({word for text in texts for word in text})
    places = {word: place for place, word in enumerate(words)}
    rows = [np.array(sorted({places[word] for word in text}), np.int64) for text in texts]
    members = np.concatenate([np.empty(0, np.int64), *rows])
    starts, shape = np.cumsum([0, *map(len, rows)]), (len(texts), len(places))
    of_texts = csr_array((np.ones(len(members)), members, starts), shape)
    # In how many texts two words are; on the diagonal, in how many the one is.
    counts = csr_array(of_texts.T @ of_texts)
    values = _reduced(mutual_information(counts), width, seed)
    content = "\n".join(" ".join(text) for text in texts)
    digest = hashlib.sha256(content.encode()).hexdigest()
    return WordVectors(places, values, "learnt on the training captions", digest)


def mutual_information(counts: csr_array) -> csr_array:
    """Positive, of the second word as the context; (words, words)."""
    cells = counts.tocoo()
    of_word = np.asarray(counts.sum(axis=1)).ravel()
    context = of_word**SMOOTHING
    share = cells.data / of_word.sum()
    row, column = cells.coords
    by_chance = of_word[row] / of_word.sum() * (context[column] / context.sum())
    positive = np.maximum(np.log(share / by_chance), 0)
    whole = csr_array((positive, (row, column)), counts.shape)
    whole.eliminate_zeros()
    return whole


def _reduced(matrix: csr_array, width: int, seed: int) -> Rows:
    """(words, width): fewer columns where there are fewer words, and each row of length 1 where
    it is not nothing."""
    words = matrix.shape[0]
    kept = min(width, words - 1)
    if kept < 1:
        return np.ones((words, 1), np.float32)
    begin = np.random.Generator(np.random.PCG64(seed)).standard_normal(words)
    left, sizes, _ = svds(matrix, k=kept, v0=begin)
    order = np.argsort(-sizes, kind="stable")
    vectors = _turned(left[:, order]) @ diags_array(np.sqrt(sizes[order]))
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1), np.float32)


def _turned(vectors: Values) -> Values:
    """A singular vector may as well point the other way: its largest part is made positive, so that
    libraries of different machines agree."""
    largest = np.abs(vectors).argmax(axis=0)
    signs = np.sign(vectors[largest, np.arange(vectors.shape[1])])
    return vectors * np.where(signs == 0, 1, signs)
