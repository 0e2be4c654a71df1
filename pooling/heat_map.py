"""How alike runs are, as tables to colour: each run's name with its row of values."""

from collections.abc import Sequence

from foundation.frozen import frozen
from foundation.words import sentence
from measures.overlap import OverlapRow


@frozen
class HeatMap:
    """A symmetric table: each run's name with its row of values, None where a run meets itself."""

    title: str
    explanation: str
    names: list[str]
    rows: list[tuple[str, list[float | None]]]


def draw_heat_maps(
    rows: Sequence[OverlapRow], names: list[str], depth: int, p: float
) -> list[HeatMap]:
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
    pairs = {frozenset((row.a, row.b)): row for row in rows}

    def drawn(title: str, explanation: str, figure: str) -> HeatMap:
        table = [
            (a, [getattr(pairs.get(frozenset((a, b))), figure, None) for b in names]) for a in names
        ]
        return HeatMap(title, explanation, names, table)

    return [
        drawn(sentence(f"Overlap at {depth}"), shared, "overlap"),
        drawn(sentence("Rank-biased overlap"), biased, "rbo"),
        drawn(sentence(f"Rank-biased overlap, cut at {depth}"), summed, "rbo_cut"),
    ]


def closest(rows: Sequence[OverlapRow]) -> OverlapRow | None:
    """The two runs that have most in common."""
    return max((row for row in rows if row.captions), key=lambda row: row.overlap, default=None)
