"""Which negatives of a batch count, and how much.

A miner is given similarity (rows, columns), the similarity of each row's positive (rows,) and the
pool of its negatives (rows, columns), and returns weights (rows, columns): those of a row add up to
1, or to 0 where it has nothing to offer. Ties go to the first column.
"""

from collections.abc import Callable, Mapping

from retrieval.tensors import Tensor, functional, nn

Miner = Callable[[Tensor, Tensor, Tensor], Tensor]


def all_negatives(similarity: Tensor, positive: Tensor, pool: Tensor) -> Tensor:
    """Every negative, equally (Falcon et al. 2024, Section 3: "All")."""
    weights = pool.to(similarity.dtype)
    return weights / weights.sum(1, keepdim=True).clamp(min=1)


def hardest(similarity: Tensor, positive: Tensor, pool: Tensor) -> Tensor:
    """The most similar negative (Falcon et al. 2024 Eq. 7)."""
    lowest = similarity.detach().masked_fill(~pool, -float("inf"))
    picked = functional.one_hot(lowest.argmax(1), similarity.shape[1]).bool()
    return (picked & pool).to(similarity.dtype)


def semi_hard(similarity: Tensor, positive: Tensor, pool: Tensor) -> Tensor:
    """The most similar of the negatives that are less similar than the positive. A row whose
    negatives are all as similar as its positive, or more, has none."""
    return hardest(similarity, positive, pool & (similarity < positive[:, None]))


class InTurn(nn.Module):
    """One miner at first, another from a share of the training on (Falcon et al. 2024 Table 1:
    "Semi+All", "Semi+Hard"). The training loop sets `progress`, see `set_progress`."""

    def __init__(self, first: Miner, then: Miner, switch: float = 0.5) -> None:
        super().__init__()
        self.first, self.then = first, then
        self.switch, self.progress = switch, 0.0

    def forward(self, similarity: Tensor, positive: Tensor, pool: Tensor) -> Tensor:
        miner = self.first if self.progress < self.switch else self.then
        return miner(similarity, positive, pool)


class Picked:
    """How relevant the negatives are that a miner picks, by their weights: the relevance of hard
    negatives of Falcon et al. 2024 Figure 5, while a network is trained."""

    def __init__(self) -> None:
        self.weight = self.relevance = 0.0

    def add(self, weights: Tensor, relevance: Tensor) -> None:
        self.weight += weights.sum().item()
        self.relevance += (weights * relevance).sum().item()

    def take(self) -> float | None:
        """The mean since it was taken last; None where nothing was picked."""
        mean = self.relevance / self.weight if self.weight else None
        self.weight = self.relevance = 0.0
        return mean


def set_progress(module: nn.Module, progress: float) -> None:
    """progress: the share of the training that is done, from 0 to 1."""
    for inner in module.modules():
        if isinstance(inner, InTurn):
            inner.progress = progress


_MINERS: Mapping[str, tuple[Miner, ...]] = {
    "all": (all_negatives,),
    "semi-hard": (semi_hard,),
    "hard": (hardest,),
    "semi-then-all": (semi_hard, all_negatives),
    "semi-then-hard": (semi_hard, hardest),
}


def make_miner(name: str) -> Miner:
    """The miner of one of the names in retrieval.losses.kinds.MININGS."""
    first, *then = _MINERS[name]
    return InTurn(first, then[0]) if then else first
