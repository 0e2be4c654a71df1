"""What the losses share: a batch of pairs in, both directions added up."""

from retrieval.tensors import Tensor, nn, torch


class PairLoss(nn.Module):
    """similarity (n, n): row i and column i are a pair of caption and video, in either order.

    relevance (n, n): of row to column, from 0 to 1, whatever its source: a proxy, collected
    positives, or 1 for the same video. Losses of the instance do not look at it.

    own (n, n), bool: where row and column share a video; by default only in pairs. What is its own
    is never a negative.

    The loss is the mean over rows, of both directions together. A row without negatives adds 0.
    """

    def forward(
        self, similarity: Tensor, relevance: Tensor | None = None, own: Tensor | None = None
    ) -> Tensor:
        rows, columns = similarity.shape
        if rows != columns or not rows:
            raise ValueError(
                "Expected the similarities of a batch of pairs, a square matrix with at least one"
                f" row: row i and column i are a pair. Found {rows} x {columns}."
            )
        pairs = torch.eye(rows, dtype=torch.bool, device=similarity.device)
        own = pairs if own is None else own | pairs
        if relevance is None:
            relevance = own.to(similarity.dtype)
        return self.one_way(similarity, relevance, own) + self.one_way(
            similarity.T, relevance.T, own.T
        )

    def one_way(self, similarity: Tensor, relevance: Tensor, own: Tensor) -> Tensor:
        """Rows are queries."""
        raise NotImplementedError


def relevant(relevance: Tensor, own: Tensor, threshold: float) -> Tensor:
    """P of Falcon et al. 2024 Eq. 6. What is its own is relevant whatever a proxy says: with
    several captions a video's own caption may have less than the threshold."""
    return own | (relevance >= threshold)


def least_similar(values: Tensor, pool: Tensor, by: Tensor | None = None) -> Tensor:
    """Of each row the value of the positive that is least like it (Falcon et al. 2024 Eq. 6), the
    first of several; every row has at least its own in the pool. by: the similarities, if not the
    values."""
    similarity = values if by is None else by
    column = similarity.detach().masked_fill(~pool, float("inf")).argmin(1)
    return values.gather(1, column[:, None])[:, 0]
