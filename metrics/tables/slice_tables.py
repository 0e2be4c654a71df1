"""The tables of agreement slice by slice: by number of labels, over time, by length of captions."""

from collections.abc import Sequence

from measures.estimate import USUAL
from measures.quantity import Quantity
from metrics.studies.agreement import AgreementStudy
from metrics.studies.agreement_slices import DAY, AgreementSlice
from metrics.table import (
    Drawn,
    Of,
    Table,
    absent_intervals,
    cell_of,
    drawn_table,
    ends,
    marked_intervals,
    plain,
    with_ends,
)
from metrics.words import counted

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
    slices = study.slices.by_number
    title = "Agreement by number of labels, third ones included (Figure 7)"
    drawn = _columns("number", "Labels of a pair", "place")
    return drawn_table("figure7", title, slices, *drawn, notes=[*notes, *_absent(slices)])


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
    title = "Agreement over time, by day" if daily else "Agreement over time, by week"
    drawn = _columns("day" if daily else "week", "Day" if daily else "Week of")
    slices = over_time.slices
    return drawn_table("by_time", title, slices, *drawn, notes=[*notes, *_absent(slices)])


def by_length(study: AgreementStudy) -> Table:
    notes = ("Length of the caption, in words.", HOW, _raters(study))
    slices = study.slices.by_length
    title, drawn = "Agreement by length of caption", _columns("words", "Words")
    return drawn_table("by_length", title, slices, *drawn, notes=[*notes, *_absent(slices)])


def _columns(key: str, title: str, name: str = "name") -> Sequence[Drawn]:
    """name: of what a slice is called by."""
    return (
        plain(**{key: Of(name, title)}, pairs="n (pairs)"),
        with_ends("agreement", "Percent agreement"),
        cell_of(lambda one: Quantity(one.alpha.value, one.alpha.reason), alpha="Alpha"),
        ends("alpha", key="alpha_", percent=False),
    )


def _raters(study: AgreementStudy) -> str:
    return f"Of {of_whom(study)}."


def _absent(slices: Sequence[AgreementSlice]) -> list[str]:
    shares = {one.name: one.agreement for one in slices}
    alphas = {one.name: one.alpha for one in slices if not one.alpha.reason}
    return [
        *absent_intervals(shares, USUAL),
        *absent_intervals(alphas, USUAL, "interval of alpha"),
        *marked_intervals(shares, USUAL),
        *marked_intervals(alphas, USUAL, "interval of alpha"),
    ]


def of_whom(study: AgreementStudy) -> str:
    """Whether intervals are about these raters, beside every number that has one."""
    raters = counted(study.rater_groups, "rater")
    if study.raters_as == "drawn":
        return f"{raters}, taken as drawn from raters like these"
    return f"{raters}, taken as they are: of other raters nothing is said"
