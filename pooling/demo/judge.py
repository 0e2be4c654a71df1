"""A made model that judges the demo's pairs: no model at all, but the truth with known errors."""

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from pooling.demo.world import World, stream

SEED = 11
STEP = 0.05  # scores are whole steps of this, as models like to give them


@frozen
class JudgeErrors:
    """finds: of relevant pairs, the share that it calls relevant. mistakes: of the others, the
    same. flatters: the same of others that a run of its family, and no other, ranks among its first
    `depth`. refuses: the share of all that it does not answer."""

    family: str = "heron"
    finds: float = 0.9
    mistakes: float = 0.06
    flatters: float = 0.3
    depth: int = 10
    refuses: float = 0.02


ERRORS = JudgeErrors()


def simulate_judge(world: World, errors: JudgeErrors = ERRORS) -> NDArray[np.float64]:
    """(captions, clips): scores from 0 to 1, from 0.5 on where it calls the pair relevant; nan
    where it refuses. The same in every home."""
    likely = np.where(_favoured(world, errors), errors.flatters, errors.mistakes)
    likely = np.where(world.truth, errors.finds, likely)
    yes = stream(SEED, 0).random(likely.shape) < likely
    unsure = STEP * stream(SEED, 1).geometric(0.4, likely.shape).clip(1, 10)
    scores = np.where(yes, 1.05 - unsure, unsure - 0.05)
    refused = stream(SEED, 2).random(likely.shape) < errors.refuses
    return np.where(refused, np.nan, np.round(scores, 2)).astype(np.float64)


def _favoured(world: World, errors: JudgeErrors) -> NDArray[np.bool_]:
    own, others = np.zeros((2, *world.truth.shape), bool)
    for model in world.models:
        top = np.argsort(-model.similarity, axis=1, kind="stable")[:, : errors.depth]
        of = own if model.design.family == errors.family else others
        np.put_along_axis(of, top, True, axis=1)
    found: NDArray[np.bool_] = own & ~others
    return found
