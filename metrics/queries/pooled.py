"""Which runs the pools of a benchmark were made of, and how deep: what Table 4 leaves runs out of.

It goes into a report's inputs as `told`, since pools may be added later.
"""

from collections.abc import Sequence
from typing import Any

from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.leave_one_out import DEPTH
from metrics.studies.pooled import Pooled
from metrics.studies.study import NothingToStudy
from pooling.models import Benchmark, Run
from pooling.queries.axes import read_targets
from pooling.queries.visible import readers_pools

MOST_NAMED = 5


def pools_told(benchmark: Benchmark, otherwise: Sequence[Run]) -> dict[str, Any]:
    """The runs of all pools that readers may know of, and the largest of their depths. otherwise:
    the runs to take where there is no such pool."""
    pools = list(readers_pools().filter(benchmark=benchmark).order_by("pk"))
    keys = {key for pool in pools for key in pool.parameters["runs"]}
    rows = list(
        Run.objects.filter(benchmark=benchmark, pk__in=keys).select_related("model").order_by("pk")
    )
    if not rows:
        depth = min([DEPTH, *(run.depth for run in otherwise)])
        return _told(
            otherwise,
            depth,
            "Runs: these, as the benchmark has no pool.",
            f"Depth: {depth}, as it has none.",
        )
    depth = max(pool.depth for pool in pools)
    named = (
        ", ".join(pool.name for pool in pools)
        if len(pools) <= MOST_NAMED
        else f"{len(pools):,} pools"
    )
    return _told(
        rows,
        depth,
        f"Runs: the {len(rows):,} of {named}.",
        f"Depth: {depth}, the largest of any pool.",
    )


def read_pooled(told: dict[str, Any], snapshot: Snapshot, keys: Sequence[int]) -> Pooled:
    """keys: the ids of the snapshot's runs, in its order. Raises NothingToStudy where a run is not
    there any more."""
    names = dict(zip(keys, (run.name for run in snapshot.runs), strict=True))
    rows = Run.objects.select_related("benchmark").in_bulk([one["id"] for one in told["runs"]])
    if gone := [one["name"] for one in told["runs"] if one["id"] not in rows]:
        raise NothingToStudy(
            f"run {gone[0]} is not there any more: without its rankings the pool is not whole"
        )
    inside = frozenset(names[one["id"]] for one in told["runs"] if one["id"] in names)
    others = [
        _read(rows[one["id"]], one, told["depth"], snapshot)
        for one in told["runs"]
        if one["id"] not in names
    ]
    return Pooled(told["depth"], inside, tuple(others), tuple(told["says"]))


def _told(runs: Sequence[Run], depth: int, *says: str) -> dict[str, Any]:
    return {"depth": depth, "runs": [_run_told(run) for run in runs], "says": list(says)}


def _run_told(run: Run) -> dict[str, Any]:
    family = run.model.family or run.model.name
    return {
        "id": run.pk,
        "sha256": run.sha256,
        "name": run.name,
        "model": run.model.name,
        "family": family,
    }


def _read(run: Run, told: dict[str, Any], depth: int, snapshot: Snapshot) -> StoredRun:
    """A run like the snapshot's: under the name that it had, without captions that came later."""
    targets = read_targets(run, min(depth, run.depth), run.benchmark.caption_count)[
        : snapshot.captions
    ]
    return StoredRun(told["name"], told["model"], told["family"], "t2v", targets)
