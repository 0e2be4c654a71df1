"""One space (MME and MMEN), or one for each part of speech (PoS-MMEN and JPoSE)."""

from collections.abc import Collection

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


class MMEN(Network):
    """One space for videos and whole captions, with losses across and within modalities (Wray et
    al. 2019 Eq. 1-5)."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.embedding = Embedding(sizes.video, sizes.text, sizes.hidden, sizes.space)

    def forward(self, videos: Tensor, texts: TextTensors) -> dict[str, Embedded]:
        return {JOINT: self.embedding(videos, texts.whole)}


class MME(MMEN):
    """The same with losses across modalities alone (Wray et al. 2019 Eq. 1-2)."""

    within = False


class PoSMMEN(Network):
    """An MMEN for each part of speech, which embeds only that part's words. The joint space is
    their concatenation (Wray et al. 2019 Eq. 6, and Table 4's row without f and g)."""

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
        spaces = self.by_part(videos, texts)
        both = [self.unify(side) for side in joined(spaces.values())]
        return {**spaces, JOINT: Embedded(both[0], both[1])}

    def by_part(self, videos: Tensor, texts: TextTensors) -> dict[str, Embedded]:
        return {part: self.embeddings[part](videos, texts.parts[part]) for part in self.parts}

    def unify(self, concatenated: Tensor) -> Tensor:
        return unit(concatenated)


def joined(spaces: Collection[Embedded]) -> tuple[Tensor, Tensor]:
    """The videos of all spaces side by side, and the texts."""
    return torch.cat([one.videos for one in spaces], 1), torch.cat([one.texts for one in spaces], 1)


class JPoSE(PoSMMEN):
    """And one layer on top, the same for videos and captions (Wray et al. 2019, Sections 3.3 and
    4.1.1), that begins as the concatenations' principal components."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__(sizes)
        self.shared = nn.Linear(sizes.space * len(self.parts), sizes.space)

    def unify(self, concatenated: Tensor) -> Tensor:
        return unit(self.shared(unit(concatenated)))

    def prepare(self, videos: Tensor, texts: TextTensors) -> None:
        with torch.no_grad():
            spaces = self.by_part(videos, texts).values()
            rows = torch.cat(joined(spaces))
            mean, axes = principal_axes(unit(rows), self.shared.out_features)
            self.shared.weight.copy_(axes)
            self.shared.bias.copy_(-axes @ mean)
