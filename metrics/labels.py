"""What raters said of a benchmark's pairs, read in one moment, as arrays: all that agreement is
computed from.

A unit is a pair in a campaign: asked about in two campaigns, under two guidelines maybe, it is two
units. Persons are told by their numbers, which `names` turns into what they are called.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import date
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from foundation.finding.fields import Found, found
from foundation.frozen import frozen
from measures import accounts
from measures.accounts import Accounts, account
from measures.arrays import Integers, Mask
from measures.raters import UNKNOWN, repeats
from metrics.snapshot import FileColumn

FIRST, SECOND, THIRD = 1, 2, 3
Which = Literal["independent", "all"]
# Third labels exist only because two disagreed: they are let in only where somebody says so.
KINDS: Mapping[Which, Sequence[tuple[str, int]]] = {
    "independent": (("first", FIRST), ("second", SECOND)),
    "all": (("first", FIRST), ("second", SECOND), ("third", THIRD)),
}


@frozen
class Checks:
    """Answers to hidden gold: rater, value, truth: (checks,), the values as those of labels."""

    rater: Integers
    value: Integers
    truth: Integers


@frozen
class WithoutRaters(Found, called="LeftOut"):
    """A campaign of imported labels of which nobody knows who gave them."""

    campaign: str = found()
    pairs: int = found()
    id: int = 0


@frozen
class Filters:
    """Which labels are chosen: those given from one day to another, in UTC, both included; those of
    some raters. None and empty: all."""

    since: date | None = None
    until: date | None = None
    raters: tuple[int, ...] = ()

    @property
    def chosen(self) -> bool:
        return bool(self.since or self.until or self.raters)


ALL = Filters()


@frozen
class Answers:
    """Every answer to a pair as a first, second or third label, also those that are in no figure:
    one row for each, in the order in which they were given. An answer that its rater changed is in
    here as it is now.

    pair: places among the pairs that have an answer. aside: by step, whether it sets the answer
    aside (see measures/accounts.py); of the steps that depend on what is asked, the rest is
    found here.
    """

    pair: Integers
    rater: Integers
    kind: Integers
    value: Integers
    aside: Mapping[str, Mask]

    def account(self, which: Which, pairs: int) -> Accounts:
        steps = {
            accounts.CANNOT_JUDGE: self.value == UNKNOWN,
            accounts.THIRD: ~of_kinds(self.kind, which),
        }
        none = np.zeros(len(self.pair), bool)
        steps = dict.fromkeys(accounts.STEPS, none) | dict(self.aside) | steps
        return account(self.pair, self.rater, steps, pairs)


def of_kinds(kind: Integers, which: Which) -> Mask:
    return np.isin(kind, [number for _, number in KINDS[which]])


@frozen
class Labels:
    """Labels that stand and count: not superseded, not withdrawn, not disregarded, given as a
    first, second or third one.

    They come in the order in which they were given.
    """

    benchmark: str
    # Those that were read: one that was asked for, or all of the benchmark whose raters are known.
    campaigns: tuple[str, ...]
    pair: Integers  # (labels,) places in the arrays of pairs
    rater: Integers  # (labels,)
    kind: Integers  # (labels,) FIRST, SECOND or THIRD
    value: Integers  # (labels,) IRRELEVANT, RELEVANT, or UNKNOWN where the rater could not judge
    verdicts: Integers  # (pairs,) IRRELEVANT, RELEVANT, DISAGREEMENT, or UNKNOWN while it is open
    videos: Integers  # (pairs,) any numbers
    gold: Checks
    names: Mapping[int, str]
    log_position: int  # the newest label that was there
    day: Integers  # (labels,) on which it was given, in UTC: days since the first of January 1970
    reason: Integers  # (labels,) of those who could not judge: a number for each reason
    words: Integers  # (pairs,) how many the caption has
    # (pairs,) the kind of mistake that an adjudicator's decision names, a place in `mistakes`; -1
    # where it names none, and -2 where no adjudicator decided.
    decided: Integers
    mistakes: tuple[str, ...] = ()
    left_out: tuple[WithoutRaters, ...] = ()
    columns: tuple[FileColumn, ...] = ()  # what files say of the captions of pairs
    filters: Filters = ALL
    # What all of this was chosen from; without it, these labels are all there are.
    answers: Answers | None = field(default=None, repr=False)
    answered: int = 0  # pairs that have an answer
    # Of campaigns whose scale has more than two values: its words, the worst first, and of each
    # label its place among them, UNKNOWN where the rater could not judge. Where campaigns have
    # several scales, only the answers can be compared.
    scale: tuple[str, ...] = ()
    grade: Integers | None = None
    several_scales: bool = False
    texts: Integers | None = None  # (pairs,) any numbers; None where they are not asked for

    @property
    def pairs(self) -> int:
        return len(self.verdicts)

    @property
    def values(self) -> int:
        """How many there are of what is compared, in `said`."""
        return len(self.scale) or 2

    @property
    def said(self) -> Integers:
        """(labels,): the grade; of two values IRRELEVANT or RELEVANT; UNKNOWN for neither."""
        return self.value if self.grade is None else self.grade

    def chosen(self, which: Which) -> NDArray[np.bool_]:
        """(labels,): those of such kinds that say relevant or irrelevant."""
        return of_kinds(self.kind, which) & (self.value != UNKNOWN)

    def account(self, which: Which) -> Accounts:
        """Why each pair that has an answer counts, or does not."""
        if self.answers is not None:
            return self.answers.account(which, self.answered)
        own = Answers(self.pair, self.rater, self.kind, self.value, {})
        return own.account(which, self.pairs)

    def repeated(self, which: Which) -> NDArray[np.bool_]:
        """(labels,): of the chosen ones, those by a rater who has an earlier one on the pair.
        Nothing is compared with them."""
        places = np.flatnonzero(self.chosen(which))
        again = np.zeros(len(self.pair), bool)
        again[places] = repeats(self.pair[places], self.rater[places])
        return again

    def compared(self, which: Which) -> NDArray[np.bool_]:
        """(labels,): the chosen ones, of each rater the first on a pair."""
        return self.chosen(which) & ~self.repeated(which)
