"""Columns that say on what an interval rests."""

from measures.estimate import USUAL, Estimate
from metrics.studies.dependent import few_words
from metrics.table import Cell, Drawn, cells_of


def sureness(name: str) -> Drawn:
    """The columns about the estimate of this name."""
    return cells_of(
        lambda row: _cells(getattr(row, name)),
        clusters="Clusters",
        text_groups="Texts",
        design_effect="Design effect",
        interval_kind="Kind of interval",
        few="Few",
    )


def _cells(one: Estimate) -> tuple[Cell, ...]:
    interval = one.intervals.get(USUAL)
    if interval is None or not interval.clusters:
        return (None, None, None, "", "")
    effect = interval.design_effect
    return (
        interval.clusters,
        interval.text_groups,
        None if effect is None else f"{effect:.2f}",
        interval.kind,
        few_words(interval),
    )
