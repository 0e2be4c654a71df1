"""One caption's rankings, or one video's, against its positives: the scores of each run, by the
definitions that reports go by, and what is known of each pair that is shown."""

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal, get_args

import numpy as np

from foundation.finding.fields import Found, found, unshown
from foundation.frozen import frozen
from measures.hits import Pairs
from measures.scoring import score
from metrics.snapshot import Rule

MEASURES = ("C@1", "C@5", "C@10", "AP", "Judged@10")

# What is known of a pair: the name of its mark. With original positives, all others count as
# irrelevant.
Mark = Literal["original", "collected", "irrelevant", "disagreement", "unjudged", "assumed"]
MARKS: dict[Rule, tuple[Mark, ...]] = {
    "all": get_args(Mark)[:-1],
    "original": ("original", "assumed"),
}


@frozen
class Known:
    """What is known of one item: the numbers of its original positives, and what people found of
    its pairs, by the target's number."""

    original: frozenset[int]
    verdicts: Mapping[int, str]

    def positives(self, rule: Rule) -> frozenset[int]:
        if rule == "original":
            return self.original
        relevant = (target for target, verdict in self.verdicts.items() if verdict == "relevant")
        return self.original.union(relevant)

    @property
    def judged(self) -> frozenset[int]:
        return self.original.union(self.verdicts)

    def mark(self, target: int, rule: Rule) -> Mark:
        if target in self.original:
            return "original"
        if rule == "original":
            return "assumed"
        verdict: Any = self.verdicts.get(target, "unjudged")
        return "collected" if verdict == "relevant" else verdict


# A measure of one ranking by original and by corrected positives, None where the item has none of
# them. rule: the one that is shown.
@frozen
class Figure(Found, called="Score"):
    measure: str
    original: float | None = found()
    corrected: float | None = found()
    rule: Rule = unshown()

    @property
    def value(self) -> float | None:
        return self.original if self.rule == "original" else self.corrected

    @property
    def other(self) -> float | None:
        return self.corrected if self.rule == "original" else self.original

    @property
    def turned(self) -> bool:
        return self.original != self.corrected


def figures_of(
    rankings: Sequence[Sequence[int]], known: Known, targets: int, rule: Rule
) -> list[list[Figure]]:
    """The figures of each ranking of the item, in the order of MEASURES. targets: how many there
    are to rank."""
    if not rankings:
        return []
    depth = max(1, *map(len, rankings))
    rows = np.full((len(rankings), depth), -1, np.int32)
    for row, ranking in zip(rows, rankings, strict=True):
        row[: len(ranking)] = ranking
    shape = len(rankings), targets
    judged = _pairs(known.judged, shape)
    original, corrected = (
        score(rows, _pairs(positives, shape), MEASURES, judged=judged).values
        for positives in (known.original, known.positives("all"))
    )
    return [
        [
            Figure(name, _known(original[measure][n]), _known(corrected[measure][n]), rule)
            for name, measure in zip(MEASURES, original, strict=True)
        ]
        for n in range(len(rankings))
    ]


def _pairs(targets: Collection[int], shape: tuple[int, int]) -> Pairs:
    """The same targets for each ranking."""
    column = np.array(sorted(targets), np.int64)
    row = np.repeat(np.arange(shape[0]), len(column))
    return Pairs.of(row, np.tile(column, shape[0]), shape)


def _known(value: float) -> float | None:
    return None if math.isnan(value) else float(value)
