"""Strips: a whole ranking as a row of cells from left to right, coloured by what is known of each
pair or by a proxy. Arrays in, a picture's numbers out (docs/decisions/0089)."""

from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise

import numpy as np

from explorer.ranked import Known, Mark
from foundation.finding.fields import Found, found, unshown
from foundation.frozen import frozen
from measures.arrays import Floats, Integers
from metrics.snapshot import Rule
from semantics.proxies.relevance import ROUNDING

CELLS = 1000  # that a strip has at most
STEPS = 10  # of a relevance above 0
LEVELS: Mapping[Mark, int] = {
    "unjudged": 0, "assumed": 0, "irrelevant": 1, "disagreement": 2, "collected": 3, "original": 4,
}  # fmt: skip
NAMES = ("0", "irrelevant", "disagreement", "collected", "original")
LOWEST = 0.4  # the height of the lowest level that is drawn, where 1 is the strip's


def name_of(level: int, *, by_proxy: bool) -> str:
    return str(level) if by_proxy else NAMES[level]


@frozen
class Colours:
    """Of each target of an item: its level, and its relevance where a proxy was asked for.
    positive: whether it counts as relevant; under a proxy, whether its relevance is above 0."""

    levels: Integers
    positive: Integers
    relevance: Floats | None = None

    def level_of(self, target: int) -> str:
        return name_of(int(self.levels[target]), by_proxy=self.relevance is not None)

    def relevance_of(self, target: int) -> float | None:
        return None if self.relevance is None else float(self.relevance[target])

    def best(self) -> Integers:
        """The targets in the best order there is."""
        return np.argsort(-(self.levels if self.relevance is None else self.relevance))


def colours_of_marks(known: Known, rule: Rule, targets: int) -> Colours:
    levels, positive = np.zeros(targets, np.int64), np.zeros(targets, np.int64)
    for target in known.judged:
        levels[target] = LEVELS[known.mark(target, rule)]
    positive[sorted(known.positives(rule))] = 1
    return Colours(levels, positive)


def colours_of_relevance(relevance: Floats) -> Colours:
    """A level is a tenth: from 1 for up to 0.1 to 10 for above 0.9; 0 is no relevance at all."""
    tenths = np.ceil(STEPS * (relevance - ROUNDING)).astype(np.int64)
    positive = (relevance > 0).astype(np.int64)
    return Colours(np.where(positive, np.clip(tenths, 1, STEPS), 0), positive, relevance)


# relevance: of a proxy, else null.
@frozen
class Among(Found):
    first: int = found("How many of the first ranks.")
    relevant: int = found(
        "How many of them are positives; under a proxy, how many have a relevance above 0."
    )
    relevance: float | None = found("Their mean relevance under the proxy.")


@frozen
class Strip(Found):
    ranks: int = found("How many ranks it shows.")
    whole: bool = found("Whether all targets have one of them.")
    each: int = found("How many ranks one cell stands for, and has the highest level of.")
    levels: list[int] = found(
        "Of each cell: 0 unjudged, 1 irrelevant, 2 disagreement, 3 collected, 4 original; under a"
        " proxy, 0 for no relevance, and up to 10 by tenths."
    )
    among: list[Among] = found("What is among the first 10, 100 and all ranks.")
    by_proxy: bool = unshown()

    @property
    def box(self) -> str:
        return f"0 0 {max(1, len(self.levels))} 1"

    @property
    def paths(self) -> Iterator[tuple[str, str]]:
        """The name of each level that it has, and what an svg of its box draws of it."""
        highest = STEPS if self.by_proxy else len(NAMES) - 1
        levels = np.array(self.levels)
        edges = np.flatnonzero(np.diff(levels, prepend=-1, append=-1))
        for level in sorted(set(self.levels) - {0}):
            height = LOWEST + (1 - LOWEST) * level / highest
            pieces = (
                f"M{start} 1h{stop - start}v-{height:.2f}h-{stop - start}z"
                for start, stop in pairwise(edges)
                if levels[start] == level
            )
            yield name_of(level, by_proxy=self.by_proxy), "".join(pieces)


def strip_of(order: Collection[int] | Integers, colours: Colours) -> Strip:
    """order: the targets, the best first."""
    ranked = np.asarray(order, np.int64)
    n, relevance = len(ranked), colours.relevance
    each = max(1, -(-n // CELLS))
    padded = np.zeros(-(-n // each) * each, np.int64)
    padded[:n] = colours.levels[ranked]
    among = [
        Among(
            first,
            int(colours.positive[ranked[:first]].sum()),
            None if relevance is None else float(relevance[ranked[:first]].mean(dtype=float)),
        )
        for first in sorted({10, 100, n})
        if 0 < first <= n
    ]
    cells = padded.reshape(-1, each).max(axis=1).tolist()
    return Strip(n, n == len(colours.levels), each, cells, among, relevance is not None)


# The legend of a proxy's colours: one cell of each level.
SCALE = strip_of(range(STEPS), colours_of_relevance(np.linspace(0.1, 1, STEPS, dtype=np.float32)))
