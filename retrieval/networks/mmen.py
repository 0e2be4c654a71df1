"""One space: MME and MMEN."""

from retrieval.networks.kinds import Sizes
from retrieval.networks.network import JOINT, Embedded, Embedding, Network, TextTensors
from retrieval.tensors import Tensor


class MMEN(Network):
    """One space for videos and whole captions, with losses across and within modalities (002 Eq.
    1-5)."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.embedding = Embedding(sizes.video, sizes.text, sizes.hidden, sizes.space)

    def forward(self, videos: Tensor, texts: TextTensors) -> dict[str, Embedded]:
        return {JOINT: self.embedding(videos, texts.whole)}


class MME(MMEN):
    """The same with losses across modalities alone (002 Eq. 1-2)."""

    within = False
