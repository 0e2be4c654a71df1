"""The texts that some studies look at besides a snapshot."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Texts:
    """captions: in the order of their numbers. training: captions that models were trained on."""

    captions: Sequence[str]
    training: Sequence[str]
