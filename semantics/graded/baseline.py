"""What random rankings come to under a proxy: the floor that a model's nDCG is read against."""

from collections.abc import Iterator

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Values, Whole
from measures.dcg import random_ndcg
from semantics.graded.evaluation import BothWays
from semantics.proxies.relevance import BLOCK, Relevance, Rows


@frozen
class Baseline:
    drawn: BothWays  # one order for each query
    expected: BothWays  # exact: the mean over all orders


def random_baseline(relevance: Relevance, seed: int = 0) -> Baseline:
    """The baseline of each row and each column. Give it `by_texts`: a text that many captions share
    would be asked many times, and ranked as often."""
    rng = np.random.default_rng(seed)
    t2v = _values(relevance, rng)
    v2t = _values(relevance.turned(), rng)
    return Baseline(BothWays(t2v[0], v2t[0]), BothWays(t2v[1], v2t[1]))


def _values(relevance: Relevance, rng: np.random.Generator) -> tuple[Values, Values]:
    # Rows are shuffled in their order, so the draws are the same whatever the size of a block.
    pairs = [random_ndcg(rows, rng) for _, rows in relevance.blocks()]
    drawn, expected = zip(*pairs, strict=True) if pairs else ((), ())
    nothing = np.empty(0)
    return np.concatenate([nothing, *drawn]), np.concatenate([nothing, *expected])


def by_texts(relevance: Relevance, caption_texts: Whole) -> Relevance:
    """texts x videos, of captions x videos: a video is as relevant to a text as to the one of its
    captions that it is most relevant to. (They differ only in their own videos.)

    caption_texts (captions,): the text of each, numbered from 0 without gaps."""
    order = np.argsort(caption_texts, kind="stable")
    counts = np.bincount(caption_texts)
    ends = np.cumsum(counts)

    def blocks() -> Iterator[Rows]:
        for first in range(0, len(counts), BLOCK):
            last = min(first + BLOCK, len(counts))
            start = ends[first] - counts[first]
            rows = relevance.of_rows(order[start : ends[last - 1]]).rows(0, int(ends[last - 1]))
            yield np.maximum.reduceat(rows, ends[first:last] - counts[first:last] - start, axis=0)

    return Relevance.of_blocks(blocks(), (len(counts), relevance.shape[1]))
