"""How alike runs are, as tables to colour: each run's name with its row of values."""

from collections.abc import Sequence
from dataclasses import dataclass

from foundation.words import sentence
from measures.overlap import OverlapRow


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A symmetric table: each run's name with its row of values, None where a run meets itself."""

    title: str
    explanation: str
    names: list[str]
    rows: list[tuple[str, list[float | None]]]


def draw_heat_maps(
    rows: Sequence[OverlapRow], names: list[str], depth: int, p: float
) -> list[HeatMap]:
    overlap = {frozenset((row.a, row.b)): row.overlap for row in rows}
    rbo = {frozenset((row.a, row.b)): row.rbo for row in rows}
    cut = {frozenset((row.a, row.b)): row.rbo_cut for row in rows}
    shared = sentence(
        f"The share of the first {depth} videos that two runs have in common; mean over captions."
    )
    biased = sentence(
        f"Rank-biased overlap with p = {p:g}, extrapolated from the first {depth}: what ranks"
        " higher counts more."
    )
    summed = sentence(
        f"The sum over the first {depth} ranks alone, as papers often print it: two runs that are"
        f" the same have {1 - p**depth:.3f}."
    )
    return [
        _map(sentence(f"Overlap at {depth}"), shared, names, overlap),
        _map(sentence("Rank-biased overlap"), biased, names, rbo),
        _map(sentence(f"Rank-biased overlap, cut at {depth}"), summed, names, cut),
    ]


def closest(rows: Sequence[OverlapRow]) -> OverlapRow | None:
    """The two runs that have most in common."""
    return max((row for row in rows if row.captions), key=lambda row: row.overlap, default=None)


def _map(
    title: str, explanation: str, names: list[str], values: dict[frozenset[str], float]
) -> HeatMap:
    rows = [(a, [values.get(frozenset((a, b))) for b in names]) for a in names]
    return HeatMap(title, explanation, names, rows)
