"""Things by their names, for commands: an unknown name is answered with the nearest one there
is."""

import difflib
from collections.abc import Container, Iterable
from typing import TypeVar

from django.db.models import Model

from foundation.refused import Refused
from pooling.models import Benchmark, Pool, RetrievalModel, Run
from pooling.queries.benchmarks import runs_of
from pooling.queries.directions import check_between
from pooling.queries.visible import readers_runs

Row = TypeVar("Row", bound=Model)
MOST_LISTED = 10


class UnknownName(Refused):
    """There is nothing of this name."""


def find_benchmark(name: str) -> Benchmark:
    return _one("benchmark", Benchmark.objects.order_by("name"), name)


def find_model(name: str) -> RetrievalModel:
    return _one("model", RetrievalModel.objects.order_by("name"), name)


def find_runs(benchmark: Benchmark, names: str | None, *, within: bool = False) -> list[Run]:
    """Names separated by commas, in that order; all runs that rank videos for captions and that
    readers may know of, if none are given. within: runs of one kind for itself will do, too, and
    are not refused."""
    if names is None:
        return list(runs_of(benchmark))
    rows = Run.objects.filter(benchmark=benchmark).order_by("pk")
    known = set(readers_runs().filter(benchmark=benchmark).values_list("name", flat=True))
    found = [_one("run", rows, name.strip(), known) for name in names.split(",")]
    if not within:
        check_between(found)
    return found


def find_pools(benchmark: Benchmark, names: str | None) -> list[Pool]:
    return [find_pool(benchmark, name.strip()) for name in names.split(",")] if names else []


def find_pool(benchmark: Benchmark, name: str) -> Pool:
    return _one("pool", Pool.objects.filter(benchmark=benchmark).order_by("pk"), name)


def _one(what: str, rows: Iterable[Row], name: str, offered: Container[str] | None = None) -> Row:
    """offered: the names that an error may mention, if not all."""
    by_name = {str(row.name): row for row in rows}  # type: ignore[attr-defined]
    if name in by_name:
        return by_name[name]
    names = [each for each in by_name if offered is None or each in offered]
    raise UnknownName(f"no {what} is called {name!r}: {hint_for(name, names)}")


def hint_for(name: str, names: list[str]) -> str:
    """The nearest name that there is, or what there is at all."""
    near = difflib.get_close_matches(name, names, n=1)
    return f"did you mean {near[0]}?" if near else listed(names)


def listed(names: list[str]) -> str:
    """The first ones, and how many more there are."""
    if not names:
        return "there is none yet"
    if len(names) == 1:
        return f"there is only {names[0]}"
    more = f" and {len(names) - MOST_LISTED:,} more" if len(names) > MOST_LISTED else ""
    return f"there are: {', '.join(names[:MOST_LISTED])}{more}"
