"""How alike a benchmark's runs are: rankings out of the database once each, values per caption,
then means."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from django.core.exceptions import ValidationError

from foundation.asking.questions import asked
from measures.overlap import OverlapRow, compare
from pooling.models import Benchmark, Run
from pooling.queries.benchmarks import runs_of
from pooling.queries.rankings import read_targets
from pooling.queries.runs import access_runs


@dataclass(frozen=True, slots=True)
class OverlapAsked:
    """Runs to compare, and how."""

    runs: tuple[Run, ...] = asked(
        "The ids of the runs. All that rank videos for captions are compared if none is given.",
        default=(),
        rows=access_runs,
    )
    depth: int = asked(
        "How far down the rankings are compared.", default=10, at_least=1, at_most=1_000, label="K"
    )
    p: float = asked(
        "The persistence of rank-biased overlap, between 0 and 1: the higher it is, the deeper it"
        " looks.",
        default=0.9,
        label="p",
    )


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
