"""Grids as their jobs leave them, without a training: for what only shows them."""

import numpy as np

from pooling.models import Benchmark
from retrieval.models import GridCell, TrainingGrid
from retrieval.protocols.scored import packed
from tests.retrieval.making import CARD, CURVE

DONE = GridCell.State.DONE


def make_grid(benchmark: Benchmark, *cells: dict, name: str = "g1", **more) -> TrainingGrid:
    """cells: of each its values, and its nDCG of each caption as `ndcg`; without them it waits.
    Video to text has 0.1 less. more: of the grid."""
    named = [one for cell in cells for one in cell if one not in ("ndcg", "error")]
    usual = {"varied": list(dict.fromkeys(named)), "base": {}, "score_by": ["syn"], "hours": 1}
    grid = TrainingGrid.objects.create(benchmark=benchmark, name=name, **usual | more)
    for number, cell in enumerate(cells, start=1):
        add_cell(grid, number, **cell)
    return grid


def add_cell(grid: TrainingGrid, number: int, ndcg=None, error: str = "", **values) -> GridCell:
    made = GridCell(grid=grid, number=number, values=values)
    if error:
        made.state, made.error = GridCell.State.FAILED, error
    if ndcg is not None:
        mean = float(np.mean(ndcg))
        made.state, made.card, made.curve, made.best = DONE, CARD, CURVE, 2
        made.scores = {"nDCG(syn)": {"tv": mean, "vt": mean - 0.1}, "GMR": {"tv": 0.5, "vt": None}}
        made.by_caption = packed({"nDCG(syn)": np.asarray(ndcg, float)})
    made.save()
    return made
