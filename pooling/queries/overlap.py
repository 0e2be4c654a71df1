"""How alike a benchmark's runs are: rankings out of the database once each, values per caption,
then means."""

from collections.abc import Sequence
from itertools import combinations

from django.core.exceptions import ValidationError

from pooling.models import Benchmark, Run
from pooling.overlap import OverlapRow, compare
from pooling.queries.benchmarks import runs_of
from pooling.queries.rankings import read_targets


def overlap_of_runs(
    benchmark: Benchmark, depth: int = 10, p: float = 0.9, runs: Sequence[Run] | None = None
) -> list[OverlapRow]:
    """Every two of the runs (all that rank videos for captions, if none are given), both measures
    down to `depth`."""
    chosen = list(runs_of(benchmark)) if runs is None else list(runs)
    _check(chosen, depth, p)
    targets = [read_targets(run, depth, benchmark.caption_count) for run in chosen]
    return [
        compare(chosen[i].name, chosen[j].name, targets[i], targets[j], p)
        for i, j in combinations(range(len(chosen)), 2)
    ]


def _check(runs: Sequence[Run], depth: int, p: float) -> None:
    shallow = min(runs, key=lambda run: run.depth, default=None)
    if shallow is not None and not 1 <= depth <= shallow.depth:
        raise ValidationError(
            f"Depth {depth}: expected 1 to {shallow.depth}, the depth to which run {shallow.name}"
            " was imported."
        )
    if not 0 < p < 1:
        raise ValidationError(f"p {p}: expected a number between 0 and 1.")
