"""A space for each part of speech: PoS-MMEN and JPoSE."""

from retrieval.networks.kinds import Sizes
from retrieval.networks.network import (
    JOINT,
    Embedded,
    Embedding,
    Network,
    TextTensors,
    principal_axes,
    unit,
)
from retrieval.tensors import Tensor, nn, torch


class PoSMMEN(Network):
    """An MMEN for each part of speech, which embeds only that part's words. The joint space is
    their concatenation (002 Eq. 6, and Table 4's row without f and g)."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.parts = tuple(sorted(sizes.parts))  # so that no caller's order changes the weights
        self.embeddings = nn.ModuleDict(
            {
                part: Embedding(sizes.video, sizes.parts[part], sizes.hidden, sizes.space)
                for part in self.parts
            }
        )

    def forward(self, videos: Tensor, texts: TextTensors) -> dict[str, Embedded]:
        spaces = {part: self.embeddings[part](videos, texts.parts[part]) for part in self.parts}
        both = (
            self.unify(torch.cat([side(space) for space in spaces.values()], 1))
            for side in (_videos, _texts)
        )
        return {**spaces, JOINT: Embedded(*both)}

    def unify(self, concatenated: Tensor) -> Tensor:
        return unit(concatenated)


class JPoSE(PoSMMEN):
    """And one layer on top, the same for videos and captions (002, Sections 3.3 and 4.1.1), that
    begins as the concatenations' principal components."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__(sizes)
        self.shared = nn.Linear(sizes.space * len(self.parts), sizes.space)

    def unify(self, concatenated: Tensor) -> Tensor:
        return unit(self.shared(unit(concatenated)))

    def prepare(self, videos: Tensor, texts: TextTensors) -> None:
        with torch.no_grad():
            spaces = [self.embeddings[part](videos, texts.parts[part]) for part in self.parts]
            sides = [torch.cat([side(s) for s in spaces], 1) for side in (_videos, _texts)]
            mean, axes = principal_axes(unit(torch.cat(sides)), self.shared.out_features)
            self.shared.weight.copy_(axes)
            self.shared.bias.copy_(-axes @ mean)


def _videos(space: Embedded) -> Tensor:
    return space.videos


def _texts(space: Embedded) -> Tensor:
    return space.texts
