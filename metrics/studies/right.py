"""Which of two runs is right, by any number that captions have: Figures 3 and 8."""

from collections.abc import Mapping, Sequence
from typing import Any

from measures.arrays import Counts, Values
from measures.hits import Pairs, find_hits
from measures.kinds.correct import correct_at
from measures.lengths import RightByLength, right_by_length
from metrics.snapshot import Rule, StoredRun

Right = Mapping[Rule, RightByLength]
Correct = Mapping[Rule, tuple[Values, Values]]  # C@K of two runs, (captions,) each


def correct_of(runs: Sequence[StoredRun], positives: Mapping[Rule, Pairs], k: int) -> Correct:
    """The captions that the first two runs get right."""
    first, second = runs[:2]
    return {
        rule: (_correct(first, pairs, k), _correct(second, pairs, k))
        for rule, pairs in positives.items()
    }


def right_by(numbers: Counts, correct: Correct, width: int) -> Right:
    """numbers: (captions,); `width` of them are a bin."""
    return {
        rule: right_by_length(numbers, first, second, width=width)
        for rule, (first, second) in correct.items()
    }


def rows_of_right(right: Right, by: str) -> list[dict[str, Any]]:
    """Rows of captions right and not; by: what the captions are grouped by."""
    names = (by, "both", "only_first", "only_second", "neither")
    rows: list[dict[str, Any]] = [
        {"positives": rule} | {name: int(number) for name, number in zip(names, row, strict=True)}
        for rule, one in right.items()
        for row in zip(
            one.starts, one.both, one.only_first, one.only_second, one.neither, strict=True
        )
    ]
    return [row | {"n": sum(int(row[name]) for name in names[1:])} for row in rows]


def _correct(run: StoredRun, positives: Pairs, k: int) -> Values:
    return correct_at(find_hits(run.targets, positives), k)
