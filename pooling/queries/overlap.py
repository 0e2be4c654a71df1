"""How alike a benchmark's runs are: rankings out of the database once each, values per caption, then means."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from django.core.exceptions import ValidationError
from numpy.typing import NDArray

from pooling.models import Benchmark, Run
from pooling.overlap import overlap_at, rank_biased_overlap
from pooling.queries.benchmarks import runs_of
from pooling.queries.rankings import read_targets


@dataclass(frozen=True, slots=True)
class OverlapRow:
    """Two runs by name; means over the captions that at least one of them ranks, nan if there are none.

    rbo is extrapolated; whatever the rankings hold below the depth, it lies from rbo_lower to rbo_lower + rbo_residual.
    """

    a: str
    b: str
    captions: int
    overlap: float
    rbo: float
    rbo_lower: float
    rbo_residual: float

    def told(self) -> dict[str, Any]:
        """As the command and the API tell it: JSON knows no nan."""
        values = {"overlap": self.overlap, "rbo": self.rbo}
        return {"a": self.a, "b": self.b, **{name: None if math.isnan(value) else value for name, value in values.items()}}


def overlap_of_runs(benchmark: Benchmark, depth: int = 10, p: float = 0.9, runs: Sequence[Run] | None = None) -> list[OverlapRow]:
    """Every two of the runs (all that rank videos for captions, if none are given), both measures down to `depth`."""
    chosen = list(runs_of(benchmark)) if runs is None else list(runs)
    _check(chosen, depth, p)
    targets = [read_targets(run, depth, benchmark.caption_count) for run in chosen]
    return [_compare(chosen[i].name, chosen[j].name, targets[i], targets[j], p) for i, j in combinations(range(len(chosen)), 2)]


def _check(runs: Sequence[Run], depth: int, p: float) -> None:
    shallow = min(runs, key=lambda run: run.depth, default=None)
    if shallow is not None and not 1 <= depth <= shallow.depth:
        raise ValidationError(
            f"Depth {depth}: expected 1 to {shallow.depth}, the depth to which run {shallow.name} was imported."
        )
    if not 0 < p < 1:
        raise ValidationError(f"p {p}: expected a number between 0 and 1.")


def _compare(a: str, b: str, of_a: NDArray[np.int32], of_b: NDArray[np.int32], p: float) -> OverlapRow:
    ranked = (of_a[:, 0] >= 0) | (of_b[:, 0] >= 0)
    if not ranked.any():
        return OverlapRow(a, b, 0, math.nan, math.nan, math.nan, math.nan)
    depth = of_a.shape[1]
    overlap, rbo = overlap_at(of_a[ranked], of_b[ranked], depth), rank_biased_overlap(of_a[ranked], of_b[ranked], p)
    means = (overlap.mean(), rbo.extrapolated.mean(), rbo.lower.mean(), rbo.residual.mean())
    return OverlapRow(a, b, int(ranked.sum()), *map(float, means))
