"""NCE and NCE-RANP."""

from retrieval.losses.pair_loss import PairLoss, least_similar, relevant
from retrieval.tensors import Tensor, functional

TEMPERATURE = 0.05


class NCELoss(PairLoss):
    """-log softmax(s / t) of the own one among all of the batch (Falcon et al. 2024 Eq. 1). The sum
    is over the whole batch, as printed: another caption of the same video is in it too."""

    def __init__(self, temperature: float = TEMPERATURE) -> None:
        super().__init__()
        self.temperature = temperature

    def one_way(self, similarity: Tensor, relevance: Tensor, own: Tensor) -> Tensor:
        return -self.shares(similarity).diagonal().mean()

    def shares(self, similarity: Tensor) -> Tensor:
        return functional.log_softmax(similarity / self.temperature, 1)


class NCERANP(NCELoss):
    """And the same of the relevant one that is least similar (Falcon et al. 2024 Eq. 10-11)."""

    def __init__(self, threshold: float, temperature: float = TEMPERATURE) -> None:
        super().__init__(temperature)
        self.threshold = threshold

    def one_way(self, similarity: Tensor, relevance: Tensor, own: Tensor) -> Tensor:
        shares, pool = self.shares(similarity), relevant(relevance, own, self.threshold)
        return -(shares.diagonal() + least_similar(shares, pool, by=similarity)).mean()
