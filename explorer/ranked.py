"""One caption's rankings, or one video's, against its positives: the scores of each run, by the
definitions that reports go by, and what is known of each pair that is shown."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from measures.hits import Pairs
from measures.scoring import score
from metrics.snapshot import Rule

MEASURES = ("C@1", "C@5", "C@10", "AP")
JUDGED = "Judged@10"

# What is known of a pair: the name of its mark.
ORIGINAL, COLLECTED, IRRELEVANT, DISAGREEMENT, UNJUDGED = (
    "original",
    "collected",
    "irrelevant",
    "disagreement",
    "unjudged",
)
ASSUMED = "assumed"  # with original positives, all others count as irrelevant
MARKS: dict[Rule, tuple[str, ...]] = {
    "all": (ORIGINAL, COLLECTED, IRRELEVANT, DISAGREEMENT, UNJUDGED),
    "original": (ORIGINAL, ASSUMED),
}


@dataclass(frozen=True, slots=True)
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

    def mark(self, target: int, rule: Rule) -> str:
        if target in self.original:
            return ORIGINAL
        if rule == "original":
            return ASSUMED
        verdict = self.verdicts.get(target, UNJUDGED)
        return COLLECTED if verdict == "relevant" else verdict


@dataclass(frozen=True, slots=True)
class Figure:
    """A measure of one ranking. value: by the rule that is shown, other: by the other rule; None
    where the item has no positives by it."""

    measure: str
    value: float | None
    other: float | None

    @property
    def turned(self) -> bool:
        return self.value != self.other


def figures_of(
    rankings: Sequence[Sequence[int]], known: Known, targets: int, rule: Rule
) -> list[list[Figure]]:
    """The figures of each ranking of the item, in the order of MEASURES, and Judged@10. targets:
    how many there are to rank."""
    if not rankings:
        return []
    depth = max(1, *map(len, rankings))
    rows = np.full((len(rankings), depth), -1, np.int32)
    for row, ranking in zip(rows, rankings, strict=True):
        row[: len(ranking)] = ranking
    shape = len(rankings), targets
    other: Rule = "original" if rule == "all" else "all"
    judged = _pairs(known.judged, shape)
    shown = _values(rows, _pairs(known.positives(rule), shape), judged)
    beside = _values(rows, _pairs(known.positives(other), shape), judged)
    return [
        [Figure(name, shown[name][n], beside[name][n]) for name in (*MEASURES, JUDGED)]
        for n in range(len(rankings))
    ]


def _pairs(targets: Collection[int], shape: tuple[int, int]) -> Pairs:
    """The same targets for each ranking."""
    column = np.array(sorted(targets), np.int64)
    row = np.repeat(np.arange(shape[0]), len(column))
    return Pairs.of(row, np.tile(column, shape[0]), shape)


def _values(
    rows: "np.ndarray[tuple[int, int], np.dtype[np.int32]]", positives: Pairs, judged: Pairs
) -> dict[str, list[float | None]]:
    scores = score(rows, positives, [*MEASURES, JUDGED], judged=judged)
    return {
        str(measure): [None if math.isnan(value) else value for value in values.tolist()]
        for measure, values in scores.values.items()
    }


def found_by(tops: Sequence[Sequence[int]]) -> dict[int, int]:
    """How many of the rankings show each target that is shown."""
    counts: dict[int, int] = {}
    for top in tops:
        for target in set(top):
            counts[target] = counts.get(target, 0) + 1
    return counts
