"""`python -m metrics agreement FILE`: whether people agree, from a file of labels alone."""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import numpy as np

from foundation.frozen import frozen
from measures.agreement import agreement
from measures.agreement_levels import JACKKNIFE, Level, level_agreement
from measures.agreement_score import LabelledUnits, score_intervals
from measures.arrays import Counts
from measures.estimate import USUAL, Estimate
from measures.marks import why_of_few
from measures.quantity import Quantity
from metrics.options import add, option, printed
from metrics.standalone.agreement_files import LabelsRead, read_labels
from metrics.studies.study import NothingToStudy
from metrics.table import Column, Table, absent_intervals, interval_cells, marked_intervals

NAME = "agreement"
LEVELS = get_args(Level)
OPTIONS = (
    option("file", "CSV or TSV of unit, rater, value, or of counts.", type=Path, metavar="FILE"),
    option("--columns", "What the columns are, with commas between, for a file without a header."),
    option("--level", "Of alpha (%(default)s).", choices=LEVELS, default="nominal"),
    option("--positive", "Which of two values is relevant (yes, 1, the last).", metavar="VALUE"),
    option(
        "--skip-damaged", "Leave out rows that cannot be read, and count them.", action="store_true"
    ),
)
AFFIRMATIVE = ("relevant", "yes", "true", "1")
OF_TWO = ("positive", "negative", "prevalence")
TITLES = {
    "percent": "Percent agreement",
    "positive": "Positive agreement",
    "negative": "Negative agreement",
    "fleiss": "Fleiss' kappa",
    "alpha": "Krippendorff's alpha",
    "ac1": "AC1",
    "prevalence": "Prevalence",
}


@frozen
class FileAgreement:
    file: str
    read: LabelsRead
    level: Level
    positive: str  # which of two values; empty of more
    figures: Mapping[str, Estimate]

    @property
    def majorities(self) -> dict[str, int]:
        """How many units have each value by most of their labels; and how many have none."""
        counts = self.read.counts
        most = 2 * counts > counts.sum(axis=1, keepdims=True)
        answer = dict(zip(self.read.values, most.sum(axis=0).tolist(), strict=True))
        return {**answer, "none": int((~most.any(axis=1)).sum())}

    def as_json(self) -> dict[str, Any]:
        return {
            "file": self.file,
            "units": len(self.read.counts),
            "units_compared": int((self.read.counts.sum(axis=1) > 1).sum()),
            "labels": int(self.read.counts.sum()),
            "values": list(self.read.values),
            "level": self.level,
            "positive": self.positive or None,
            "skipped": self.read.skipped,
            "majorities": self.majorities,
            "figures": {name: _told(one) for name, one in self.figures.items()},
        }


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add(parser, OPTIONS)


def study(asked: argparse.Namespace) -> FileAgreement:
    """Raises NothingToStudy."""
    columns = tuple(asked.columns.split(",")) if asked.columns else ()
    read = read_labels(asked.file, columns, skip_damaged=asked.skip_damaged)
    if read.raters == 1:
        raise NothingToStudy(f"{asked.file}: all labels are one rater's: agreement takes two")
    if len(read.values) < 2:
        raise NothingToStudy(
            f"{asked.file}: all labels say {read.values[0]!r}: agreement beyond chance is undefined"
            " where only one value occurs"
        )
    numbers = _numbers(asked.file, read.values) if asked.level == "interval" else None
    clusters = read.clusters
    figures = dict(level_agreement(read.counts, asked.level, numbers, clusters))
    positive = ""
    if len(read.values) == 2:
        positive = _positive(asked, read.values)
        figures |= _of_two(read, positive, figures)
    elif asked.positive is not None:
        raise NothingToStudy(
            f"{asked.file}: --positive is for two values, and there are {len(read.values)}"
        )
    compared = int((read.counts.sum(axis=1) > 1).sum())
    ordered = {
        name: _marked(figures[name], why_of_few(compared)) for name in TITLES if name in figures
    }
    return FileAgreement(str(asked.file), read, asked.level, positive, ordered)


def _marked(one: Estimate, why: str) -> Estimate:
    """Where no other rule marks its intervals."""
    marked = {
        kind: replace(interval, mark="" if interval.reason else interval.mark or why)
        for kind, interval in one.intervals.items()
    }
    return replace(one, intervals=marked)


def shown(found: FileAgreement, shape: str) -> str:
    if shape == "json":
        return json.dumps(found.as_json(), ensure_ascii=False)
    return printed([_table(found)], shape)


def _of_two(
    read: LabelsRead, positive: str, figures: Mapping[str, Estimate]
) -> dict[str, Estimate]:
    """All but Fleiss' kappa, with score intervals. Alpha is the same at every level: two values
    have one distance."""
    place = read.values.index(positive)
    counts: Counts = read.counts[:, [1 - place, place]]
    videos = np.arange(len(counts)) if read.clusters is None else read.clusters
    (intervals,) = score_intervals([LabelledUnits(counts, videos)])
    of = agreement(counts)
    return {
        name: Estimate.of(getattr(of, name), **{USUAL: intervals[name]})
        for name in ("percent", "alpha", "ac1", *OF_TWO)
    }


def _positive(asked: argparse.Namespace, values: Sequence[str]) -> str:
    if asked.positive is None:
        answer = [value for value in values if value.casefold() in AFFIRMATIVE]
        return answer[0] if len(answer) == 1 else values[-1]
    if asked.positive not in values:
        raise NothingToStudy(
            f"{asked.file}: --positive {asked.positive!r} is none of the values: {values[0]!r},"
            f" {values[1]!r}"
        )
    return str(asked.positive)


def _numbers(path: Path, values: Sequence[str]) -> list[float]:
    numbers = []
    for value in values:
        try:
            numbers.append(float(value))
        except ValueError:
            numbers.append(float("nan"))
        if not np.isfinite(numbers[-1]):
            raise NothingToStudy(
                f"{path}: the value {value!r} is no number; expected numbers at the interval level"
            )
    return numbers


def _told(one: Estimate) -> dict[str, Any]:
    kind = _kind(one)
    return {
        "value": one.value,
        "reason": one.reason,
        "interval": one.ends(kind),
        "interval_kind": "score" if kind == USUAL else kind,
        "no_interval": one.why_not(kind),
        "mark": one.mark(kind),
    }


def _kind(one: Estimate) -> str:
    return USUAL if USUAL in one.intervals else JACKKNIFE


def _table(found: FileAgreement) -> Table:
    columns = (Column("figure", "Figure"), Column("value", "Value"), Column("interval", "95 %"))
    rows = [
        (
            _title(found, name),
            Quantity(one.value, one.reason),
            *interval_cells(one, [_kind(one)], percent=False),
        )
        for name, one in found.figures.items()
    ]
    return Table(NAME, f"Agreement in {Path(found.file).name}", columns, rows, _notes(found))


def _title(found: FileAgreement, name: str) -> str:
    return f"{TITLES[name]}, {found.level}" if name == "alpha" else TITLES[name]


def _notes(found: FileAgreement) -> list[str]:
    answer, read = found.as_json(), found.read
    titled = {_title(found, name): one for name, one in found.figures.items() if not one.reason}
    who = "units of one video are alike" if read.clusters is not None else "units stand alone"
    most = ", ".join(f"{value} {units:,}" for value, units in answer["majorities"].items())
    notes = [
        (
            f"{answer['units_compared']:,} units with two labels or more, of {answer['units']:,};"
            f" {answer['labels']:,} labels; {who}; of these raters."
        ),
        f"Units by what most labels say: {most}.",
        "Intervals: score intervals of two values; jackknife of Fleiss' kappa and of more values.",
    ]
    if found.positive:
        notes.append(f"Positive, and counted in prevalence: {found.positive}.")
    if read.skipped:
        notes.append(f"Left out as damaged: {read.skipped:,} rows.")
    notes += [
        f"{_title(found, name)} is undefined: {one.reason}."
        for name, one in found.figures.items()
        if one.reason
    ]
    for kind in (USUAL, JACKKNIFE):
        notes += absent_intervals(titled, kind) + marked_intervals(titled, kind)
    return notes
