"""What a training is asked. It does without PyTorch."""

import math
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from foundation.frozen import frozen
from foundation.refused import WrongValues
from retrieval.losses.kinds import LOSSES, MININGS, LossOptions
from retrieval.networks.kinds import NETWORKS

CHOICES = {
    "network": tuple(NETWORKS),
    "loss": tuple(LOSSES),
    "mining": MININGS,
    "validate_by": ("ndcg", "map", "recalls"),
    "device": ("auto", "cpu", "cuda"),
    "optimiser": ("adam", "adamw", "sgd"),
    "schedule": ("constant", "cosine", "step"),
}
# The settings that there were not from the beginning, as all trainings before had them.
LATER = {"optimiser": "adam", "schedule": "constant"}
# Least and most, None where there is no bound. What people are asked for (retrieval/asked) has
# these limits too.
LIMITS: dict[str, tuple[float, float | None]] = {
    "seed": (0, 2**31 - 1),
    "threshold": (0, 1),
    "margin": (0.001, 2),
    "temperature": (0.001, 10),
    "within": (0, 100),
    "across": (0, 100),
    "part_weight": (0, 100),
    "triplets": (0, 100_000),
    "space": (2, 4096),
    "hidden": (1, 8192),
    "batch": (2, 4096),
    "epochs": (1, 10_000),
    "rate": (1e-7, 1),
    "patience": (1, 10_000),
    "threads": (1, None),
}


@frozen
class Settings(LossOptions):
    """Weights are Wray et al. 2019's, margin, threshold and temperature Falcon et al. 2024's."""

    network: str = "jpose"
    loss: str = "triplet-ranp"
    seed: int = 0
    within: float = 0.1  # lambda of losses within a modality
    across: float = 1.0  # lambda of losses across
    part_weight: float = 1.0  # alpha of the spaces of parts of speech
    space: int = 256
    hidden: int = 256
    batch: int = 128
    epochs: int = 30
    rate: float = 1e-3
    optimiser: str = "adam"
    schedule: str = "constant"  # of the rate, over all epochs that are asked for
    patience: int = 5  # epochs without a better validation
    validate_by: str = "ndcg"
    device: str = "auto"  # cuda where there is one
    threads: int = 1  # the same number gives the same weights

    def identity(self) -> dict[str, Any]:
        """What a training is found again by. What came later is left out while it is as it always
        was, so that a training that was interrupted before continues."""
        values = asdict(self)
        return {name: one for name, one in values.items() if LATER.get(name) != one}

    def rate_in(self, epoch: int) -> float:
        """The rate of an epoch, from 1 on: it follows from the number alone, so that a training
        that is continued has the same."""
        match self.schedule:
            case "cosine":
                return self.rate * (1 + math.cos(math.pi * (epoch - 1) / self.epochs)) / 2
            case "step":
                return self.rate * 0.1 ** (3 * (epoch - 1) // self.epochs)
        return self.rate

    def check(self) -> None:
        if wrong := dict(self._wrong()):
            raise WrongValues(wrong)

    def _wrong(self) -> Iterator[tuple[str, str]]:
        for name, choices in CHOICES.items():
            value = getattr(self, name)
            if value not in choices:
                yield name, f"Expected one of {', '.join(choices)}; found {value!r}."
        for name, (least, most) in LIMITS.items():
            value = getattr(self, name)
            # Written so that nan, which is neither, is refused.
            if not (value >= least and (most is None or value <= most)):
                bounds = f"{least:g} or more" if most is None else f"{least:g} to {most:g}"
                yield name, f"Expected {bounds}, found {value}."
