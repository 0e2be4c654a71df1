"""Losses of a whole ranking: Smooth-AP and approximate nDCG. A rank counts who stands above; here a
sigmoid of how far above counts, which has a slope. The lower the temperature, the nearer to ranks.
"""

from typing import NamedTuple

from retrieval.losses.pair_loss import PairLoss, relevant
from retrieval.tensors import Tensor, torch


class Ranked(NamedTuple):
    """The cells of a batch that are ranked (cells,), and of each who stands above it in its row
    (cells, n), from 0 to 1; nothing stands above itself."""

    rows: Tensor
    columns: Tensor
    above: Tensor

    @property
    def ranks(self) -> Tensor:
        return 1 + self.above.sum(1)

    def sums(self, values: Tensor, rows: int) -> Tensor:
        """(n,): of a value for each cell, by row."""
        return values.new_zeros(rows).index_add(0, self.rows, values)


def ranked(similarity: Tensor, chosen: Tensor, temperature: float) -> Ranked:
    """chosen (n, n), bool: only these cells are ranked, since few of a batch are relevant, and all
    of them would be n x n x n."""
    rows, columns = chosen.nonzero(as_tuple=True)
    ahead = similarity[rows] - similarity[rows, columns][:, None]
    above = torch.sigmoid(ahead / temperature)
    return Ranked(rows, columns, above.scatter(1, columns[:, None], 0))


class SmoothAPLoss(PairLoss):
    """1 - average precision, both of whose ranks are smooth: that among all, and that among what is
    relevant (Brown et al. 2020 Eq. 6)."""

    def __init__(self, threshold: float, temperature: float) -> None:
        super().__init__()
        self.threshold, self.temperature = threshold, temperature

    def one_way(self, similarity: Tensor, relevance: Tensor, own: Tensor) -> Tensor:
        pool = relevant(relevance, own, self.threshold)
        cells = ranked(similarity, pool, self.temperature)
        among = 1 + (cells.above * pool[cells.rows]).sum(1)
        precision = cells.sums(among / cells.ranks, len(pool))
        return (1 - precision / pool.sum(1)).mean()


class ApproxNDCGLoss(PairLoss):
    """1 - nDCG over the batch, with smooth ranks (Qin et al. 2010); gains are the relevance itself,
    as in Wray et al. 2021 Eq. 3. A row in which everything is as relevant adds nothing: any order
    is the best."""

    def __init__(self, temperature: float) -> None:
        super().__init__()
        self.temperature = temperature

    def one_way(self, similarity: Tensor, relevance: Tensor, own: Tensor) -> Tensor:
        gains = relevance.clamp(0, 1).masked_fill(own, 1)
        cells = ranked(similarity, gains > 0, self.temperature)
        found = gains[cells.rows, cells.columns] / torch.log2(1 + cells.ranks)
        places = torch.arange(2, len(gains) + 2, device=gains.device, dtype=gains.dtype)
        best = (gains.sort(1, descending=True).values / torch.log2(places)).sum(1)
        missed = 1 - cells.sums(found, len(gains)) / best
        return missed.masked_fill(gains.amin(1) == gains.amax(1), 0).mean()
