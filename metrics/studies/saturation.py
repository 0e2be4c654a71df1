"""Which measures are near their ceiling, so that better runs could hardly be told from good ones.

From what a frozen report found; nothing is computed again."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from foundation.frozen import frozen
from metrics.studies.headline import best_row, measure_named, measures_of, score_of
from metrics.table import (
    Percent,
    Table,
    Word,
    titled,
)

NEAR = 0.95
Json = Mapping[str, Any]


@frozen
class Headroom:
    """What is left above the best run's score. detectable: the smallest difference that can be seen
    from this run; None where it is compared with none."""

    measure: str
    run: str
    score: float
    detectable: float | None

    @property
    def left(self) -> float:
        return 1 - self.score

    @property
    def saturated(self) -> bool:
        """A better run could not be told from this one; or the score is above 95 %."""
        return self.score > NEAR or self.undetectable

    @property
    def undetectable(self) -> bool:
        return self.detectable is not None and self.left < self.detectable


def headrooms(evaluation: Json, comparison: Json | None) -> list[Headroom]:
    """The headroom of each measure whose ceiling is 1."""
    return list(_headrooms(evaluation, comparison or {}))


def _headrooms(evaluation: Json, comparison: Json) -> Iterator[Headroom]:
    for name in measures_of(evaluation):
        known = measure_named(name)
        if known is None or known.kind.of_ranks:
            continue
        best = best_row([row for row in evaluation["rows"] if row["measure"] == name])
        score = score_of(best)
        if score is not None:
            seen = _detectable(comparison.get("rows", ()), name, best["run"])
            yield Headroom(name, best["run"], score, seen)


def _detectable(rows: Sequence[Json], measure: str, run: str) -> float | None:
    """The smallest of all comparisons of this run: what it takes at best."""
    seen = [
        row["detectable"]
        for row in rows
        if row["measure"] == measure
        and run in (row["a"], row["b"])
        and row["detectable"] is not None
    ]
    return min(seen, default=None)


COLUMNS = titled(
    measure="Measure",
    run="Best run",
    score="Score",
    headroom="Headroom",
    detectable="Detectable",
    saturated="Near its ceiling",
)


def headroom_table(benchmark: str, found: Sequence[Headroom]) -> Table:
    rows = [
        (
            *(one.measure, one.run, Percent(one.score), Percent(one.left)),
            *(Percent(one.detectable), Word("yes") if one.saturated else Word("no")),
        )
        for one in found
    ]
    notes = (
        "Headroom: what is left between the best run's score and 1.",
        "Detectable: the smallest difference from this run that a test could see.",
        (
            "Near its ceiling: the score is above 95 %, or the headroom is less than what can be"
            " detected."
        ),
    )
    return Table("headroom", f"Headroom of the measures: {benchmark}", COLUMNS, rows, notes)
