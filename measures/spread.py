"""Whether a number has an interval at all: the one rule that every bootstrap, jackknife and sample
goes by.

Where nothing varied, nothing is known of how far off a number may be, and "100.0 to 100.0 %" would
claim certainty. So an interval without width is undefined, with its reason. A point is reported
only where everything was looked at and chance had no part: there the caller says so and does not
ask here.
"""

from math import isnan

import numpy as np

from measures.arrays import Values

# Of a number of ordinary size: sums of equal numbers in another order differ by no more.
ROUNDING = 1e-12

NO_VALUE = "no caption has a value"
ONE_GROUP = "all captions with a value belong to one cluster, which shows no spread"
UNDEFINED = "undefined in every resample"
SAME = "nearly every resample gave the same value, so there is no spread to tell how sure it is"


def why_no_interval(
    low: float,
    high: float,
    groups: int,
    *,
    no_group: str = NO_VALUE,
    one_group: str = ONE_GROUP,
    same: str = SAME,
) -> str:
    """Empty where low to high is an interval. groups: how many independent groups have a value;
    nan: undefined."""
    if groups < 2:
        return one_group if groups else no_group
    if isnan(low) or isnan(high):
        return UNDEFINED
    return same if _is_point(low, high) else ""


def vary(values: Values) -> bool:
    """Whether two of them differ; nan, which is no value, does not count."""
    known = values[~np.isnan(values)]
    return len(known) > 1 and not _is_point(float(known.min()), float(known.max()))


def _is_point(low: float, high: float) -> bool:
    return high - low <= ROUNDING * max(1.0, abs(low), abs(high))
