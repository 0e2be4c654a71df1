"""Which further positives of a batch count."""

from retrieval.tensors import Tensor


def least_similar(similarity: Tensor, pool: Tensor) -> Tensor:
    """The column of each row's positive that is least like it (004 Eq. 6), the first of several;
    every row has at least its own in the pool."""
    return similarity.detach().masked_fill(~pool, float("inf")).argmin(1)
