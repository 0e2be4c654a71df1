"""`python -m metrics agreement FILE`: whether people agree, from a file of labels alone."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from math import isfinite
from pathlib import Path

from measures.agreement_grades import (
    LEVELS,
    WEIGHTS,
    MovedFigure,
    alphas,
    beyond_chance,
    fleiss,
    plain_shares,
)
from measures.agreement_score import sure_agreement
from measures.estimate import Estimate
from measures.grade_intervals import sure_figures
from measures.kappas import Kappas, kappas
from measures.marks import why_of_few
from metrics.options import add, option
from metrics.standalone.agreement_files import LabelsRead, number_of, read_labels, scale_of
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
# Of grades, where they have an order.
OF_GRADES = ("within_one", "apart", "distance")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add(parser, OPTIONS)


def study(asked: argparse.Namespace) -> FileAgreement:
    """Raises NothingToStudy."""
    columns = asked.columns.split(",") if asked.columns else ()
    scale = scale_of(asked.scale) if asked.scale else ()
    read = read_labels(asked.file, columns, scale, skip_damaged=asked.skip_damaged)
    ordered = asked.level != "nominal" or asked.weights not in (None, "identity")
    if why := _why_not(asked, read, ordered=ordered):
        raise NothingToStudy(f"{asked.file}: {why}")
    between = None
    if asked.weights is not None and read.labels is not None:
        between = kappas(*read.labels, len(read.values), {"kappa": asked.weights})
    found, positive = _figures(asked, read, between), ""
    if len(read.values) == 2 or not ordered:
        found = {name: one for name, one in found.items() if name not in OF_GRADES}
    figures = sure_figures(found, read.sample)
    if len(read.values) == 2:  # which have closer intervals, and one distance at every level
        positive = _positive(asked, read.values)
        place = read.values.index(positive)
        figures |= sure_agreement(replace(read.sample, counts=read.counts[:, [1 - place, place]]))
    few = why_of_few(int((read.counts.sum(axis=1) > 1).sum()))
    known = {name: _marked(figures[name], few) for name in TITLES if name in figures}
    return FileAgreement(
        str(asked.file), read, asked.level, asked.weights, positive, known, between
    )


def _why_not(asked: argparse.Namespace, read: LabelsRead, *, ordered: bool) -> str:
    values, told, by_number = read.values, asked.positive is not None, asked.level == "interval"
    only, last = repr(values[0]), repr(values[-1])
    odd = next((value for value in values if by_number and not isfinite(number_of(value))), None)
    rules = (
        (read.raters == 1, "all labels are one rater's: agreement takes two"),
        (len(values) < 2, (f"all labels say {only}: agreement beyond chance is undefined where only"
                           " one value occurs")),
        (ordered and len(values) > 2 and not read.ordered,
         f"values such as {only} have no order; give it, lowest first, as in --scale no,maybe,yes"),
        (odd is not None,
         f"the value {odd!r} is no number; expected numbers at the interval level"),
        (told and len(values) != 2, f"--positive is for two values, and there are {len(values)}"),
        (told and asked.positive not in values,
         f"--positive {asked.positive!r} is none of the values: {only}, {last}"),
    )  # fmt: skip
    return next((why for broken, why in rules if broken), "")


def _figures(
    asked: argparse.Namespace, read: LabelsRead, between: Kappas | None
) -> dict[str, MovedFigure]:
    """All but those that two values alone have."""
    by_value = asked.level == "interval"
    numbers = [number_of(value) for value in read.values] if by_value else None
    return {
        **plain_shares(read.counts),
        "fleiss": fleiss(read.counts),
        "alpha": alphas(read.counts, {"alpha": asked.level}, numbers)["alpha"],
        "ac1": beyond_chance(read.counts, "identity"),
        **({} if asked.weights is None else {"ac2": beyond_chance(read.counts, asked.weights)}),
        **(between.figures if between else {}),
    }


def _marked(one: Estimate, why: str) -> Estimate:
    """Where no other rule marks its intervals."""
    marked = {
        kind: replace(interval, mark="" if interval.reason else interval.mark or why)
        for kind, interval in one.intervals.items()
    }
    return replace(one, intervals=marked)


def _positive(asked: argparse.Namespace, values: Sequence[str]) -> str:
    answer = [value for value in values if value.casefold() in AFFIRMATIVE]
    return asked.positive or (answer[0] if len(answer) == 1 else values[-1])
