"""Columns that say on what an interval rests."""

from metrics.measures.estimate import USUAL, Estimate
from metrics.studies.dependent import few_words
from metrics.table import Cell, Column


def sure_columns() -> tuple[Column, ...]:
    return (
        Column("clusters", "Clusters"),
        Column("text_groups", "Texts"),
        Column("design_effect", "Design effect"),
        Column("interval_kind", "Kind of interval"),
        Column("few", "Few"),
    )


def sure_cells(one: Estimate) -> tuple[Cell, ...]:
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
