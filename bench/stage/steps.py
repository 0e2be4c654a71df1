"""Training steps as bench/retrieval.py times them; it needs the extra `models`."""

from collections.abc import Callable
from itertools import count

import numpy as np
from numpy.typing import NDArray

from retrieval.losses.kinds import LossOptions
from retrieval.losses.registry import make_loss
from retrieval.networks.registry import build
from retrieval.tensors import torch
from retrieval.training.batches import Batches
from retrieval.training.material import Sequences, Split, TextVectors, TrainingMaterial
from retrieval.training.objective import Objective
from retrieval.training.relevance import SharedClasses
from retrieval.training.settings import Settings
from semantics.words.bags import Bags

CLIPS, VIDEO, WORD, CLASSES = 2048, 2048, 100, 90  # as Wray et al. 2019 and EPIC's verbs
EXPERTS, WORDS = (1024, 512, 512), 8  # files of features, and words of a caption
SEED = 13


def make_step(loss: str, size: int, network: str = "jpose") -> Callable[[], None]:
    """Gathers a batch and its relevance, embeds it, and changes the weights."""
    torch.set_num_threads(1)
    settings = Settings(network=network, loss=loss, batch=size, device="cpu")
    material = make_material(EXPERTS if network == "moee" else ())
    built = build(network, material.sizes(settings), SEED)
    objective = Objective(settings, within=built.within)
    objective.seed(SEED, torch.device("cpu"))
    batches = Batches(material, built.parts, size, torch.device("cpu"))
    optimiser = torch.optim.Adam(built.parameters(), lr=settings.rate, fused=True)
    numbers = count()

    def step() -> None:
        captions = np.random.default_rng([SEED, next(numbers)]).permutation(CLIPS)[:size]
        batch = batches.batch(captions)
        value = objective(built(batch.videos, batch.texts), batch.relevance, batch.own)
        optimiser.zero_grad()
        value.backward()
        optimiser.step()

    return step


def make_loss_step(name: str, size: int) -> Callable[[], None]:
    """The loss alone, there and back, of similarities and relevance at random."""
    torch.set_num_threads(1)
    generator = torch.Generator().manual_seed(SEED)
    similarity = (torch.rand(size, size, generator=generator) * 2 - 1).requires_grad_()
    relevance = (torch.rand(size, size, generator=generator) - 0.7).clamp(min=0)
    loss = make_loss(name, LossOptions())
    return lambda: loss(similarity, relevance).backward()


def make_material(experts: tuple[int, ...] = ()) -> TrainingMaterial:
    rng = np.random.default_rng(SEED)

    def vectors(length: int) -> NDArray[np.float32]:
        return rng.normal(size=(CLIPS, length)).astype(np.float32)

    one_each = np.arange(CLIPS + 1)
    bags = {
        part: Bags(one_each, rng.integers(0, CLASSES, CLIPS).astype(np.int32), CLASSES)
        for part in ("noun", "verb")
    }
    parts = {part: SharedClasses(bag, bag) for part, bag in bags.items()}
    table = np.concatenate([np.zeros((1, WORD), np.float32), vectors(WORD)])
    rows, kinds = rng.integers(1, CLIPS, (CLIPS, WORDS)), rng.integers(0, 3, (CLIPS, WORDS))
    words = Sequences(rows, kinds, table)
    texts = TextVectors(vectors(WORD), {part: vectors(WORD) for part in parts}, words)
    split = Split(vectors(VIDEO), texts, np.arange(CLIPS), parts["noun"])
    return TrainingMaterial(split, None, parts, experts)
