"""What a comparison could have shown, in words: why no difference could have been significant, and
how many captions are wanting."""

import numpy as np

from measures.comparison import Comparisons
from measures.power import ALPHA
from measures.quantity import Quantity, undefined
from metrics.words import counted

TOLD_APART = "the two are told apart already"
EQUAL = "their scores are equal, so nothing tells how many captions would do"
ENOUGH = (
    "there are enough captions for a single test: only the correction for several tests keeps the"
    " difference from being significant"
)
NOT_ALONE = (
    f"its own p is above {ALPHA}, though by its standard error there are enough captions: nothing"
    " tells how many the sign flips would need"
)
NO_SPREAD = "nothing varies between clusters, so there is no error to go by"
# What has its signs turned as a whole, as tables call it.
CALLED = {"videos": "cluster", "groups": "connected group", "texts": "text"}


def more_captions(drawn: Comparisons, at: int) -> Quantity:
    """Where the two are not told apart: how many captions like these are wanting."""
    if why := why_not_detectable(drawn, at):
        return undefined(why)
    if drawn.holm[at] <= ALPHA:
        return undefined(TOLD_APART)
    needed, n = float(drawn.needed[at]), int(drawn.n[at])
    if np.isnan(needed):
        return undefined(EQUAL)
    if needed > n:
        return Quantity(needed - n)
    return undefined(ENOUGH if drawn.p[at] <= ALPHA else NOT_ALONE)


def why_not_detectable(drawn: Comparisons, at: int) -> str:
    """Empty where the test can reject."""
    differing, units = int(drawn.differing[at]), int(drawn.units[at])
    if not units:
        return "no caption has a value in both"
    if not differing:
        return "no two scores differ"
    smallest = float(drawn.smallest_p[at])
    if smallest > ALPHA:
        return f"{_few(drawn, at)} {_smallest(smallest)}, so no difference could be significant"
    return "" if drawn.detectable[at] > 0 else NO_SPREAD


def why_not_corrected(drawn: Comparisons, at: int) -> str:
    """Empty where the test could reject even if p had to hold for all tests."""
    if why := why_not_detectable(drawn, at):
        return why
    smallest = float(drawn.smallest_p[at])
    if smallest <= ALPHA / drawn.tests:
        return ""
    return (
        f"{_few(drawn, at)} {_smallest(smallest)}, which correcting for"
        f" {counted(drawn.tests, 'test')} leaves above {ALPHA}"
    )


def _smallest(p: float) -> str:
    return f"the smallest possible p is {p:.3g}"


def _few(drawn: Comparisons, at: int) -> str:
    differing, units = int(drawn.differing[at]), int(drawn.units[at])
    called = CALLED[drawn.turned]
    if differing == units:
        return f"with {counted(units, called)}"
    return (
        f"as {differing:,} of {counted(units, called)} {'differs' if differing == 1 else 'differ'},"
    )
