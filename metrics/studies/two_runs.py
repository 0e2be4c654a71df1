"""How many captions two runs need to be told apart, from how often exactly one of them is right.

Half the width of one mean's interval says nothing of that: two runs are right about many of the
same captions, so that their difference is surer than either score."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from foundation.finding.fields import Found, found
from measures.arrays import Values
from measures.dependence import Dependence, Errors, errors_of_means
from measures.estimate import Estimate, known
from measures.measure import Measure
from measures.power import ALPHA, captions_needed, smallest_detectable
from measures.quantity import Quantity, undefined
from metrics.studies.estimated import estimate, whole

NO_VALUES = "no caption has a value in both"
NO_ERROR = "nothing varies between clusters, so there is no error to go by"
EQUAL = "their scores are equal, so nothing tells how many captions would do"


@dataclass(frozen=True, slots=True)
class TwoRuns(Found):
    """discordant: the share of captions for which exactly one of the two is right, or whose scores
    differ. detectable: the smallest true difference that a test of `size` captions finds with the
    usual power. needed: captions at which a test would find the difference that was observed."""

    a: str = found()
    b: str = found()
    measure: Measure = found()
    size: int = found(key="n")
    difference: float | None = found()
    discordant: float | None = found()
    detectable: Estimate = estimate(interval="", why="why")
    needed: Quantity = whole("captions_needed")
    captions: int = found()


def every_two(
    values: Mapping[str, Values], measure: Measure, sizes: Sequence[int], of: Dependence
) -> Iterator[TwoRuns]:
    """values: (captions,) by run, all of one direction. sizes: how many captions are thought of."""
    for (a, one), (b, other) in combinations(values.items(), 2):
        paired = one - other
        errors = errors_of_means(paired[None], of)
        there = paired[~np.isnan(paired)]
        for size in sizes:
            yield _row((a, b), measure, size, there, errors)


def _row(
    runs: tuple[str, str], measure: Measure, size: int, there: Values, errors: Errors
) -> TwoRuns:
    n, error, degrees = len(there), errors.error, errors.degrees
    difference = float(there.mean()) if n else None
    why = _why_not(n, errors)
    if why:
        seen, needed = Estimate(None, why), undefined(why)
    else:
        # An error shrinks with the root of the number of captions.
        of_size = error * (n / size) ** 0.5
        seen = Estimate(known(smallest_detectable(of_size, degrees)[0]))
        wanted = captions_needed(error, there.mean(), n, degrees)[0]
        needed = undefined(EQUAL) if np.isnan(wanted) else Quantity(float(wanted))
    discordant = float((there != 0).mean()) if n else None
    return TwoRuns(*runs, measure, size, difference, discordant, seen, needed, n)


def _why_not(n: int, errors: Errors) -> str:
    if not n:
        return NO_VALUES
    clusters = int(min(errors.clusters[0], errors.text_groups[0]))
    smallest = 2.0 ** (1 - clusters)
    if smallest > ALPHA:
        return (
            f"with {clusters} clusters the smallest possible p is {smallest:.3g}, so no difference"
            " could be significant"
        )
    return "" if errors.error[0] > 0 else NO_ERROR
