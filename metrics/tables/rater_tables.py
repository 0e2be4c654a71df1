"""The tables of raters: each beside the others, and two by two as a matrix or as a list."""

from collections.abc import Iterator

from metrics.studies.agreement import AgreementStudy
from metrics.studies.raters import RaterRow, TwoRaters
from metrics.table import (
    Cell,
    Column,
    Drawn,
    Of,
    Percent,
    Table,
    absent_intervals,
    cell_of,
    cells_of,
    drawn_table,
    ends,
    percents,
    plain,
)

# A matrix of more raters than this cannot be read; the list of raters two by two says the same.
MOST_ACROSS = 20
BELOW = "agrees less"
OF_THESE = "The intervals of this table are for the raters as they are, not for raters like these."


def raters(study: AgreementStudy) -> Table:
    below = {row.rater for row in study.below_the_rest}
    sides = (("others", "others"), ("gold", "gold"), ("verdict", "verdicts"))
    notes = [
        (
            "Others: the share of comparisons with another rater's label of the same pair in which"
            " both say the same."
        ),
        (
            "Gold: with hidden known answers. Verdict: with what became of the pair; the rater's"
            " own label is a part of that."
        ),
        (
            "Wilson's intervals of an effective number of comparisons, as those on one video are"
            " alike; gold is known of no video, and its comparisons are taken as independent."
        ),
        *([OF_THESE] if study.raters_as == "drawn" else []),
        *absent_intervals({row.name: row.others.share for row in study.raters if row.others.n}),
        (
            f"{BELOW.capitalize()}: the interval, widened so that it holds for all raters at once"
            " (Bonferroni), ends below what the others agree with each other."
        ),
    ]
    return drawn_table(
        "raters",
        "Raters beside others, gold and verdicts",
        study.raters,
        plain(rater=Of("name", "Rater"), labels="Labels"),
        *(part for key, side in sides for part in _beside(key, side)),
        cell_of(lambda row: BELOW if row.rater in below else "", note="Beside the rest"),
        notes=notes,
    )


def matrix(study: AgreementStudy) -> Table:
    """Agreement above the diagonal, how many pairs were shared below it."""
    by_pair = {frozenset((two.a, two.b)): two for two in study.two_by_two}
    rows = [
        (
            across.name,
            *(
                _met(by_pair.get(frozenset((across.rater, down.rater))), row, column)
                for column, down in _placed(study)
            ),
        )
        for row, across in _placed(study)
    ]
    columns = [
        Column("rater", "Rater"),
        *(Column(f"rater_{row.rater}", row.name) for row in study.raters),
    ]
    notes = (
        (
            "Above the diagonal: the share of shared pairs on which the two agree. Below: how many"
            " pairs they share."
        ),
    )
    return Table("matrix", "Raters two by two", columns, rows, notes)


def two_by_two(study: AgreementStudy) -> Table:
    note = (
        "The share of the pairs that both labelled on which they agree; Wilson's intervals, which"
        " take pairs as independent. Who shares none is not listed."
    )
    return drawn_table(
        "pairwise",
        "Raters two by two, as a list",
        study.two_by_two,
        cells_of(lambda two: [study.names[two.a], study.names[two.b]], a="Rater", b="and rater"),
        plain(shared="Shared pairs"),
        percents(agreement=Of("share", "Agreement")),
        ends("share"),
        notes=[note],
    )


def _placed(study: AgreementStudy) -> Iterator[tuple[int, RaterRow]]:
    return iter(enumerate(study.raters))


def _met(two: TwoRaters | None, row: int, column: int) -> Cell:
    if row == column:
        return None
    if row > column:
        return two.shared if two else 0
    return Percent(two.share.value if two else None)


def _beside(key: str, side: str) -> tuple[Drawn, ...]:
    return (
        plain(**{f"{key}_n": Of(f"{side}.n", f"n ({key})")}),
        percents(**{f"{key}_agreement": Of(f"{side}.share", key.capitalize())}),
        ends(f"{side}.share", key=f"{key}_"),
    )
