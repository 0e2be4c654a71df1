"""Scores estimated from a sample, an estimator a row."""

from collections.abc import Sequence

from measures.estimate import LEVEL, USUAL, Estimate
from metrics.drawing import interval_cells, interval_columns, names_of
from metrics.studies.estimate import BOUNDS, CALLED, EstimateRow, Estimates
from metrics.table import Cell, Percent, Table, titled


def tables(found: Estimates) -> Sequence[Table]:
    names = names_of((row.mean for row in found.rows), BOUNDS, USUAL)
    columns = (
        *titled(run="Run", measure="Measure", estimator="Estimator", estimate="Estimate"),
        *interval_columns(names, titles={USUAL: f"{LEVEL:.0%}"}),
        *titled(n="n", population="Captions", trusted="To trust"),
    )
    title = f"{found.benchmark} from the captions of {found.sample.name}"
    rows = [_cells(row, names) for row in found.rows]
    return [Table("estimate", title, columns, rows, found.notes())]


def _cells(row: EstimateRow, names: Sequence[str]) -> tuple[Cell, ...]:
    mean = row.mean
    if mean.value is not None:  # bounds take the place of a value
        shown = {name: one for name, one in mean.intervals.items() if name != BOUNDS}
        mean = Estimate(mean.value, mean.reason, shown)
    return (
        row.run,
        str(row.measure),
        CALLED[row.estimator],
        Percent(mean.value),
        *interval_cells(mean, names),
        row.low.n if row.low else None,
        row.low.population if row.low else None,
        "yes" if row.trusted else "",
    )
