"""Agreement slice by slice: by day or week, by the length of captions, by the number of labels, and
by what the benchmark's files say of captions besides."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any, Literal

import numpy as np

from foundation.finding.fields import Found, Part, found
from foundation.frozen import frozen
from measures.agreement import agreement_of_units, alpha, count_values
from measures.agreement_errors import DrawnUnits, RaterEffect
from measures.agreement_grades import alphas, plain_shares
from measures.agreement_score import LabelledUnits, score_intervals
from measures.arrays import Integers
from measures.estimate import USUAL, Estimate, sure
from measures.grade_intervals import sure_figures
from metrics.labels import Labels, Which
from metrics.snapshot import FileColumn
from metrics.studies.estimated import marked
from metrics.studies.slices import column_groups

BEGINNING = date(1970, 1, 1).toordinal()
# With more days between the first and the last, weeks are compared: a line of days would be noise.
MOST_DAYS = 42
DAY, WEEK = "day", "week"
MONDAY = 3  # the first of January 1970 was a Thursday
# The first lengths, in words, of the classes of captions.
LENGTHS = (1, 5, 7, 9, 12, 16)
# A column with more values says which caption it is, rather than what kind it is of.
MOST_KINDS = 100


@frozen
class AgreementSlice(Found):
    """The agreement of some of the pairs."""

    by: str  # in JSON the key of its name
    name: str  # for people and programs
    place: int  # of which it is, in numbers: a day, words, labels
    pairs: int = found()
    labels: int = found()
    agreement: Estimate = marked()
    alpha: Estimate = marked(
        "alpha_", "Why alpha or its interval is undefined; empty where it is not."
    )

    def as_json(self) -> dict[str, Any]:
        return {self.by: self.name, **Found.as_json(self)}


@frozen
class OverTime:
    """step: DAY or WEEK, which is named by its Monday."""

    step: str
    slices: Sequence[AgreementSlice]


@frozen
class ColumnSlice(AgreementSlice):
    """Of pairs whose captions have one of a column's most frequent values."""

    column: str = found()


def _over_time_parts(_: str) -> tuple[Part, ...]:
    return (
        Part("by_time", lambda one: one.slices, Sequence[AgreementSlice]),
        Part("time_step", lambda one: one.step, Literal["day", "week"]),
    )


@frozen
class AgreementSlices(Found):
    over_time: OverTime = found(parts=_over_time_parts)
    by_length: Sequence[AgreementSlice] = found()
    by_number: Sequence[AgreementSlice] = found(
        key="by_number_of_all_labels"
    )  # of all labels, third ones included: Figure 7
    by_column: Sequence[ColumnSlice] = found()


@frozen
class Units:
    """Pairs with two labels or more. words, day: (units,)."""

    sample: LabelledUnits
    words: Integers
    day: Integers  # on which the last of its labels was given: from then on they can be compared
    raters: int  # who gave these labels
    columns: tuple[FileColumn, ...] = ()  # of units

    @classmethod
    def of(cls, labels: Labels, which: Which, raters_as: RaterEffect = "fixed") -> "Units":
        chosen = labels.compared(which)
        pair = labels.pair[chosen]
        counts = count_values(pair, labels.said[chosen], labels.pairs, labels.values)
        day = np.zeros(labels.pairs, np.int64)
        np.maximum.at(day, pair, labels.day[chosen])
        many = counts.sum(axis=1) > 1
        by = DrawnUnits(pair, labels.rater[chosen]).only(many)
        texts = None if labels.texts is None else labels.texts[many]
        drawn = by if raters_as == "drawn" else None
        sample = LabelledUnits(counts[many], labels.videos[many], drawn, texts)
        columns = tuple(replace(one, of=one.of[many]) for one in labels.columns)
        return cls(sample, labels.words[many], day[many], by.groups, columns)


def slices(
    labels: Labels, which: Which, level: float, raters_as: RaterEffect = "fixed"
) -> AgreementSlices:
    units = Units.of(labels, which, raters_as)
    everything = units if which == "all" else Units.of(labels, "all", raters_as)
    number = everything.sample.counts.sum(axis=1)
    return AgreementSlices(
        over_time=_over_time(units, level),
        by_length=_sliced(units, "words", _length_classes(units.words), level, _length_name),
        by_number=_sliced(everything, "name", number, level, lambda labels: f"{labels} labels"),
        by_column=[one for column in units.columns for one in _of_column(units, column, level)],
    )


def _of_column(units: Units, column: FileColumn, level: float) -> Sequence[ColumnSlice]:
    """None where there is nothing to compare, or too many values."""
    groups = column_groups(column)
    if len(column.values) > MOST_KINDS or len(np.unique(groups.of[groups.of >= 0])) < 2:
        return []
    made = partial(ColumnSlice, column=column.name)
    return _sliced(units, "value", groups.of, level, groups.names.__getitem__, made)


def _over_time(units: Units, level: float) -> OverTime:
    weekly = bool(len(units.day)) and int(np.ptp(units.day)) >= MOST_DAYS
    step = WEEK if weekly else DAY
    days = units.day - (units.day + MONDAY) % 7 if weekly else units.day
    return OverTime(step, _sliced(units, step, days, level, _day_name))


def _sliced(
    units: Units, by: str, group: Integers, level: float, name: Any, made_as: Any = AgreementSlice
) -> list[Any]:
    """A slice for each group that occurs; -1 is none."""
    groups = np.unique(group[group >= 0]).tolist()
    samples = [units.sample.only(group == one) for one in groups]
    return [
        made_as(by, name(one), one, len(sample.counts), int(sample.counts.sum()), *both)
        for one, sample, both in zip(groups, samples, _figures(samples, level), strict=True)
    ]


def _figures(samples: Sequence[LabelledUnits], level: float) -> Iterator[tuple[Estimate, Estimate]]:
    """Percent agreement and alpha of each; of grades at the ordinal level."""
    if samples and samples[0].counts.shape[1] > 2:
        for sample in samples:
            figures = plain_shares(sample.counts, "percent")
            figures |= alphas(sample.counts, {"ordinal_alpha": "ordinal"})
            percent, ordinal = sure_figures(figures, sample, level).values()
            yield percent, ordinal
        return
    both = score_intervals(samples, level, ("percent", "alpha"))
    for sample, intervals in zip(samples, both, strict=True):
        agreed = float(agreement_of_units(sample.counts).mean())
        of_alpha = Estimate.of(alpha(sample.counts), **{USUAL: intervals["alpha"]})
        yield sure(agreed, intervals["percent"]), of_alpha


def _length_classes(words: Integers) -> Integers:
    """(units,): the first length of its class; a caption without a word is of the first."""
    starts = np.array(LENGTHS)
    return starts[np.maximum(np.searchsorted(starts, words, side="right") - 1, 0)]


def _length_name(start: int) -> str:
    following = [one for one in LENGTHS if one > start]
    return f"{start} to {following[0] - 1}" if following else f"{start} or more"


def _day_name(day: int) -> str:
    return date.fromordinal(BEGINNING + day).isoformat()
