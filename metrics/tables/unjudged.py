"""What judging a new run would cost, and between what bounds its scores lie until then."""

from collections.abc import Sequence

from measures.kinds.correct import C
from measures.kinds.judged import JUDGED
from measures.kinds.precision import P
from measures.measure import Kind, Measure
from measures.scoring import TIES
from metrics.studies.bounds import BOUNDS, Bounds
from metrics.studies.unjudged import Unjudged, UnjudgedRuns
from metrics.table import (
    Cell,
    Drawn,
    Of,
    Table,
    cell_of,
    cells_of,
    drawn_table,
    interval_cells,
    percents,
    plain,
)

SHARED = "What two runs share is counted for both: judging all of them costs less than the sum."


def tables(found: Unjudged | UnjudgedRuns) -> Sequence[Table]:
    if isinstance(found, Unjudged):
        cost = f"What {found.run} would cost to judge: {found.benchmark}"
        return [
            _costs(cost, found.depth, [found]),
            _bounds(f"Bounds of {found.run} until then", [found]),
        ]
    cost = f"What runs would cost to judge: {found.benchmark}"
    until = f"Bounds of scores until then: {found.benchmark}"
    return [
        _costs(cost, found.depth, found.rows, SHARED),
        _bounds(until, found.rows, cell_of(lambda of: of[0].run, run="Run")),
    ]


def _costs(title: str, depth: int, rows: Sequence[Unjudged], *also: str) -> Table:
    return drawn_table(
        "unjudged",
        title,
        rows,
        plain(
            run="Run",
            unjudged=Of("pairs", "Pairs not judged"),
            captions="Captions with such",
            hours="Hours",
        ),
        percents(judged=f"Judged@{depth}"),
        notes=[*dict.fromkeys(note for row in rows for note in _about_cost(row)), *also],
    )


def _bounds(title: str, rows: Sequence[Unjudged], *names: Drawn) -> Table:
    return drawn_table(
        "bounds",
        title,
        [(row, one) for row in rows for one in row.bounds],
        *names,
        cells_of(
            lambda of: [of[1].measure, _between(of[1]), of[0].n],
            measure="Measure",
            bounds="Between",
            n="n",
        ),
        notes=list(dict.fromkeys(note for row in rows for note in _about_bounds(row))),
    )


def _between(one: Bounds) -> Cell:
    return interval_cells(one.mean, [BOUNDS])[0] if one.mean.ends(BOUNDS) else None


def _about_cost(row: Unjudged) -> list[str]:
    missing = f"{row.run}: {row.missing:,} captions have no ranking, and nothing to judge."
    return [
        (
            f"Pairs of query and video in the first {row.depth} ranks that have no verdict and are"
            " no original positives."
        ),
        "Captions with the same text share their pairs.",
        (
            f"{row.run}: {row.original:,} original positives there have no verdict; a pool of the"
            " run would count them, too."
        ),
        f"Hours: one label a pair, {row.pace:,.0f} labels an hour ({row.pace_from}).",
        f"{_under(JUDGED, row)[:-1]}; an empty ranking has 0.",
        f"Ties: {TIES}.",
        *([missing] if row.missing else []),
    ]


def _about_bounds(row: Unjudged) -> list[str]:
    return [
        (
            "With all unjudged pairs irrelevant, and with all of them relevant; recall, AP and nDCG"
            " have no such bounds."
        ),
        f"Positives: {row.rule}; {row.left_out:,} captions without a known positive left out.",
        f"{_under(C, row)} {_under(P, row)}",
        *(f"{row.run}, {one.measure}: {one.mean.reason}." for one in row.bounds if one.mean.reason),
    ]


def _under(kind: Kind, row: Unjudged) -> str:
    return Measure(kind, row.depth).definition
