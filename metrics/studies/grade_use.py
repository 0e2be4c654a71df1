"""How a scale's grades are used by verdicts: what the doctor and a report's page say of it."""

from collections.abc import Mapping, Sequence
from typing import Any

from foundation.frozen import frozen

ENOUGH = 100  # verdicts, of which each grade should have some
NEARLY_ALL = 0.9


@frozen
class GradeUse:
    """unused: grades that no verdict has. nearly: the one that nearly all have, empty where none
    is; held: how many have it."""

    verdicts: int
    unused: tuple[str, ...]
    nearly: str
    held: int

    @property
    def share(self) -> float:
        return self.held / self.verdicts


def use_of(words: Sequence[str], verdicts: Sequence[int]) -> GradeUse | None:
    """verdicts: by grade, how many. None where they are too few to say anything of the scale."""
    total = sum(verdicts)
    if total < ENOUGH:
        return None
    named = [
        word if word == str(value) else f"{value} ({word})" for value, word in enumerate(words)
    ]
    unused = tuple(name for name, many in zip(named, verdicts, strict=True) if not many)
    held = max(verdicts)
    is_nearly_all = NEARLY_ALL * total <= held < total
    return GradeUse(
        total, unused, named[verdicts.index(held)] if is_nearly_all else "", held * is_nearly_all
    )


def use_in(evaluation: Mapping[str, Any]) -> GradeUse | None:
    """Of a report's evaluation, as it froze it."""
    grades = evaluation.get("grades")
    return use_of(grades["words"], grades["verdicts"]) if grades and grades["verdicts"] else None
