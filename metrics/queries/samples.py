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
from pooling.queries.axes import read_targets


def read_sample(pool: Pool, snapshot: Snapshot, runs: Sequence[Run]) -> PoolSample:
    """runs: the snapshot's, in its order; they may have been given other names since."""
    rows = PoolCaption.objects.filter(pool=pool).order_by("caption__number")
    number, stratum, inclusion = zip(
        *rows.values_list("caption__number", "stratum", "inclusion"), strict=True
    )
    captions, of_stratum, probability = (
        np.array(number, np.int64),
        np.array(stratum, np.int64),
        np.array(inclusion),
    )
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
    rows = _runs(pool, "runs")
    row, column = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for run in rows:
        top = read_targets(run, pool.depth, pool.benchmark.caption_count)[captions]
        place = np.nonzero(top >= 0)
        row.append(captions[place[0]])
        column.append(top[place].astype(np.int64))
    return Pairs.of(
        np.concatenate(row), np.concatenate(column), (snapshot.captions, snapshot.videos)
    )
