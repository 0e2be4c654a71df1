"""MoEE: a mixture of embedding experts (Miech et al. 2018). With one expert it is MEE."""

from collections.abc import Sequence

from retrieval.networks.kinds import Sizes
from retrieval.networks.network import JOINT, Embedded, Network, TextTensors, unit
from retrieval.tensors import Tensor, functional, nn, torch


class Gated(nn.Module):
    """A gated embedding unit: a layer, each number of which is let through by as much as a second
    layer says (Miech et al. 2018 Eq. 1-3)."""

    def __init__(self, size: int, space: int) -> None:
        super().__init__()
        self.layer, self.gate = nn.Linear(size, space), nn.Linear(space, space)

    def forward(self, vectors: Tensor) -> Tensor:
        first = self.layer(unit(vectors))
        return unit(first * torch.sigmoid(self.gate(first)))


class MoEE(Network):
    """A space for each expert, and a layer that tells from the text how much each expert counts.
    An expert whose numbers of a video are zeros alone knows nothing of it: the others share its
    weight. Miech et al. train across modalities alone."""

    within = False

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.widths = list(sizes.experts or (sizes.video,))
        self.f = nn.ModuleList(Gated(width, sizes.space) for width in self.widths)
        self.g = nn.ModuleList(Gated(sizes.text, sizes.space) for _ in self.widths)
        self.weights = nn.Linear(sizes.text, len(self.widths))

    def forward(self, videos: Tensor, texts: TextTensors) -> dict[str, Embedded]:
        weights = functional.softmax(self.weights(unit(texts.whole)), 1)
        of_experts = videos.split(self.widths, 1)
        known = torch.stack([(one != 0).any(1) for one in of_experts], 1).to(videos.dtype)
        seen = [f(one) for f, one in zip(self.f, of_experts, strict=True)]
        read = [g(texts.whole) for g in self.g]
        both = weighted(seen, known), weighted(read, weights)
        return {JOINT: Embedded(*both, len(self.widths))}


def weighted(vectors: Sequence[Tensor], shares: Tensor) -> Tensor:
    """vectors: (rows, space) of each expert; shares (rows, experts), which come after them."""
    return torch.cat([*(v * w[:, None] for v, w in zip(vectors, shares.T, strict=True)), shares], 1)
