"""`python -m metrics agreement FILE`: whether people agree, from a file of labels alone."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from measures.agreement import agreement
from measures.agreement_grades import (
    LEVELS,
    WEIGHTS,
    MovedFigure,
    Weights,
    alphas,
    beyond_chance,
    fleiss,
    plain_shares,
)
from measures.agreement_score import LabelledUnits, score_intervals
from measures.estimate import USUAL, Estimate
from measures.grade_intervals import sure_figures
from measures.kappas import Kappas, kappas
from measures.marks import why_of_few
from metrics.options import add, option
from metrics.standalone.agreement_files import LabelsRead, read_labels, scale_of
from metrics.standalone.agreement_shown import TITLES, FileAgreement
from metrics.studies.study import NothingToStudy

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
    found: dict[str, MovedFigure] = {
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
