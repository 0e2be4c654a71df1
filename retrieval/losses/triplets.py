"""Triplet losses whose positive is the pair's own, and those of Falcon et al. 2024."""

from collections.abc import Callable
from typing import ClassVar

from retrieval.losses.pair_loss import PairLoss, least_similar, relevant
from retrieval.miners.negatives import Miner, Picked, hardest
from retrieval.tensors import Tensor, functional


class TripletLoss(PairLoss):
    """max(0, margin + s(q, n) - s(q, own)) (Falcon et al. 2024 Eq. 2), for the negatives that the
    miner chooses among all that are not the query's own."""

    def __init__(self, miner: Miner = hardest, margin: float = 0.2) -> None:
        super().__init__()
        self.miner, self.margin = miner, margin
        self.picked: Picked | None = None  # counts what is picked, where there is one

    def one_way(self, similarity: Tensor, relevance: Tensor, own: Tensor) -> Tensor:
        return self.hinge(similarity, similarity.diagonal(), ~own, relevance)

    def hinge(
        self, similarity: Tensor, positive: Tensor, pool: Tensor, relevance: Tensor
    ) -> Tensor:
        """The mean over rows; positive (rows,) has the similarity of each row's positive."""
        weights = self.miner(similarity, positive.detach(), pool)
        if self.picked is not None:
            self.picked.add(weights, relevance)
        violations = functional.relu(self.margin + similarity - positive[:, None])
        return (weights * violations).sum(1).mean()


def _own(similarity: Tensor, positives: Tensor) -> Tensor:
    return similarity.diagonal()


class _Graded(TripletLoss):
    """Negatives are those below the threshold alone (Falcon et al. 2024 Eq. 7). mined: the
    positives of each row, whose terms are added up."""

    mined: ClassVar[tuple[Callable[[Tensor, Tensor], Tensor], ...]]

    def __init__(
        self, threshold: float = 0.15, miner: Miner = hardest, margin: float = 0.2
    ) -> None:
        super().__init__(miner, margin)
        self.threshold = threshold

    def one_way(self, similarity: Tensor, relevance: Tensor, own: Tensor) -> Tensor:
        pool = relevant(relevance, own, self.threshold)
        first, *more = (
            self.hinge(similarity, of(similarity, pool), ~pool, relevance) for of in self.mined
        )
        return sum(more, start=first)


class TripletRAN(_Graded):
    """The positive is the pair's own (Falcon et al. 2024 Eq. 5 and 7; Eq. 9 without L_p)."""

    mined = (_own,)


class TripletRAP(_Graded):
    """The positive is the relevant one that is least similar (Falcon et al. 2024 Eq. 6 and 8; Eq. 9
    without L_n). Its negatives are Eq. 7's, those of RAN, as Eq. 9 prints them."""

    mined = (least_similar,)


class TripletRANP(_Graded):
    """Both terms added up (Falcon et al. 2024 Eq. 9), both margins alike. The relevant one that is
    least similar takes its own's place in the second, so that what is semi-hard is measured against
    it there."""

    mined = (_own, least_similar)
