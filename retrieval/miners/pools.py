"""Who may be a negative and who a positive, from what a batch says about relevance."""

from retrieval.tensors import Tensor, torch


def own_by_default(similarity: Tensor, own: Tensor | None) -> Tensor:
    """Row i and column i are a pair; without `own` no other caption belongs to the video."""
    rows, columns = similarity.shape
    if rows != columns or not rows:
        raise ValueError(
            f"Expected the similarities of a batch of pairs, a square matrix with at least one row:"
            f" row i and column i are a pair. Found {rows} x {columns}."
        )
    diagonal = torch.eye(rows, dtype=torch.bool, device=similarity.device)
    return diagonal if own is None else own | diagonal


def relevant(relevance: Tensor, own: Tensor, threshold: float) -> Tensor:
    """P of 004 Eq. 6. What is its own is relevant whatever a proxy says: with several captions a
    video's own caption may have less than the threshold."""
    return own | (relevance >= threshold)


def least_similar(similarity: Tensor, pool: Tensor) -> Tensor:
    """The column of each row's positive that is least like it (004 Eq. 6), the first of several;
    every row has at least its own in the pool."""
    return similarity.detach().masked_fill(~pool, float("inf")).argmin(1)
