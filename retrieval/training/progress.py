"""How far a training is. It does without PyTorch."""

from collections.abc import Callable

from foundation.frozen import frozen


@frozen
class Point:
    """One epoch of the curve. validation: by name, fractions; empty without a validation set.
    negatives: how relevant those were, on average, that the miner picked; None where it picks none,
    or where only a caption's own video is relevant."""

    epoch: int  # from 1
    loss: float
    validation: dict[str, float]
    negatives: float | None = None


@frozen
class EpochProgress:
    """batches: done so far, of how many at most; early stopping may end sooner."""

    batches: int
    of: int
    curve: tuple[Point, ...]


# After every batch. What it raises ends the training, and the last epoch's checkpoint stays.
Report = Callable[[EpochProgress], None]
