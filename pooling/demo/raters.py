"""Raters who err at known rates: answers whose agreement can be foretold."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def simulate_raters(
    truth: NDArray[np.bool_], pairs: NDArray[np.integer], error_rates: Sequence[float], seed: int
) -> NDArray[np.bool_]:
    """(pairs, raters): whether each rater finds the pair relevant. They say the opposite of the
    truth at their rates of error.

    truth: (captions, clips). pairs: (pairs, 2), each a caption and a clip. A rater answers a pair
    in the same way whichever other pairs are asked, in whichever order, and whoever else is asked.
    """
    caption, clip = pairs[:, 0], pairs[:, 1]
    answers = [
        truth[caption, clip] ^ _errs(truth.shape, rate, [seed, rater])[caption, clip]
        for rater, rate in enumerate(error_rates)
    ]
    return np.stack(answers, axis=1) if answers else np.empty((len(pairs), 0), bool)


def _errs(shape: tuple[int, ...], rate: float, seed: list[int]) -> NDArray[np.bool_]:
    if not 0 <= rate <= 1:
        raise ValueError(f"a rate of error lies from 0 to 1, not at {rate}")
    return np.random.Generator(np.random.PCG64(seed)).random(shape) < rate
