"""Triplet losses whose positive is the pair's own, and those of 004."""

from retrieval.losses.pair_loss import PairLoss
from retrieval.miners.negatives import Hardest, Miner
from retrieval.miners.pools import least_similar, relevant
from retrieval.tensors import Tensor, functional

MARGIN = 0.2
THRESHOLD = 0.15


class TripletLoss(PairLoss):
    """max(0, margin + s(q, n) - s(q, own)) (004 Eq. 2), for the negatives that the miner chooses
    among all that are not the query's own."""

    def __init__(self, miner: Miner | None = None, margin: float = MARGIN) -> None:
        super().__init__()
        self.miner = miner or Hardest()
        self.margin = margin

    def one_way(self, similarity: Tensor, relevance: Tensor, own: Tensor) -> Tensor:
        return self.hinge(similarity, similarity.diagonal(), ~own)

    def hinge(self, similarity: Tensor, positive: Tensor, pool: Tensor) -> Tensor:
        """The mean over rows; positive (rows,) has the similarity of each row's positive."""
        weights = self.miner(similarity, positive.detach(), pool)
        violations = functional.relu(self.margin + similarity - positive[:, None])
        return (weights * violations).sum(1).mean()


class _Graded(TripletLoss):
    def __init__(
        self, threshold: float = THRESHOLD, miner: Miner | None = None, margin: float = MARGIN
    ) -> None:
        super().__init__(miner, margin)
        self.threshold = threshold


class TripletRAN(_Graded):
    """Negatives are those below the threshold alone (004 Eq. 5 and 7; Eq. 9 without L_p)."""

    def one_way(self, similarity: Tensor, relevance: Tensor, own: Tensor) -> Tensor:
        pool = ~relevant(relevance, own, self.threshold)
        return self.hinge(similarity, similarity.diagonal(), pool)


class TripletRAP(_Graded):
    """The positive is the relevant one that is least similar (004 Eq. 6 and 8; Eq. 9 without L_n).
    Its negatives are Eq. 7's, those of RAN, as Eq. 9 prints them."""

    def one_way(self, similarity: Tensor, relevance: Tensor, own: Tensor) -> Tensor:
        positives = relevant(relevance, own, self.threshold)
        return self.hinge(similarity, _least(similarity, positives), ~positives)


class TripletRANP(_Graded):
    """Both terms added up (004 Eq. 9), both margins alike. The relevant one that is least similar
    takes its own's place in the second, so that what is semi-hard is measured against it there."""

    def one_way(self, similarity: Tensor, relevance: Tensor, own: Tensor) -> Tensor:
        positives = relevant(relevance, own, self.threshold)
        return self.hinge(similarity, similarity.diagonal(), ~positives) + self.hinge(
            similarity, _least(similarity, positives), ~positives
        )


def _least(similarity: Tensor, positives: Tensor) -> Tensor:
    return similarity.gather(1, least_similar(similarity, positives)[:, None])[:, 0]
