"""How often people found relevant what runs rank high, some ranks of a run a row."""

from collections.abc import Sequence

from metrics.studies.calibration import Calibration
from metrics.table import (
    Table,
    absent_intervals,
    drawn_table,
    ends,
    marked_intervals,
    percents,
    plain,
)

NOTES = (
    "The share that people found relevant of the judged pairs that a run has at these ranks.",
    "Intervals: Wilson's of as many pairs as would vary like these. Pairs of one video are alike.",
)


def tables(found: Calibration) -> Sequence[Table]:
    named = {f"{row.run} at rank {row.ranks}": row.share for row in found.rows}
    table = drawn_table(
        "calibration",
        f"How often ranks hold: {found.benchmark}",
        found.rows,
        plain(run="Run", ranks="Ranks", ranked="Pairs", judged="Judged"),
        percents(share="Relevant"),
        ends("share"),
        notes=[*NOTES, *absent_intervals(named), *marked_intervals(named)],
    )
    return [table]
