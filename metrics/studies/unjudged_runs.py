"""What judging would cost for each run of a report, and between what bounds the runs' scores lie
until then."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from metrics.snapshot import Snapshot
from metrics.studies.pooled import check_depth, of_videos, pooled_runs
from metrics.studies.unjudged import Unjudged, unjudged
from metrics.tables import Column, Percent, Table


@dataclass(frozen=True, slots=True)
class UnjudgedRuns:
    benchmark: str
    depth: int
    rows: tuple[Unjudged, ...]

    def as_json(self) -> dict[str, Any]:
        """A row is what `unjudged` tells of one run."""
        return {
            "benchmark": self.benchmark,
            "depth": self.depth,
            "rows": [row.as_json() for row in self.rows],
        }

    def tables(self) -> Sequence[Table]:
        return [self._costs(), self._bounds()]

    def _costs(self) -> Table:
        columns = (
            Column("run", "Run"), Column("unjudged", "Pairs not judged"), Column("captions", "Captions with such"),
            Column("hours", "Hours"), Column("judged", f"Judged@{self.depth}"),
        )  # fmt: skip
        rows = [
            (row.run, row.pairs, row.captions, row.hours, Percent(row.judged.value))
            for row in self.rows
        ]
        notes = [note for row in self.rows for note in row.about_cost()]
        shared = (
            "What two runs share is counted for both: judging all of them costs less than the sum."
        )
        title = f"What runs would cost to judge: {self.benchmark}"
        return Table("unjudged", title, columns, rows, [*dict.fromkeys(notes), shared])

    def _bounds(self) -> Table:
        columns = (
            Column("run", "Run"),
            Column("measure", "Measure"),
            Column("bounds", "Between"),
            Column("n", "n"),
        )
        rows = [(row.run, one.measure, one.span, row.n) for row in self.rows for one in row.bounds]
        notes = [note for row in self.rows for note in row.about_bounds()]
        return Table(
            "bounds",
            f"Bounds of scores until then: {self.benchmark}",
            columns,
            rows,
            list(dict.fromkeys(notes)),
        )


def unjudged_runs(snapshot: Snapshot, depth: int, *, pace: float, pace_from: str) -> UnjudgedRuns:
    """Of the snapshot's runs that rank videos for captions, each by itself."""
    of = of_videos(snapshot)
    check_depth(pooled_runs(of), depth)
    rows = tuple(
        unjudged(replace(of, runs=(run,)), depth, pace=pace, pace_from=pace_from) for run in of.runs
    )
    return UnjudgedRuns(snapshot.benchmark, depth, rows)
