"""A pool as a sample of captions. It is frozen, so it does not matter when it is read."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from measures.arrays import Integers
from measures.hits import Pairs
from measures.misses import missed_by_any
from metrics.frozen import digest
from metrics.snapshot import Snapshot
from metrics.studies.sampled import PoolSample
from metrics.studies.study import NothingToStudy
from pooling.models import Pool, PoolCaption, Run
from pooling.queries.rankings import read_targets


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
