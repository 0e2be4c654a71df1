"""Why pairs count in agreement, or do not, in words: the same for the table of counts, and for the
list of all pairs that can be taken away."""

from collections.abc import Mapping

from foundation.finding.fields import Found, found
from foundation.frozen import frozen
from measures import accounts
from measures.accounts import Accounts
from metrics.labels import Which

COUNTED_OF_ALL = "counted_of_all"  # where third labels were let in
# Of one pair that counts, `why_of` says of how many labels, too.
TITLES: Mapping[str, str] = {
    accounts.COUNTED: "counted: two independent labels",
    COUNTED_OF_ALL: "counted: two labels or more",
    accounts.ONE_LABEL: "one label only",
    accounts.NO_RATERS: "its raters are not known",
    accounts.WITHDRAWN: "withdrawn",
    accounts.ASKED_AGAIN: "asked for again: the label does not count",
    accounts.DATES: "outside the dates",
    accounts.RATERS: "by raters who were not chosen",
    accounts.CANNOT_JUDGE: "cannot judge",
    accounts.THIRD: "third label: not independent",
    accounts.ONE_PERSON: "labels by one person",
}


@frozen
class Why(Found):
    reason: str = found()
    why: str = found()
    pairs: int = found()


@frozen
class Counted:
    """pairs: by reason, those of which there are none included. Their sum is all pairs with an
    answer."""

    pairs: Mapping[str, int]
    which: Which

    @property
    def total(self) -> int:
        return sum(self.pairs.values())

    def whys(self) -> list[Why]:
        return [
            Why(reason, title_of(reason, self.which), number)
            for reason, number in self.pairs.items()
        ]


def counted(found: Accounts, which: Which) -> Counted:
    return Counted(found.by_reason(), which)


def title_of(reason: str, which: Which) -> str:
    of_all = reason == accounts.COUNTED and which == "all"
    return TITLES[COUNTED_OF_ALL if of_all else reason]


def why_of(reason: str, labels: int, which: Which) -> str:
    """Why one pair counts or does not: labels are those that are compared."""
    if reason != accounts.COUNTED:
        return TITLES[reason]
    return f"counted: {labels} {'independent ' * (which == 'independent')}labels"
