"""Which share of the labels a witness saves: 1 - V(with it) / V(people alone), of the mean of what
people found over labelled pairs. A worth (`measures.witness`) is 1 / (1 - share): of a witness that
is nearly always right it runs off to infinity, where one label more or less shows. The share stays
below 1, and no label moves it far, whatever the witness says.

How sure it is follows from how far each pair moves it, by video and by text. The slopes count as
known: they are least squares, so that an error of theirs moves the share in the second order only.
"""

import numpy as np

from measures.arrays import Counts, Values
from measures.dependence import Dependence
from measures.estimate import Estimate, unknown
from measures.mean_intervals import Moved, estimate_of
from measures.spread import ROUNDING
from measures.witness import FOLDS, folds_of, slope_of

LEAST_OF_A_KIND = 10
LEAST_VIDEOS = 10
FEW_OF_A_KIND = "fewer than 10 labelled pairs are relevant, or fewer than 10 are not"
FEW_VIDEOS = "its labelled pairs are of fewer than 10 videos"
SAME = "it says the same of every labelled pair"


def share_saved(y: Values, f: Values, dependence: Dependence) -> Estimate:
    """y: (pairs,) 0 or 1. f: (pairs,) what the witness says, without gaps. Cross-fitted by whole
    videos."""
    if np.bincount(y.astype(np.int64), minlength=2).min() < LEAST_OF_A_KIND:
        return unknown(FEW_OF_A_KIND)
    if len(np.unique(dependence.videos)) < LEAST_VIDEOS:
        return unknown(FEW_VIDEOS)
    if np.ptp(f) <= ROUNDING:
        return unknown(SAME)
    errors = crossed_residuals(y, f, dependence.videos)
    left, alone = ((one - one.mean()) ** 2 for one in (errors, y))
    ratio = float(left.mean() / alone.mean())
    influence = (ratio * alone - left) / alone.sum()
    moved = Moved(np.array([1 - ratio]), influence[None], np.ones((1, len(y)), bool), share=False)
    return estimate_of(moved, dependence, "")


def crossed_residuals(y: Values, f: Values, clusters: Counts) -> Values:
    """(pairs,): y - b (f - mean of f), b of each pair found without its own fold of clusters."""
    centred, residuals = f - f.mean(), np.empty(len(y))
    fold = folds_of(clusters, FOLDS)
    for number in range(int(fold.max()) + 1):
        own = fold == number
        slope = float(slope_of(y[~own], f[~own, None])[0])
        residuals[own] = y[own] - slope * centred[own]
    return residuals


def weight_of_a_label(y: Values) -> float:
    """How far about one label moves the share at most: what a witness says is from 0 to 1, so that
    turning a label changes a squared error by 1 at most. It looks at people's labels alone, so that
    no witness can be made for it."""
    spread = float(((y - y.mean()) ** 2).sum())
    return 1 / max(spread, 1.0)
