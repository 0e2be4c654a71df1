"""Grids of trainings, for readers."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from django.db.models import QuerySet

from foundation.database.rows import the_row
from foundation.refused import Refused
from people.models import User
from people.queries import require_reader
from pooling.models import Benchmark
from pooling.queries.benchmarks import access_benchmark
from pooling.queries.names import listed
from retrieval.models import GridCell, TrainingGrid

STATES = GridCell.State
Values: TypeAlias = dict[str, Any]  # of what is varied, by name


def key_of(values: Mapping[str, Any]) -> str:
    """By which a cell is recognised, as values or as a row has them."""
    return json.dumps(values, sort_keys=True)


def title_of(values: Mapping[str, Any], varied: Iterable[str] = ()) -> str:
    """The values in words, as `loss=triplet-ranp, tau=0.1`. varied: their order, which a row does
    not keep."""
    names = dict.fromkeys([*(name for name in varied if name in values), *values])
    return ", ".join(f"{name}={in_words(values[name])}" for name in names)


def in_words(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "/".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def access_grids(asking: User, benchmark: Benchmark) -> QuerySet[TrainingGrid]:
    """The latest first."""
    require_reader(asking)
    rows = TrainingGrid.objects.filter(benchmark=benchmark)
    return rows.select_related("benchmark", "created_by").order_by("-pk")


def access_grid(asking: User, benchmark_id: int, grid_id: int) -> TrainingGrid:
    rows = access_grids(asking, access_benchmark(asking, benchmark_id))
    return the_row(rows, "grid", pk=grid_id)


class UnknownGrid(Refused):
    """There is no grid of this name."""


def find_grid(benchmark: Benchmark, name: str) -> TrainingGrid | None:
    return TrainingGrid.objects.filter(benchmark=benchmark, name__iexact=name).first()


def named_grid(benchmark: Benchmark, name: str) -> TrainingGrid:
    """Raises UnknownGrid."""
    if (grid := find_grid(benchmark, name)) is None:
        known = benchmark.training_grids.order_by("pk").values_list("name", flat=True)
        raise UnknownGrid(f"no grid of {benchmark} is called {name!r}: {listed(list(known))}")
    return grid


def state_of(grid: TrainingGrid) -> dict[str, Any]:
    """How far it is, as jobs and commands tell of it."""
    rows: QuerySet[GridCell] = grid.cells.all()
    count = {state: rows.filter(state=state).count() for state in STATES}
    failed = rows.filter(state=STATES.FAILED).values_list("values", "error")
    return {
        "grid": grid.name,
        "id": grid.pk,
        "benchmark": grid.benchmark.name,
        "cells": sum(count.values()),
        "done": count[STATES.DONE],
        "failed": count[STATES.FAILED],
        "left": count[STATES.WAITING],
        "failures": [f"{title_of(values, grid.varied)}: {error}" for values, error in failed],
        "hours": grid.hours,
    }
