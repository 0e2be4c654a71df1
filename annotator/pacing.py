"""How long answers take, and how long a rater may therefore hold a pair. Pure."""

from math import ceil

import numpy as np
from numpy.typing import NDArray

from foundation.finding.fields import Found, found, unshown
from foundation.frozen import frozen

Seconds = NDArray[np.float64]

BREAK = 30 * 60.0  # who answered nothing for longer was not judging
ENOUGH = 100  # answers, before a lease follows them
LONG = 0.95  # of all answers take no longer than a long one
MARGIN = 1.5
SHORTEST, LONGEST = 5 * 60, 4 * 60 * 60  # seconds of a lease that follows the pace


@frozen
class Measured(Found):
    """Times of answers, in seconds."""

    answers: int = found("How many were timed.")
    # People are shown the median: a few very long answers can carry the mean above what LONG of
    # them stayed within.
    mean_seconds: float = unshown()
    median_seconds: float = found()
    long_seconds: float = found("The time that 95 % of answers did not exceed.")


def times_of_answers(gaps: Seconds, active: Seconds) -> Seconds:
    """(m,): seconds of each answer that could be timed, of n.

    gaps: (n,), from the same rater's answer before; active: (n,), as their client measured it; nan
    where not known. The longer of the two counts: scripts send many answers at once, and a page may
    have loaded before its clock began. Anything longer than a break tells nothing.
    """
    longer = np.fmax(_without_breaks(gaps), _without_breaks(active))
    return longer[~np.isnan(longer)]


def measure(gaps: Seconds, active: Seconds) -> Measured | None:
    """None where no answer could be timed."""
    times = times_of_answers(gaps, active)
    if not len(times):
        return None
    return Measured(
        len(times), float(times.mean()), float(np.median(times)), float(np.quantile(times, LONG))
    )


def lease_of(long_seconds: float, held: int) -> int:
    """Seconds: whoever holds so many pairs and takes long over each of them can answer the last of
    them in time, and half as long again. Whole minutes, for people read it."""
    minutes = ceil(long_seconds * held * MARGIN / 60)
    return min(max(minutes * 60, SHORTEST), LONGEST)


def per_hour(mean_seconds: float) -> float | None:
    """None where answers took no time at all: labels that a script sent in one moment."""
    return 3_600 / mean_seconds if mean_seconds > 0 else None


def _without_breaks(seconds: Seconds) -> Seconds:
    return np.where(seconds <= BREAK, seconds, np.nan)
