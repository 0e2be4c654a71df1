"""Why a pair counts in agreement, or does not: its answers are set aside step by step, and the step
after which fewer than two are left is the reason.

unit, rater: (answers,) each, in the order in which answers were given. A unit is a pair that people
answered, and has one answer or more.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from measures.arrays import Counts, Integers, Mask
from measures.raters import repeats

COUNTED, ONE_LABEL = "counted", "one_label"
# The steps, in their order. An answer is set aside by the first that applies to it.
NO_RATERS, WITHDRAWN, ASKED_AGAIN = "no_raters", "withdrawn", "asked_again"
DATES, RATERS, CANNOT_JUDGE = "dates", "raters", "cannot_judge"
THIRD, ONE_PERSON = "third", "one_person"
STEPS = (NO_RATERS, WITHDRAWN, ASKED_AGAIN, DATES, RATERS, CANNOT_JUDGE, THIRD, ONE_PERSON)
REASONS = (COUNTED, ONE_LABEL, *STEPS)
NEEDED = 2  # labels of a unit, to be compared


@dataclass(frozen=True, slots=True)
class Accounts:
    """given, left: (units,), answers at the beginning and after all steps. aside: (units, steps),
    answers that each step set aside. reason: (units,), places in REASONS."""

    given: Counts
    aside: Counts
    left: Counts
    reason: Integers

    @property
    def counted(self) -> Mask:
        return self.reason == REASONS.index(COUNTED)

    def by_reason(self) -> dict[str, int]:
        """How many units each reason has; those of no unit too."""
        found = np.bincount(self.reason[self.given > 0], minlength=len(REASONS))
        return dict(zip(REASONS, found.tolist(), strict=True))


def account(unit: Integers, rater: Integers, aside: Mapping[str, Mask], units: int) -> Accounts:
    """aside: (answers,) by step, whether it applies to the answer; of one person's repeated labels
    it is found here, as that depends on what is left by then.

    A unit with two answers or more counts for as long as two are left. One that only ever had a
    single answer has too few from the start, unless that one was set aside, too.
    """
    stays = np.ones(len(unit), bool)
    given = np.bincount(unit, minlength=units).astype(np.int64)
    needed, left = np.minimum(given, NEEDED), given
    reason = np.where(given >= NEEDED, REASONS.index(COUNTED), REASONS.index(ONE_LABEL))
    columns = []
    for step in STEPS:
        gone = stays & (_repeated(unit, rater, stays) if step == ONE_PERSON else aside[step])
        stays = stays & ~gone
        taken = np.bincount(unit[gone], minlength=units).astype(np.int64)
        reason[(left >= needed) & (left - taken < needed)] = REASONS.index(step)
        left = left - taken
        columns.append(taken)
    return Accounts(given, np.stack(columns, axis=1), left, reason.astype(np.int64))


def _repeated(unit: Integers, rater: Integers, among: Mask) -> Mask:
    places = np.flatnonzero(among)
    again = np.zeros(len(unit), bool)
    again[places] = repeats(unit[places], rater[places])
    return again
