"""Losses of a whole ranking: Smooth-AP and approximate nDCG. A rank counts who stands above; here a
sigmoid of how far above counts, which has a slope. The lower the temperature, the nearer to ranks.
"""

from typing import NamedTuple

from retrieval.losses.pair_loss import PairLoss, relevant
from retrieval.tensors import Tensor, checkpoint, torch

CELLS = 2**24  # numbers that a block of rows may lay out, were all of it relevant


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
    """chosen (rows, n), bool: only these cells are ranked, since few of a batch are relevant."""
    rows, columns = chosen.nonzero(as_tuple=True)
    ahead = similarity[rows] - similarity[rows, columns][:, None]
    above = torch.sigmoid(ahead / temperature)
    return Ranked(rows, columns, above.scatter(1, columns[:, None], 0))


class SmoothRankLoss(PairLoss):
    """A loss of each row by itself. A large batch goes block by block, each of which is computed
    again on the way back: its n x n x n numbers are never there together."""

    def one_way(self, similarity: Tensor, relevance: Tensor, own: Tensor) -> Tensor:
        block = max(1, CELLS // len(own) ** 2)
        sides = zip(*(one.split(block) for one in (similarity, relevance, own)), strict=True)
        if block >= len(own):
            return self.of_rows(*next(sides)).mean()
        rows = [checkpoint(self.of_rows, *side, use_reentrant=False) for side in sides]
        return torch.cat(rows).mean()

    def of_rows(self, similarity: Tensor, relevance: Tensor, own: Tensor) -> Tensor:
        """(rows,), of some rows of a batch."""
        raise NotImplementedError


class SmoothAPLoss(SmoothRankLoss):
    """1 - average precision, both of whose ranks are smooth: that among all, and that among what is
    relevant (Brown et al. 2020 Eq. 6)."""

    def __init__(self, threshold: float, temperature: float) -> None:
        super().__init__()
        self.threshold, self.temperature = threshold, temperature

    def of_rows(self, similarity: Tensor, relevance: Tensor, own: Tensor) -> Tensor:
        pool = relevant(relevance, own, self.threshold)
        cells = ranked(similarity, pool, self.temperature)
        among = 1 + (cells.above * pool[cells.rows]).sum(1)
        precision = cells.sums(among / cells.ranks, len(pool))
        return 1 - precision / pool.sum(1)


class ApproxNDCGLoss(SmoothRankLoss):
    """1 - nDCG over the batch, with smooth ranks (Qin et al. 2010); gains are the relevance itself,
    as in Wray et al. 2021 Eq. 3. A row in which everything is as relevant adds nothing: any order
    is the best."""

    def __init__(self, temperature: float) -> None:
        super().__init__()
        self.temperature = temperature

    def of_rows(self, similarity: Tensor, relevance: Tensor, own: Tensor) -> Tensor:
        gains = relevance.clamp(0, 1).masked_fill(own, 1)
        cells = ranked(similarity, gains > 0, self.temperature)
        found = gains[cells.rows, cells.columns] / torch.log2(1 + cells.ranks)
        places = torch.arange(2, gains.shape[1] + 2, device=gains.device, dtype=gains.dtype)
        best = (gains.sort(1, descending=True).values / torch.log2(places)).sum(1)
        missed = 1 - cells.sums(found, len(gains)) / best
        return missed.masked_fill(gains.amin(1) == gains.amax(1), 0)
