"""What studies look at of pools: a pool as a sample of captions, and which runs the pools of a
benchmark were made of, and how deep, which is what Table 4 leaves runs out of. A pool is frozen, so
it does not matter when it is read.

The runs go into a report's inputs as `told`, since pools may be added later.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from measures.arrays import Integers
from measures.hits import Pairs
from measures.misses import missed_by_any
from metrics.frozen import digest
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.leave_one_out import DEPTH
from metrics.studies.pooled import Pooled
from metrics.studies.sampled import PoolSample
from metrics.studies.study import NothingToStudy
from pooling.models import Benchmark, Pool, PoolCaption, Run
from pooling.queries.axes import read_targets
from pooling.queries.visible import readers_pools

MOST_NAMED = 5


def pools_named(benchmark: Benchmark, otherwise: Sequence[Run]) -> dict[str, Any]:
    """The runs of all pools that readers may know of, and the largest of their depths. otherwise:
    the runs to take where there is no such pool."""
    pools = list(readers_pools().filter(benchmark=benchmark).order_by("pk"))
    keys = {key for pool in pools for key in pool.parameters["runs"]}
    rows = list(
        Run.objects.filter(benchmark=benchmark, pk__in=keys).select_related("model").order_by("pk")
    )
    if not rows:
        depth = min([DEPTH, *(run.depth for run in otherwise)])
        of_runs = "Runs: these, as the benchmark has no pool."
        return _told(otherwise, depth, of_runs, f"Depth: {depth}, as it has none.")
    depth = max(pool.depth for pool in pools)
    few = len(pools) <= MOST_NAMED
    named = ", ".join(pool.name for pool in pools) if few else f"{len(pools):,} pools"
    of_runs = f"Runs: the {len(rows):,} of {named}."
    return _told(rows, depth, of_runs, f"Depth: {depth}, the largest of any pool.")


def read_pooled(found: dict[str, Any], snapshot: Snapshot, keys: Sequence[int]) -> Pooled:
    """keys: the ids of the snapshot's runs, in its order. Raises NothingToStudy where a run is not
    there any more."""
    names = dict(zip(keys, (run.name for run in snapshot.runs), strict=True))
    rows = Run.objects.select_related("benchmark").in_bulk([one["id"] for one in found["runs"]])
    if gone := [one["name"] for one in found["runs"] if one["id"] not in rows]:
        raise NothingToStudy(
            f"run {gone[0]} is not there any more: without its rankings the pool is not whole"
        )
    depth = found["depth"]
    others = (one for one in found["runs"] if one["id"] not in names)
    inside = frozenset(names[one["id"]] for one in found["runs"] if one["id"] in names)
    read = tuple(_read(rows[one["id"]], one, depth, snapshot) for one in others)
    return Pooled(depth, inside, read, tuple(found["says"]))


def _told(runs: Sequence[Run], depth: int, *says: str) -> dict[str, Any]:
    return {"depth": depth, "runs": [_run_named(run) for run in runs], "says": list(says)}


def _run_named(run: Run) -> dict[str, Any]:
    model = run.model.name
    family = run.model.family or model
    facts = {"id": run.pk, "sha256": run.sha256, "name": run.name}
    return facts | {"model": model, "family": family}


def _read(run: Run, found: dict[str, Any], depth: int, snapshot: Snapshot) -> StoredRun:
    """A run like the snapshot's: under the name that it had, without captions that came later."""
    targets = read_targets(run, min(depth, run.depth), run.benchmark.caption_count)[
        : snapshot.captions
    ]
    return StoredRun(found["name"], found["model"], found["family"], "t2v", targets)


def read_sample(pool: Pool, snapshot: Snapshot, runs: Sequence[Run]) -> PoolSample:
    """runs: the snapshot's, in its order; they may have been given other names since."""
    rows = PoolCaption.objects.filter(pool=pool).order_by("caption__number")
    columns = zip(*rows.values_list("caption__number", "stratum", "inclusion"), strict=True)
    captions, of_stratum, probability = map(np.array, columns)
    asked, pooled = pool.parameters, set(pool.parameters["runs"])
    drawn = {} if not asked.get("misses") else _missed(pool, snapshot)
    return PoolSample(
        name=pool.name,
        depth=pool.depth,
        # Each caption stands for 1 / inclusion of its stratum, and all of a stratum's together for
        # its whole number.
        population=round(float((1 / probability).sum())),
        captions=captions,
        stratum=of_stratum,
        inclusion=probability,
        by=asked["by"],
        strata=asked["strata"],
        runs=frozenset(
            stored.name for row, stored in zip(runs, snapshot.runs, strict=True) if row.pk in pooled
        ),
        pairs=_pairs(pool, captions, snapshot),
        **drawn,
    )


def sample_sha256(pool: Pool, sample: PoolSample) -> str:
    """The SHA-256 of all that an estimate takes from the pool."""
    arrays = {"captions": sample.captions, "stratum": sample.stratum, "inclusion": sample.inclusion}
    # Keys are counted in the videos of the benchmark, which may get more.
    arrays["pairs"] = np.stack(np.divmod(sample.pairs.keys, max(sample.pairs.columns, 1)))
    if sample.among is not None:
        arrays["among"] = sample.among
    return digest(
        {"pool": pool.pk, "population": sample.population, "parameters": pool.parameters},
        b"",
        arrays,
    )


def _missed(pool: Pool, snapshot: Snapshot) -> dict[str, Any]:
    """What the captions were drawn from, by the rankings, as when the pool was frozen."""
    of, population = pool.parameters["captions"], pool.parameters["population"]
    runs = _runs(pool, "misses")
    tops = [read_targets(run, pool.depth, of) for run in runs]
    among = np.flatnonzero(missed_by_any(tops, snapshot.own_videos[:of]))
    if len(among) != population:
        raise NothingToStudy(
            f"pool {pool.name} was drawn from {population:,} captions that its runs miss, and today"
            f" they miss {len(among):,}: the captions' own videos are not the same any more"
        )
    return {"among": among, "of": of, "missed_by": tuple(run.name for run in runs)}


def _runs(pool: Pool, which: str) -> list[Run]:
    rows = Run.objects.in_bulk(pool.parameters[which])
    if len(rows) < len(pool.parameters[which]):
        raise NothingToStudy(
            f"a run of pool {pool.name} is not there any more: without its rankings the pool is not"
            " whole"
        )
    return list(rows.values())


def _pairs(pool: Pool, captions: Integers, snapshot: Snapshot) -> Pairs:
    """Read from the rankings: the pool's own rows leave out what earlier pools have asked
    already."""
    count = pool.benchmark.caption_count
    tops = [read_targets(run, pool.depth, count)[captions] for run in _runs(pool, "runs")]
    ranked = np.hstack([np.empty((len(captions), 0), np.int64), *tops])
    row, place = np.nonzero(ranked >= 0)
    shape = snapshot.captions, snapshot.videos
    return Pairs.of(captions[row], ranked[row, place].astype(np.int64), shape)
