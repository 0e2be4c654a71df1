"""Networks that read a caption word by word."""

from retrieval.networks.experts import weighted
from retrieval.networks.kinds import NOUN, VERB, Sizes
from retrieval.networks.network import JOINT, Embedded, Network, TextTensors, perceptron, unit
from retrieval.tensors import Tensor, functional, nn, torch

LEVELS = 3  # the caption, its verbs, its nouns


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
        states, lengths = states_of(self.g, texts)
        last: Tensor = states[torch.arange(len(lengths), device=states.device), lengths - 1]
        return last


def states_of(gru: nn.GRU, texts: TextTensors) -> tuple[Tensor, Tensor]:
    """What a GRU remembers after each word (captions, words, d), as far as the longest caption has
    words, and how many words each has. A caption without any is read as one word of zeros."""
    assert texts.words is not None  # noqa: S101  (the material was checked)
    rows, _, table = texts.words
    lengths = (rows > 0).sum(1).clamp(min=1)
    longest = int(lengths.max()) if len(lengths) else 1
    return gru(table[rows[:, :longest]])[0], lengths


class SmallHGR(Network):
    """Hierarchical graph reasoning at a small size, after Chen et al. 2020: a caption, its verbs
    and its nouns are the nodes of a graph, in which the caption is beside its verbs and each verb
    beside each noun. A node takes from those beside it what it attends to. Each of the three levels
    meets a perceptron of the video. A caption is as like a video as the mean of the levels that it
    has."""

    within = False

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.f = nn.ModuleList(
            perceptron(sizes.video, sizes.hidden, sizes.space) for _ in range(LEVELS)
        )
        self.g = nn.GRU(sizes.text, sizes.space, batch_first=True)
        self.pool = nn.Linear(sizes.space, 1)
        self.query, self.key = (nn.Linear(sizes.space, sizes.space) for _ in range(2))
        # Without a bias: a node without neighbours stays as it is.
        self.message = nn.Linear(sizes.space, sizes.space, bias=False)
        self.weigh = nn.ModuleList(nn.Linear(sizes.space, 1) for _ in range(LEVELS))

    def forward(self, videos: Tensor, texts: TextTensors) -> dict[str, Embedded]:
        nodes, levels = self.graph(texts)
        share = attend(self.query(nodes) @ self.key(nodes).transpose(1, 2), beside(levels))
        nodes = functional.normalize(nodes + self.message(share @ nodes), dim=2)
        read = [
            (attend(weigh(nodes)[..., 0], level)[..., None] * nodes).sum(1)
            for weigh, level in zip(self.weigh, levels, strict=True)
        ]
        seen = [unit(f(unit(videos))) for f in self.f]
        has = torch.stack([level.any(1) for level in levels], 1).to(nodes.dtype)
        both = weighted(seen, videos.new_ones(len(videos), LEVELS)), weighted(read, has)
        return {JOINT: Embedded(*both, LEVELS)}

    def graph(self, texts: TextTensors) -> tuple[Tensor, list[Tensor]]:
        """The nodes (captions, 1 + words, d): the caption itself, then its words; and which of them
        are of each level (captions, 1 + words)."""
        states, lengths = states_of(self.g, texts)
        assert texts.words is not None  # noqa: S101  (the material was checked)
        places = torch.arange(states.shape[1], device=states.device)
        share = attend(self.pool(states)[..., 0], places < lengths[:, None])
        nodes = torch.cat([(share[..., None] * states).sum(1, keepdim=True), states], 1)
        kinds = functional.pad(texts.words.kinds[:, : states.shape[1]], (1, 0))
        itself = torch.zeros_like(kinds, dtype=torch.bool)
        itself[:, 0] = True
        return nodes, [itself, kinds == VERB, kinds == NOUN]


def beside(levels: list[Tensor]) -> Tensor:
    """(captions, nodes, nodes), bool: each node of a level is beside all of the next level."""
    itself, verbs, nouns = levels
    down = (itself[:, :, None] & verbs[:, None]) | (verbs[:, :, None] & nouns[:, None])
    return down | down.transpose(1, 2)


def attend(scores: Tensor, chosen: Tensor) -> Tensor:
    """A softmax over those that are chosen; zeros where none is."""
    return scores.masked_fill(~chosen, -1e9).softmax(-1) * chosen
