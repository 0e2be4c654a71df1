"""Scores estimated from a sample, an estimator a row."""

from collections.abc import Sequence
from dataclasses import replace

from measures.estimate import LEVEL, USUAL
from metrics.studies.estimate import BOUNDS, CALLED, EstimateRow, Estimates
from metrics.table import (
    Cell,
    Of,
    Table,
    Word,
    cell_of,
    drawn_table,
    interval_cells,
    interval_columns,
    names_of,
    percents,
    plain,
)

TITLES = {USUAL: f"{LEVEL:.0%}"}


def tables(found: Estimates) -> Sequence[Table]:
    names = names_of((row.mean for row in found.rows), BOUNDS, USUAL)
    table = drawn_table(
        "estimate",
        f"{found.benchmark} from the captions of {found.sample.name}",
        found.rows,
        plain(run="Run", measure="Measure"),
        cell_of(lambda row: CALLED[row.estimator], estimator="Estimator"),
        percents(estimate=Of("mean", "Estimate")),
        lambda rows: (interval_columns(names, titles=TITLES), [_cells(row, names) for row in rows]),
        cell_of(lambda row: row.low.n if row.low else None, n="n"),
        cell_of(lambda row: row.low.population if row.low else None, population="Captions"),
        cell_of(lambda row: Word("yes") if row.trusted else "", trusted="To trust"),
        notes=found.notes(),
    )
    return [table]


def _cells(row: EstimateRow, names: Sequence[str]) -> Sequence[Cell]:
    """Bounds take the place of a value."""
    mean, valued = row.mean, row.mean.value is not None
    shown = {name: one for name, one in mean.intervals.items() if not (valued and name == BOUNDS)}
    return interval_cells(replace(mean, intervals=shown), names)
