"""When the labels that are still wanted will be there, at the pace of the last days. Pure.

The days themselves are drawn again, with replacement, as many as there are: that is what the pace
might as well have been. A day off counts with its 0, so days are days of the calendar.

Before there are days enough there is a rough forecast, by the pace while people answer, and a guess
at how long they do each day.
"""

from dataclasses import dataclass

import numpy as np

from measures.arrays import Integers, Values

RESAMPLES = 2_000
FEWEST = 3  # days; of fewer nothing can be said
WEEK, LOOKED = 7, 14  # days looked at: whole weeks, once there is one, for weekends count
ENDS = (0.025, 0.975)
ROUGH_FROM = 50  # answers
ROUGH_HOURS, FEW_HOURS, MANY_HOURS = 4.0, 2.0, 8.0  # that somebody answers in a day


@dataclass(frozen=True, slots=True)
class Forecast:
    """Days from now. high is None where the interval is open: it may never be done so. over is 0 in
    a rough forecast, whose ends are no interval but guesses."""

    days: float
    low: float
    high: float | None
    per_day: float
    over: int  # days that it is from

    @property
    def rough(self) -> bool:
        return self.over == 0


def forecast(labels: int, per_day: Values, seed: int) -> Forecast | None:
    """labels: still wanted. per_day: (n,), the labels of each whole day so far, the oldest first.
    None where it is too early to say, or nobody has answered lately."""
    last = last_days(per_day)
    if len(last) < FEWEST or not last.sum():
        return None
    picks = np.random.default_rng(seed).integers(0, len(last), (RESAMPLES, len(last)))
    low, high = np.quantile(days_needed(labels, last, picks), ENDS, method="nearest")
    return Forecast(
        days=labels / float(last.mean()),
        low=float(low),
        high=float(high) if np.isfinite(high) else None,
        per_day=float(last.mean()),
        over=len(last),
    )


def rough_forecast(labels: int, per_hour: float) -> Forecast:
    """per_hour: above 0, of all who answer, at the same time."""
    return Forecast(
        days=labels / (per_hour * ROUGH_HOURS),
        low=labels / (per_hour * MANY_HOURS),
        high=labels / (per_hour * FEW_HOURS),
        per_day=per_hour * ROUGH_HOURS,
        over=0,
    )


def last_days(per_day: Values) -> Values:
    whole = len(per_day) // WEEK * WEEK
    return per_day[-min(whole or len(per_day), LOOKED) :] if len(per_day) else per_day


def days_needed(labels: int, per_day: Values, picks: Integers) -> Values:
    """(resamples,): days until so many labels are there, by the days that each resample picks; inf
    where these had none."""
    paces = per_day[picks].mean(axis=1)
    with np.errstate(divide="ignore"):
        return np.where(paces > 0, labels / np.where(paces > 0, paces, 1.0), np.inf)
