"""What judging a new run would cost, and between what bounds its scores lie until then."""

from collections.abc import Sequence

from measures.kinds.correct import C
from measures.kinds.judged import JUDGED
from measures.kinds.precision import P
from measures.measure import Kind, Measure
from measures.scoring import TIES
from metrics.drawing import Listed, Of, interval_cells, interval_columns, listed, percents, plain
from metrics.studies.bounds import BOUNDS, Bounds
from metrics.studies.unjudged import Unjudged, UnjudgedRuns
from metrics.table import Cell, Column, Table, titled


def tables(found: Unjudged | UnjudgedRuns) -> Sequence[Table]:
    return _of_one(found) if isinstance(found, Unjudged) else _of_several(found)


def _of_one(row: Unjudged) -> list[Table]:
    title = f"What {row.run} would cost to judge: {row.benchmark}"
    cells = [(one.measure, _between(one), row.n) for one in row.bounds]
    columns = (Column("measure", "Measure"), *interval_columns([BOUNDS]), Column("n", "n"))
    return [
        Table("unjudged", title, *_costs(row.depth, [row]), _about_cost(row)),
        Table("bounds", f"Bounds of {row.run} until then", columns, cells, _about_bounds(row)),
    ]


def _of_several(found: UnjudgedRuns) -> list[Table]:
    shared = "What two runs share is counted for both: judging all of them costs less than the sum."
    costs = list(dict.fromkeys(note for row in found.rows for note in _about_cost(row)))
    bounds = list(dict.fromkeys(note for row in found.rows for note in _about_bounds(row)))
    cells = [
        (row.run, one.measure, _between(one), row.n) for row in found.rows for one in row.bounds
    ]
    columns = (
        *titled(run="Run", measure="Measure"),
        *interval_columns([BOUNDS]),
        Column("n", "n"),
    )
    title = f"What runs would cost to judge: {found.benchmark}"
    until = f"Bounds of scores until then: {found.benchmark}"
    return [
        Table("unjudged", title, *_costs(found.depth, found.rows), [*costs, shared]),
        Table("bounds", until, columns, cells, bounds),
    ]


def _costs(depth: int, rows: Sequence[Unjudged]) -> Listed:
    return listed(
        rows,
        plain(
            run="Run",
            unjudged=Of("pairs", "Pairs not judged"),
            captions="Captions with such",
            hours="Hours",
        ),
        percents(judged=f"Judged@{depth}"),
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
