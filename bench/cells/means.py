"""Means over captions that share videos and texts."""

from collections.abc import Iterator
from functools import partial

import numpy as np

from bench.cells.cell import Cell, Outcome, held
from measures.dependence import Dependence, errors_of_means


def cells() -> Iterator[Cell]:
    for videos in (4, 12, 60):
        yield Cell(
            f"{videos} videos of 25 captions, each with luck of its own",
            "mean, two-way t",
            partial(_mean, videos=videos),
            large=videos >= 40,
        )


def _mean(seed: int, *, videos: int) -> Outcome:
    random = np.random.default_rng([seed, videos])
    of = np.repeat(np.arange(videos), 25)
    values = random.normal(size=videos)[of] + random.normal(size=len(of))
    found = errors_of_means(values[None], Dependence.of(len(of), of))
    mean, reach = float(values.mean()), float(found.reach(0.95)[0])
    return held(mean - reach, mean + reach, 0.0)
