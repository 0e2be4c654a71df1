"""The tables of agreement slice by slice: by number of labels, over time, by length of captions."""

from collections.abc import Sequence

from measures.estimate import USUAL
from measures.quantity import Quantity
from metrics.drawing import (
    absent_intervals,
    interval_cells,
    interval_columns,
    marked_intervals,
)
from metrics.studies.agreement import AgreementStudy
from metrics.studies.agreement_slices import DAY, Slice
from metrics.table import Cell, Column, Table, titled
from metrics.table import Percent as Share
from metrics.tables.whose import of_whom

HOW = (
    "Score intervals of an effective number of pairs: fewer than there are, where pairs of one"
    " video are alike. Where all agree, videos are counted in place of pairs."
)


def by_number(study: AgreementStudy) -> Table:
    """Figure 7, of all labels: third ones are in it, and in no figure above."""
    notes = (
        (
            "All labels of a pair, third ones too, whatever labels the figures are of. A third"
            " label is asked for where two disagree, so pairs with three are the hard ones."
        ),
        HOW,
        _raters(study),
    )
    rows = [(one.place, *_cells(one)) for one in study.slices.by_number]
    return Table(
        "figure7",
        "Agreement by number of labels, third ones included (Figure 7)",
        _columns("number", "Labels of a pair"),
        rows,
        [*notes, *_absent(study.slices.by_number)],
    )


def by_time(study: AgreementStudy) -> Table:
    over_time = study.slices.over_time
    daily = over_time.step == DAY
    notes = (
        (
            "A pair counts on the day of the last of its labels, in UTC. Labels that were imported"
            " without a time have the time of their import."
        ),
        *([] if daily else ["A week is named by its Monday."]),
        HOW,
        _raters(study),
    )
    rows = [(one.name, *_cells(one)) for one in over_time.slices]
    return Table(
        "by_time",
        "Agreement over time, by day" if daily else "Agreement over time, by week",
        _columns("day" if daily else "week", "Day" if daily else "Week of"),
        rows,
        [*notes, *_absent(over_time.slices)],
    )


def by_length(study: AgreementStudy) -> Table:
    notes = ("Length of the caption, in words.", HOW, _raters(study))
    rows = [(one.name, *_cells(one)) for one in study.slices.by_length]
    return Table(
        "by_length",
        "Agreement by length of caption",
        _columns("words", "Words"),
        rows,
        [*notes, *_absent(study.slices.by_length)],
    )


def _columns(key: str, title: str) -> Sequence[Column]:
    return (
        Column(key, title),
        *titled(pairs="n (pairs)", agreement="Percent agreement"),
        *interval_columns([USUAL], "agreement_"),
        Column("alpha", "Alpha"),
        *interval_columns([USUAL], "alpha_"),
    )


def _cells(one: Slice) -> tuple[Cell, ...]:
    return (
        one.pairs,
        Share(one.agreement.value),
        *interval_cells(one.agreement, [USUAL]),
        Quantity(one.alpha.value, one.alpha.reason),
        *interval_cells(one.alpha, [USUAL], percent=False),
    )


def _raters(study: AgreementStudy) -> str:
    return f"Of {of_whom(study)}."


def _absent(slices: Sequence[Slice]) -> list[str]:
    shares = {one.name: one.agreement for one in slices}
    alphas = {one.name: one.alpha for one in slices if not one.alpha.reason}
    return [
        *absent_intervals(shares, USUAL),
        *absent_intervals(alphas, USUAL, "interval of alpha"),
        *marked_intervals(shares, USUAL),
        *marked_intervals(alphas, USUAL, "interval of alpha"),
    ]
