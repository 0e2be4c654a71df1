"""Which columns may be a row's positives, from what a batch says about relevance."""

from retrieval.tensors import Tensor


def relevant(relevance: Tensor, own: Tensor, threshold: float) -> Tensor:
    """P of 004 Eq. 6. What is its own is relevant whatever a proxy says: with several captions a
    video's own caption may have less than the threshold."""
    return own | (relevance >= threshold)


def least_similar(values: Tensor, pool: Tensor, by: Tensor | None = None) -> Tensor:
    """Of each row the value of the positive that is least like it (004 Eq. 6), the first of
    several; every row has at least its own in the pool. by: the similarities, if not the values."""
    similarity = values if by is None else by
    column = similarity.detach().masked_fill(~pool, float("inf")).argmin(1)
    return values.gather(1, column[:, None])[:, 0]
