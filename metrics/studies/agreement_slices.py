"""Agreement slice by slice: by day or week, by the length of captions, by the number of labels."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np

from metrics.labels import Labels, Which
from metrics.measures.agreement import agreement_of_units, alpha, count_values
from metrics.measures.agreement_intervals import jackknife
from metrics.measures.arrays import Counts, Integers
from metrics.measures.clustered_share import shares_by_group
from metrics.measures.estimate import USUAL, Estimate

BEGINNING = date(1970, 1, 1).toordinal()
# With more days between the first and the last, weeks are compared: a line of days would be noise.
MOST_DAYS = 42
DAY, WEEK = "day", "week"
MONDAY = 3  # the first of January 1970 was a Thursday
# The first lengths, in words, of the classes of captions.
LENGTHS = (1, 5, 7, 9, 12, 16)


@dataclass(frozen=True, slots=True)
class Slice:
    """name: for people and programs. place: of which it is, in numbers: a day, words, labels."""

    name: str
    place: int
    pairs: int
    labels: int
    agreement: Estimate
    alpha: Estimate

    def as_json(self, key: str) -> dict[str, Any]:
        return {
            key: self.name,
            "pairs": self.pairs,
            "labels": self.labels,
            "agreement": self.agreement.value,
            "interval": self.agreement.ends(),
            "why": self.agreement.why_not(),
            "alpha": self.alpha.value,
            "alpha_interval": self.alpha.ends(),
            "alpha_why": self.alpha.reason or self.alpha.why_not(),
        }


@dataclass(frozen=True, slots=True)
class OverTime:
    """step: DAY or WEEK, which is named by its Monday."""

    step: str
    slices: Sequence[Slice]


@dataclass(frozen=True, slots=True)
class Slices:
    over_time: OverTime
    by_length: Sequence[Slice]
    by_number: Sequence[Slice]  # of all labels, third ones included: Figure 7

    def as_json(self) -> dict[str, Any]:
        return {
            "by_time": [one.as_json(self.over_time.step) for one in self.over_time.slices],
            "time_step": self.over_time.step,
            "by_length": [one.as_json("words") for one in self.by_length],
            "by_number_of_all_labels": [one.as_json("name") for one in self.by_number],
        }


@dataclass(frozen=True, slots=True)
class Units:
    """Pairs with two labels or more. All (units,), but counts: (units, 2)."""

    counts: Counts
    videos: Integers
    words: Integers
    day: Integers  # on which the last of its labels was given: from then on they can be compared

    @classmethod
    def of(cls, labels: Labels, which: Which) -> "Units":
        chosen = labels.compared(which)
        pair = labels.pair[chosen]
        counts = count_values(pair, labels.value[chosen], labels.pairs)
        day = np.zeros(labels.pairs, np.int64)
        np.maximum.at(day, pair, labels.day[chosen])
        many = counts.sum(axis=1) > 1
        return cls(counts[many], labels.videos[many], labels.words[many], day[many])


def slices(labels: Labels, which: Which, level: float) -> Slices:
    units = Units.of(labels, which)
    everything = units if which == "all" else Units.of(labels, "all")
    number = everything.counts.sum(axis=1)
    return Slices(
        over_time=_over_time(units, level),
        by_length=_sliced(units, _length_classes(units.words), level, _length_name),
        by_number=_sliced(everything, number, level, lambda labels: f"{labels} labels"),
    )


def _over_time(units: Units, level: float) -> OverTime:
    span = int(np.ptp(units.day)) if len(units.day) else 0
    if span < MOST_DAYS:
        return OverTime(DAY, _sliced(units, units.day, level, _day_name))
    mondays = units.day - (units.day + MONDAY) % 7
    return OverTime(WEEK, _sliced(units, mondays, level, _day_name))


def _sliced(units: Units, group: Integers, level: float, name: Any) -> list[Slice]:
    """A slice for each group that occurs."""
    agreed = agreement_of_units(units.counts)
    made = []
    for one in shares_by_group(group, agreed, units.videos, level):
        chosen = group == one.group
        counts = units.counts[chosen]
        deleted = jackknife(counts, units.videos[chosen], level=level)["alpha"]
        made.append(
            Slice(
                name(one.group),
                one.group,
                one.units,
                int(counts.sum()),
                one.share,
                Estimate.of(alpha(counts), **{USUAL: deleted}),
            )
        )
    return made


def _length_classes(words: Integers) -> Integers:
    """(units,): the first length of its class; a caption without a word is of the first."""
    starts = np.array(LENGTHS)
    return starts[np.maximum(np.searchsorted(starts, words, side="right") - 1, 0)]


def _length_name(start: int) -> str:
    place = LENGTHS.index(start)
    if place == len(LENGTHS) - 1:
        return f"{start} or more"
    return f"{start} to {LENGTHS[place + 1] - 1}"


def _day_name(day: int) -> str:
    return date.fromordinal(BEGINNING + day).isoformat()
