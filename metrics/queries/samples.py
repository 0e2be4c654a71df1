"""A pool as a sample of captions. It is frozen, so it does not matter when it is read."""

from collections.abc import Sequence

import numpy as np

from metrics.frozen import digest
from metrics.measures.arrays import Integers
from metrics.measures.hits import Pairs
from metrics.snapshot import Snapshot
from metrics.studies.sampled import PoolSample
from metrics.studies.study import NothingToStudy
from pooling.models import Pool, PoolCaption, Run
from pooling.queries.rankings import read_targets


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
    )


def sample_sha256(pool: Pool, sample: PoolSample) -> str:
    """Of all that an estimate takes from the pool."""
    arrays = {"captions": sample.captions, "stratum": sample.stratum, "inclusion": sample.inclusion}
    # Keys are counted in the videos of the benchmark, which may get more.
    arrays["pairs"] = np.stack(np.divmod(sample.pairs.keys, max(sample.pairs.columns, 1)))
    return digest(
        {"pool": pool.pk, "population": sample.population, "parameters": pool.parameters},
        b"",
        arrays,
    )


def _pairs(pool: Pool, captions: Integers, snapshot: Snapshot) -> Pairs:
    """Read from the rankings: the pool's own rows leave out what earlier pools have asked
    already."""
    rows = Run.objects.in_bulk(pool.parameters["runs"])
    if len(rows) < len(pool.parameters["runs"]):
        raise NothingToStudy(
            f"a run of pool {pool.name} is not there any more: without its rankings the pool is not"
            " whole"
        )
    row, column = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for run in rows.values():
        top = read_targets(run, pool.depth, pool.benchmark.caption_count)[captions]
        place = np.nonzero(top >= 0)
        row.append(captions[place[0]])
        column.append(top[place].astype(np.int64))
    return Pairs.of(
        np.concatenate(row), np.concatenate(column), (snapshot.captions, snapshot.videos)
    )
