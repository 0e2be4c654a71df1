"""`python -m metrics agreement FILE`: whether people agree, from a file of labels alone."""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from foundation.frozen import frozen
from measures.agreement import agreement
from measures.agreement_grades import (
    LEVELS,
    WEIGHTS,
    Kappas,
    Level,
    Moved,
    Weights,
    alphas,
    beyond_chance,
    distribution,
    fleiss,
    kappas,
    plain_shares,
)
from measures.agreement_score import KIND, LabelledUnits, score_intervals
from measures.estimate import USUAL, Estimate
from measures.grade_intervals import sure_figures
from measures.marks import why_of_few
from measures.quantity import Quantity
from metrics.options import add, option, printed
from metrics.standalone.agreement_files import LabelsRead, read_labels, scale_of
from metrics.studies.study import NothingToStudy
from metrics.table import (
    Column,
    Table,
    absent_intervals,
    interval_cells,
    marked_intervals,
    titled,
)

NAME = "agreement"
OPTIONS = (
    option("file", "CSV or TSV of unit, rater, value, or of counts.", type=Path, metavar="FILE"),
    option("--columns", "What the columns are, with commas between, for a file without a header."),
    option("--scale", "All that can be said, lowest first: 0-4, or words with commas between."),
    option("--level", "Of alpha (%(default)s).", choices=LEVELS, default="nominal"),
    option("--weights", "Of AC2 and of kappa, which are left out without.", choices=WEIGHTS),
    option("--positive", "Which of two values is relevant (yes, 1, the last).", metavar="VALUE"),
    option(
        "--skip-damaged", "Leave out rows that cannot be read, and count them.", action="store_true"
    ),
)
AFFIRMATIVE = ("relevant", "yes", "true", "1")
OF_TWO = ("positive", "negative", "prevalence")
TITLES = {
    "percent": "Percent agreement",
    "within_one": "Within one",
    "apart": "Two or more apart",
    "distance": "Mean distance",
    "positive": "Positive agreement",
    "negative": "Negative agreement",
    "fleiss": "Fleiss' kappa",
    "alpha": "Krippendorff's alpha",
    "ac1": "AC1",
    "ac2": "AC2",
    "kappa": "Kappa of two raters",
    "prevalence": "Prevalence",
}


@frozen
class FileAgreement:
    file: str
    read: LabelsRead
    level: Level
    weights: Weights | None
    positive: str  # which of two values; empty of more
    figures: Mapping[str, Estimate]
    between: Kappas | None  # two by two; None where the file does not tell raters

    @property
    def majorities(self) -> dict[str, int]:
        """How many units have each value by most of their labels; and how many have none."""
        counts = self.read.counts
        most = 2 * counts > counts.sum(axis=1, keepdims=True)
        answer = dict(zip(self.read.values, most.sum(axis=0).tolist(), strict=True))
        return {**answer, "none": int((~most.any(axis=1)).sum())}

    @property
    def distribution(self) -> list[dict[str, Any]]:
        shares = [one.quantity.value for one in distribution(self.read.counts)]
        given = self.read.counts.sum(axis=0).tolist()
        rows = zip(self.read.values, given, shares, strict=True)
        return [{"value": value, "labels": labels, "share": share} for value, labels, share in rows]

    def as_json(self) -> dict[str, Any]:
        between = self.between
        return {
            "file": self.file,
            "units": len(self.read.counts),
            "units_compared": int((self.read.counts.sum(axis=1) > 1).sum()),
            "labels": int(self.read.counts.sum()),
            "values": list(self.read.values),
            "level": self.level,
            "weights": self.weights,
            "positive": self.positive or None,
            "skipped": self.read.skipped,
            "majorities": self.majorities,
            "distribution": self.distribution,
            "pairs_of_raters": between.pairs if between else None,
            "units_of_pairs": between.units if between else None,
            "figures": {name: _told(one) for name, one in self.figures.items()},
        }


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add(parser, OPTIONS)


def study(asked: argparse.Namespace) -> FileAgreement:
    """Raises NothingToStudy."""
    columns = tuple(asked.columns.split(",")) if asked.columns else ()
    scale = scale_of(asked.scale) if asked.scale else ()
    read = read_labels(asked.file, columns, scale, skip_damaged=asked.skip_damaged)
    if read.raters == 1:
        raise NothingToStudy(f"{asked.file}: all labels are one rater's: agreement takes two")
    if len(read.values) < 2:
        raise NothingToStudy(
            f"{asked.file}: all labels say {read.values[0]!r}: agreement beyond chance is undefined"
            " where only one value occurs"
        )
    ordered = asked.level != "nominal" or asked.weights not in (None, "identity")
    if ordered and len(read.values) > 2 and not read.ordered:
        raise NothingToStudy(
            f"{asked.file}: values such as {read.values[0]!r} have no order; give it, lowest first,"
            " as in --scale no,maybe,yes"
        )
    numbers = _numbers(asked.file, read.values) if asked.level == "interval" else None
    between = None if asked.weights is None else _between(read, asked.weights)
    figures = _figures(asked, read, numbers, ordered=ordered, between=between)
    positive = ""
    if len(read.values) == 2:
        positive = _positive(asked, read.values)
        figures |= _of_two(read, positive)
    elif asked.positive is not None:
        raise NothingToStudy(
            f"{asked.file}: --positive is for two values, and there are {len(read.values)}"
        )
    few = why_of_few(int((read.counts.sum(axis=1) > 1).sum()))
    known = {name: _marked(figures[name], few) for name in TITLES if name in figures}
    return FileAgreement(
        str(asked.file), read, asked.level, asked.weights, positive, known, between
    )


def _between(read: LabelsRead, weights: Weights) -> Kappas | None:
    if read.labels is None:
        return None
    units, values = read.counts.shape
    return kappas(*read.labels, units, values, {"kappa": weights})


def _figures(
    asked: argparse.Namespace,
    read: LabelsRead,
    numbers: Sequence[float] | None,
    *,
    ordered: bool,
    between: Kappas | None,
) -> dict[str, Estimate]:
    """All but those that two values alone have. Where values have no order, none that knows it."""
    found: dict[str, Moved] = {
        **plain_shares(read.counts),
        "fleiss": fleiss(read.counts),
        "alpha": alphas(read.counts, {"alpha": asked.level}, numbers)["alpha"],
        "ac1": beyond_chance(read.counts, "identity"),
        **({} if asked.weights is None else {"ac2": beyond_chance(read.counts, asked.weights)}),
        **(between.figures if between else {}),
    }
    if len(read.values) == 2 or not ordered:
        found = {
            name: one
            for name, one in found.items()
            if name not in ("within_one", "apart", "distance")
        }
    return sure_figures(found, _sample(read))


def _sample(read: LabelsRead) -> LabelledUnits:
    videos = np.arange(len(read.counts)) if read.clusters is None else read.clusters
    return LabelledUnits(read.counts, videos, texts=read.texts)


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
    return printed([_table(found), _distribution(found)], shape)


def _of_two(read: LabelsRead, positive: str) -> dict[str, Estimate]:
    """All but kappas, with the closer intervals of two values. Alpha is the same at every level:
    two values have one distance."""
    place = read.values.index(positive)
    sample = replace(_sample(read), counts=read.counts[:, [1 - place, place]])
    (intervals,) = score_intervals([sample])
    of = agreement(sample.counts)
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
    return {
        "value": one.value,
        "reason": one.reason,
        "interval": one.ends(),
        "interval_kind": KIND,
        "no_interval": one.why_not(),
        "mark": one.mark(),
    }


def _table(found: FileAgreement) -> Table:
    columns = (Column("figure", "Figure"), Column("value", "Value"), Column("interval", "95 %"))
    rows = [
        (
            _title(found, name),
            Quantity(one.value, one.reason),
            *interval_cells(one, [USUAL], percent=False),
        )
        for name, one in found.figures.items()
    ]
    return Table(NAME, f"Agreement in {Path(found.file).name}", columns, rows, _notes(found))


def _distribution(found: FileAgreement) -> Table:
    rows = [tuple(row.values()) for row in found.distribution]
    columns = titled(value="Value", labels="Labels", share="Share of a unit's labels")
    return Table("distribution", "How often each value was given", columns, rows)


def _title(found: FileAgreement, name: str) -> str:
    of = {"alpha": found.level, "ac2": found.weights, "kappa": found.weights}.get(name)
    return f"{TITLES[name]}, {of}" if of else TITLES[name]


def _notes(found: FileAgreement) -> list[str]:
    answer, read = found.as_json(), found.read
    named = {_title(found, name): one for name, one in found.figures.items() if not one.reason}
    alike = {"video": read.clusters, "text": read.texts}
    names = " or ".join(f"one {name}" for name, of in alike.items() if of is not None)
    who = f"units of {names} are alike" if names else "units stand alone"
    most = ", ".join(f"{value} {units:,}" for value, units in answer["majorities"].items())
    notes = [
        (
            f"{answer['units_compared']:,} units with two labels or more, of {answer['units']:,};"
            f" {answer['labels']:,} labels; {who}; of these raters."
        ),
        f"Units by what most labels say: {most}.",
        "Intervals are score intervals.",
    ]
    if found.between:
        pairs, units = found.between.pairs, found.between.units
        notes.append(f"Kappa: the mean over {pairs:,} pairs of raters, of {units:,} units in all.")
    if found.positive:
        notes.append(f"Positive, and counted in prevalence: {found.positive}.")
    if read.skipped:
        notes.append(f"Left out as damaged: {read.skipped:,} rows.")
    notes += [
        f"{_title(found, name)} is undefined: {one.reason}."
        for name, one in found.figures.items()
        if one.reason
    ]
    return notes + absent_intervals(named) + marked_intervals(named)
