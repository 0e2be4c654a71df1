"""What all networks share: pairs of perceptrons that meet in a space (Wray et al. 2019, Section
3.1)."""

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from retrieval.tensors import Tensor, functional, nn, torch

JOINT = "joint"  # the space that is searched


class SequenceTensors(NamedTuple):
    """What retrieval.training.material.Sequences has, as tensors."""

    rows: Tensor
    kinds: Tensor
    table: Tensor


class TextTensors(NamedTuple):
    """What retrieval.training.material.TextVectors has, as tensors."""

    whole: Tensor
    parts: Mapping[str, Tensor]
    words: SequenceTensors | None = None

    def chosen(self, rows: Tensor) -> "TextTensors":
        parts = {part: vectors[rows] for part, vectors in self.parts.items()}
        words = self.words and SequenceTensors(
            self.words.rows[rows], self.words.kinds[rows], self.words.table
        )
        return TextTensors(self.whole[rows], parts, words)


class Embedded(NamedTuple):
    """Unit vectors of one space; or those of some experts side by side, and after them a number for
    each expert: of a video, 1 if the expert knows it; of a text, how much the expert counts, by
    which its vector is multiplied."""

    videos: Tensor
    texts: Tensor
    experts: int = 0

    @property
    def similarity(self) -> Tensor:
        return similarity_of(self.texts, self.videos, self.experts)


Rows = TypeVar("Rows", Tensor, NDArray[np.float32])


def similarity_of(texts: Rows, videos: Rows, experts: int) -> Rows:
    """(texts, videos): cosines; of experts the mean, weighted as the text says, of those that know
    the video (Miech et al. 2018). It is a quotient of two products: nothing is laid out by expert.
    """
    if not experts:
        return texts @ videos.T
    known = texts[:, -experts:] @ videos[:, -experts:].T
    return texts[:, :-experts] @ videos[:, :-experts].T / known.clip(1e-12)


class Network(nn.Module):
    """Embeds videos and captions in a joint space, which is searched, and in one for each part of
    speech where the network has parts. within: whether it is trained by losses within a modality.
    """

    parts: tuple[str, ...] = ()
    within = True

    def forward(self, videos: Tensor, texts: TextTensors) -> dict[str, Embedded]:
        """The videos and captions of each space, by space, in the order given."""
        raise NotImplementedError

    def prepare(self, videos: Tensor, texts: TextTensors) -> None:
        """Sets, before training, what is set from the data rather than drawn."""

    def solve(self, videos: Tensor, texts: Tensor, video_of: Tensor) -> None:
        """Sets all weights of a network that is not trained. videos: once each, video_of
        (captions,) their rows; texts: whole captions."""


class Embedding(nn.Module):
    """MMEN: f for videos, g for captions, each two layers with a ReLU between; what goes in and
    what comes out has length 1 (Wray et al. 2019, Section 4.1.1). A vector of zeros, such as that
    of a caption without a verb, stays one when it goes in."""

    def __init__(self, video: int, text: int, hidden: int, space: int) -> None:
        super().__init__()
        self.f = perceptron(video, hidden, space)
        self.g = perceptron(text, hidden, space)

    def forward(self, videos: Tensor, texts: Tensor) -> Embedded:
        return Embedded(unit(self.f(unit(videos))), unit(self.g(unit(texts))))


def unit(vectors: Tensor) -> Tensor:
    return functional.normalize(vectors, dim=1)


def perceptron(size: int, hidden: int, space: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(size, hidden), nn.ReLU(), nn.Linear(hidden, space))


def principal_axes(rows: Tensor, count: int) -> tuple[Tensor, Tensor]:
    """The mean (d,) of the rows, and the first axes (count, d) of what varies about it; an axis's
    largest entry is positive, since PCA leaves its sign open. Axes beyond the rows' rank are 0."""
    mean = rows.mean(0)
    axes = torch.linalg.svd(rows - mean, full_matrices=False).Vh[:count]
    largest = axes.gather(1, axes.abs().argmax(1, keepdim=True))
    missing = axes.new_zeros(count - len(axes), axes.shape[1])
    return mean, torch.cat([axes * largest.sign(), missing])
