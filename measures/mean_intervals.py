"""95 % intervals of means of scores, of functions of means, and of their differences: how far each
caption moves a figure in, intervals out.

The variance is that of captions clustered by video and by text (see `dependence`), with Student's
t. A figure that lies between 0 and 1, as a mean of shares does, has an interval of Wilson's form
(1927): all values p whose own error, V p(1 - p) / (v(1 - v)) for a figure v with the variance V,
would not put v farther off than t errors. It stays between 0 and 1, and with many clusters it is v
-+ t sqrt(V). Differences have v -+ t sqrt(V), cut at -1 and 1 where they are of shares.

Where every caption has 1, or every caption 0, nothing varies and V is unknown. The interval is then
that of Clopper and Pearson (1934) for as many independent captions as there are effective clusters,
which holds even if the captions of a cluster are all alike: the largest design effect there can be.
It holds for shares that are not 0 or 1 for a caption too: a mean is at least the share of 1s.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy.special import stdtrit

from measures.arrays import Mask, Values, divide
from measures.clusters import Scores
from measures.dependence import Dependence, Errors, errors_of_sums
from measures.estimate import LEVEL, Estimate, Interval, sure, unknown
from measures.spread import NO_VALUE, ONE_GROUP, ROUNDING

TWO_WAY, EXACT = "two-way t", "exact"
ONE_TEXT = "all captions with a value have one text, which shows no spread"
ALIKE = "nothing varies between clusters, so there is no spread to tell how sure it is"
NO_SLOPE = "one of the means that it is made of is 0, where it has no slope"


@dataclass(frozen=True)
class Moved:
    """Figures, and how far each caption moves them.

    share: whether they lie between 0 and 1, else they are differences of such.
    """

    value: Values  # (cells,), nan: undefined
    influence: Values  # (cells, captions), which add up to 0; 0 for a caption without a value
    known: Mask  # (cells, captions), with a value
    share: bool = True

    @classmethod
    def means(cls, scores: Scores) -> "Moved":
        """scores: (cells, captions), nan for no value."""
        known = ~np.isnan(scores)
        n = known.sum(axis=1)
        value = divide(np.where(known, scores, 0.0).sum(axis=1), n)
        centred = np.where(known, scores - value[:, None], 0.0)
        return cls(value, centred / np.maximum(n, 1)[:, None], known)

    def minus(self, other: "Moved") -> "Moved":
        """The differences, each of the two over its own captions."""
        influence = self.influence - other.influence
        return Moved(self.value - other.value, influence, self.known | other.known, share=False)

    def function(self, value: float, slopes: Values) -> "Moved":
        """One figure that follows from these. slopes: (cells,), by how much each moves it; nan
        where nobody knows."""
        known: Mask = np.asarray(self.known.any(axis=0))
        # Where all are 0, or all are 1, no caption moves anything, whatever the slopes.
        still = not self.influence.any()
        influence = np.zeros(len(known)) if still else np.where(known, slopes @ self.influence, 0.0)
        return Moved(np.array([value]), influence[None], known[None], self.share)


def intervals_of(moved: Moved, dependence: Dependence) -> list[Interval]:
    """An interval of each figure; with the reason where there is none. Never one without width."""
    errors = errors_of_sums(moved.influence, moved.known, dependence)
    return [_interval(moved, errors, cell) for cell in range(len(moved.value))]


def estimate_of(moved: Moved, dependence: Dependence, nothing: str) -> Estimate:
    """The one figure that there is, with its interval. nothing: why it has no value, if it has
    none."""
    if np.isnan(moved.value[0]):
        return unknown(nothing)
    return sure(float(moved.value[0]), intervals_of(moved, dependence)[0])


def _interval(moved: Moved, errors: Errors, cell: int) -> Interval:
    value, error = float(moved.value[cell]), float(errors.error[cell])
    videos, texts = int(errors.clusters[cell]), int(errors.text_groups[cell])
    effective, effect = float(errors.effective[cell]), float(errors.design_effect[cell])
    made = partial(Interval, clusters=videos, text_groups=texts)
    if why := _why_none(value, videos, texts):
        return made(reason=why)
    if moved.share and _is_end(value) and _all_alike(moved.influence[cell]):
        ends, kind, known = all_or_none(value > 0.5, effective), EXACT, None
    elif np.isnan(moved.influence[cell]).any():
        return made(reason=NO_SLOPE)
    elif not error > ROUNDING:
        return made(reason=ALIKE)
    else:
        t = float(stdtrit(float(errors.degrees[cell]), (1 + LEVEL) / 2))
        ends, kind, known = _ends(value, error, t, moved.share), TWO_WAY, effect
    return made(*ends, kind=kind, design_effect=known, effective_clusters=effective)


def _why_none(value: float, videos: int, texts: int) -> str:
    if np.isnan(value) or not videos:
        return NO_VALUE
    if videos < 2:
        return ONE_GROUP
    return ONE_TEXT if texts < 2 else ""


def _ends(value: float, error: float, t: float, share: bool) -> tuple[float, float]:
    if share:
        return wilson(value, value * (1 - value) / error**2, t)
    return max(value - t * error, -1.0), min(value + t * error, 1.0)


def wilson(share: float, n: float, t: float) -> tuple[float, float]:
    """n: how many independent captions would be as sure."""
    whole = 1 + t**2 / n
    middle = (share + t**2 / (2 * n)) / whole
    reach = t / whole * float(np.sqrt(share * (1 - share) / n + t**2 / (4 * n**2)))
    return max(middle - reach, 0.0), min(middle + reach, 1.0)


def all_or_none(is_all: bool, n: float) -> tuple[float, float]:
    """Clopper and Pearson's interval of a share of 1, or of 0; n need not be a whole number."""
    far = float(((1 - LEVEL) / 2) ** (1 / n))
    return (far, 1.0) if is_all else (0.0, 1 - far)


def _is_end(value: float) -> bool:
    return abs(value) <= ROUNDING or abs(value - 1) <= ROUNDING


def _all_alike(influence: Values) -> bool:
    return bool((np.abs(influence) <= ROUNDING).all())


def design_effects(intervals: Sequence[Interval]) -> tuple[float, float] | None:
    """The least and the most; None where none is known."""
    known = [one.design_effect for one in intervals if one.design_effect is not None]
    return (min(known), max(known)) if known else None
