"""Triplets of any relevant and any irrelevant one (Wray et al. 2021 Eq. 4), across modalities and
within one (Wray et al. 2019 Eq. 1-4)."""

from retrieval.losses.pair_loss import PairLoss, relevant
from retrieval.tensors import Tensor, functional, torch


class ThresholdTriplets(PairLoss):
    """Relevant from the threshold on, and the own one in any case. drawn: how many random triplets
    of each query count (Wray et al. 2019 draw 100); 0: all do."""

    def __init__(self, threshold: float, margin: float = 0.2, drawn: int = 0) -> None:
        super().__init__()
        self.threshold, self.margin, self.drawn = threshold, margin, drawn
        self.generator: torch.Generator | None = None  # of what is drawn; torch's own without one

    def one_way(self, similarity: Tensor, relevance: Tensor, own: Tensor) -> Tensor:
        positives = relevant(relevance, own, self.threshold)
        return self.of_pools(similarity, positives, ~positives)

    def within(self, similarity: Tensor, relevance: Tensor, own: Tensor) -> Tensor:
        """Rows and columns are the same videos, or the same captions: none is its own positive."""
        positives = relevant(relevance, own, self.threshold)
        itself = torch.eye(len(similarity), dtype=torch.bool, device=similarity.device)
        return self.of_pools(similarity, positives & ~itself, ~positives)

    def of_pools(self, similarity: Tensor, positives: Tensor, negatives: Tensor) -> Tensor:
        if not self.drawn:
            return all_triplets(similarity, positives, negatives, self.margin)
        rows = (positives.any(1) & negatives.any(1)).nonzero()[:, 0]
        if not len(rows):
            return similarity.sum() * 0
        near, far = (
            similarity[rows].gather(1, draw(pool[rows], self.drawn, self.generator))
            for pool in (positives, negatives)
        )
        violations = functional.relu(self.margin + far - near)
        return violations.mean(1).sum() / len(similarity)


def draw(pool: Tensor, n: int, generator: torch.Generator | None) -> Tensor:
    """(rows, n) columns of each row's pool, which is not empty, with replacement."""
    # The columns of all pools, row after row, and a random place in each row's stretch of them:
    # many times faster than torch.multinomial.
    columns = pool.nonzero()[:, 1]
    sizes = pool.sum(1, keepdim=True)
    starts = sizes.cumsum(0) - sizes
    chance = torch.rand(len(pool), n, generator=generator, device=pool.device)
    return columns[starts + (chance * sizes).long().minimum(sizes - 1)]


def all_triplets(similarity: Tensor, positives: Tensor, negatives: Tensor, margin: float) -> Tensor:
    """The mean over rows of each row's mean over its triplets, 0 for a row without any.

    A row's sum over triplets of max(0, margin + s_n - s_p) needs no triplet by itself: it is the
    sum over negatives of (margin + s_n) times how many positives each violates, less the sum over
    positives of s_p times how many negatives violate it. Counting takes two sorts.
    """
    similarity = similarity.contiguous()  # the search wants rows in order
    with torch.no_grad():
        above = similarity + margin
        # Positives strictly below margin + s_n; what is in no pool is sorted out of the way.
        lower = similarity.masked_fill(~positives, float("inf")).sort(1).values
        violated = torch.searchsorted(lower, above) * negatives
        # Negatives strictly above s_p - margin.
        upper = above.masked_fill(~negatives, -float("inf")).sort(1).values
        violating = torch.searchsorted(upper, similarity, right=True)
        violating = (similarity.shape[1] - violating) * positives
        triplets = positives.sum(1) * negatives.sum(1)
    sums = ((similarity + margin) * violated - similarity * violating).sum(1)
    return (sums / triplets.clamp(min=1)).mean()
