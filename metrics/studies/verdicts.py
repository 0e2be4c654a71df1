"""What the comparison of two runs comes to, in one word and the numbers that it rests on."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from foundation.frozen import frozen
from measures.power import ALPHA

Json = Mapping[str, Any]
SMALLEST_SHOWN = 0.001
FOUR_DIGITS_BELOW = 0.01
Outcome = Literal["apart", "not apart", "equal", "undefined"]


@frozen
class Verdict:
    """The better run over the other; in the order of the report where they are equal. more:
    captions that would tell them apart; None where that is not known, with the reason. at_floor: no
    permutation reached the difference, so that p is only known to be p_holm or less."""

    measure: str
    better: str
    other: str
    difference: float | None
    ends: Sequence[float] | None
    p_holm: float | None
    detectable: float | None
    more: int | None
    why: str  # more is not known
    at_floor: bool = False
    p_max: float | None = None  # an older report has none

    @property
    def p_words(self) -> str:
        """p (Holm) to three digits, to four below 0.01, so that a bound and a value beside it read
        in their order; rounded up where p is only known to be no more."""
        return self._words(self.p_holm)

    @property
    def p_max_words(self) -> str:
        """p (max-T) likewise; empty where the report has none."""
        return "" if self.p_max is None else self._words(self.p_max)

    def _words(self, p: float | None) -> str:
        if p is None:
            return "–"
        if p < SMALLEST_SHOWN:
            return f"< {SMALLEST_SHOWN}"
        if self.at_floor:
            return f"≤ {math.ceil(10_000 * p) / 10_000:.4f}"
        return f"{p:.3f}" if p >= FOUR_DIGITS_BELOW else f"{p:.4f}"

    @property
    def outcome(self) -> Outcome:
        if self.difference is None or self.p_holm is None:
            return "undefined"
        if self.p_holm <= ALPHA:
            return "apart"
        return "not apart" if self.difference else "equal"


def verdicts_of(facts: Json, measure: str) -> list[Verdict]:
    """facts: what the study `comparison` found. The clearest differences come first."""
    # The permutations are counted with the observed signs: see measures/comparison.py.
    floor = 1 / (1 + facts["permutations"]) if "permutations" in facts else 0.0
    found = [_verdict(row, floor) for row in facts["rows"] if row["measure"] == measure]
    return sorted(found, key=lambda one: (one.outcome != "apart", -(one.difference or 0.0)))


def _verdict(row: Json, floor: float) -> Verdict:
    """An older report says nothing of more captions."""
    turned = row["difference"] is not None and row["difference"] < 0
    a, b = (row["b"], row["a"]) if turned else (row["a"], row["b"])
    ends = row["interval"]
    if turned and ends is not None:
        ends = [-ends[1], -ends[0]]
    return Verdict(
        row["measure"],
        a,
        b,
        None if row["difference"] is None else abs(row["difference"]),
        ends,
        row["p_holm"],
        row["detectable"],
        row.get("more_captions"),
        row.get("more_captions_why") or "",
        row["p"] is not None and row["p"] <= floor,
        row.get("p_max"),
    )
