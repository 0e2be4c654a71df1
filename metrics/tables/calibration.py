"""How often people found relevant what runs rank high, some ranks of a run a row."""

from collections.abc import Sequence

from measures.estimate import USUAL
from metrics.drawing import absent_intervals, interval_cells, interval_columns, marked_intervals
from metrics.studies.calibration import Calibration
from metrics.table import Percent, Table, titled

NOTES = (
    "The share that people found relevant of the judged pairs that a run has at these ranks.",
    "Intervals: Wilson's of as many pairs as would vary like these. Pairs of one video are alike.",
)


def tables(found: Calibration) -> Sequence[Table]:
    columns = (
        *titled(run="Run", ranks="Ranks", ranked="Pairs", judged="Judged", share="Relevant"),
        *interval_columns([USUAL]),
    )
    named = {f"{row.run} at rank {row.ranks}": row.share for row in found.rows}
    rows = [
        (
            row.run,
            row.ranks,
            row.ranked,
            row.judged,
            Percent(row.share.value),
            *interval_cells(row.share, [USUAL]),
        )
        for row in found.rows
    ]
    notes = [*NOTES, *absent_intervals(named), *marked_intervals(named)]
    title = f"How often ranks hold: {found.benchmark}"
    return [Table("calibration", title, columns, rows, notes)]
