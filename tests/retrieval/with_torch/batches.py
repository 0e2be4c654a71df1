"""Batches of pairs: similarities, relevances, and which share a video."""

import pytest
import torch

from retrieval.losses.kinds import LossOptions
from tests.retrieval.with_torch.slow_losses import MARGIN, TEMPERATURE, THRESHOLD

OPTIONS = LossOptions(margin=MARGIN, threshold=THRESHOLD, temperature=TEMPERATURE, triplets=0)


def batch(n: int, seed: int, *, shared: float = 0.15, zeros: float = 0.4):
    """In double precision. shared: of the pairs of pairs that share a video; zeros: of those that
    have nothing in common."""
    generator = torch.Generator().manual_seed(seed)
    similarity = torch.rand(n, n, generator=generator, dtype=torch.float64) * 1.8 - 0.9
    relevance = torch.rand(n, n, generator=generator, dtype=torch.float64)
    relevance[torch.rand(n, n, generator=generator) < zeros] = 0
    relevance = relevance.maximum(relevance.T)
    own = torch.rand(n, n, generator=generator) < shared
    own = own | own.T | torch.eye(n, dtype=torch.bool)
    relevance[own] = 1
    return similarity, relevance, own


BATCHES = [
    *(
        pytest.param(*batch(n, seed), id=f"{n} pairs, {seed}")
        for n in (2, 5, 12)
        for seed in (0, 1)
    ),
    pytest.param(*batch(9, 2, shared=0, zeros=0), id="all somewhat relevant"),
    pytest.param(*batch(9, 3, shared=0, zeros=1), id="nothing in common"),
]
