"""Networks that read a caption word by word."""

from retrieval.networks.kinds import Sizes
from retrieval.networks.network import JOINT, Embedded, Network, TextTensors, perceptron, unit
from retrieval.tensors import Tensor, nn, torch


class GRUReader(Network):
    """An MMEN whose captions are read by a gated recurrent unit: what it remembers after the last
    word is the caption's place, without a layer on top (Wray et al. 2019, Appendix C)."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.f = perceptron(sizes.video, sizes.hidden, sizes.space)
        self.g = nn.GRU(sizes.text, sizes.space, batch_first=True)

    def forward(self, videos: Tensor, texts: TextTensors) -> dict[str, Embedded]:
        return {JOINT: Embedded(unit(self.f(unit(videos))), unit(self.read(texts)))}

    def read(self, texts: TextTensors) -> Tensor:
        assert texts.words is not None  # noqa: S101  (the material was checked)
        assert texts.table is not None  # noqa: S101
        # A caption without a word is read as one of zeros.
        lengths = (texts.words > 0).sum(1).clamp(min=1)
        longest = int(lengths.max()) if len(lengths) else 1
        states, _ = self.g(texts.table[texts.words[:, :longest]])
        last: Tensor = states[torch.arange(len(lengths), device=states.device), lengths - 1]
        return last
