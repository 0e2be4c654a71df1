"""Batches of pairs, on the device."""

import math
from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from measures.arrays import Integers
from retrieval.networks.network import JOINT, SequenceTensors, TextTensors
from retrieval.tensors import Tensor, torch
from retrieval.training.material import TextVectors, TrainingMaterial


@frozen
class Batch:
    videos: Tensor
    texts: TextTensors
    relevance: Mapping[str, Tensor]  # by space
    own: Tensor


class Batches:
    """Every caption with its own video once an epoch, in an order of the seed and the epoch
    alone, so that an epoch is the same whatever was before it."""

    def __init__(
        self, material: TrainingMaterial, parts: tuple[str, ...], size: int, device: torch.device
    ) -> None:
        training = material.training
        self.video_of, self.size, self.device = training.video_of, size, device
        self.videos = as_tensor(training.videos, device)
        self.texts = text_tensors(training.texts, device)
        named = {part: material.parts[part] for part in parts if part in material.parts}
        self.sources = {JOINT: training.relevance, **named}

    @property
    def count(self) -> int:
        return math.ceil(len(self.video_of) / self.size)

    def of(self, order: Integers) -> Iterator[Batch]:
        for start in range(0, len(order), self.size):
            yield self.batch(order[start : start + self.size])

    def batch(self, captions: Integers) -> Batch:
        videos = self.video_of[captions]
        relevance = {
            space: as_tensor(source.of(captions, videos), self.device)
            for space, source in self.sources.items()
        }
        rows = torch.from_numpy(captions).to(self.device)
        own = as_tensor(videos[:, None] == videos, self.device)
        columns = torch.from_numpy(videos).to(self.device)
        return Batch(self.videos[columns], self.texts.chosen(rows), relevance, own)


def as_tensor(array: NDArray[np.generic], device: torch.device) -> Tensor:
    # Copied where the array may not be written to: torch has no such tensors, and warns.
    return torch.from_numpy(np.require(array, requirements=["C", "W"])).to(device)


def text_tensors(texts: TextVectors, device: torch.device) -> TextTensors:
    whole = as_tensor(texts.whole, device)
    parts = {part: as_tensor(vectors, device) for part, vectors in texts.parts.items()}
    words = texts.words
    if words is None:
        return TextTensors(whole, parts)
    arrays = (as_tensor(array, device) for array in (words.rows, words.kinds, words.table))
    return TextTensors(whole, parts, SequenceTensors(*arrays))
