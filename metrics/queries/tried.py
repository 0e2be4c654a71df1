"""A run that is not stored, beside a benchmark as it is now."""

from dataclasses import replace

import numpy as np

from metrics.queries.snapshot import take_snapshot
from metrics.snapshot import Snapshot, StoredRun
from pooling.formats.runs import RunFile, Wanted
from pooling.models import Benchmark


def tried_snapshot(
    benchmark: Benchmark, found: RunFile, wanted: Wanted, name: str, *, same_text: bool = False
) -> Snapshot:
    """With the run alone, just as it would be read once it is stored."""
    snapshot = take_snapshot(benchmark, [], same_text=same_text)
    return replace(snapshot, runs=(_as_stored(found, wanted, name),))


def _as_stored(found: RunFile, wanted: Wanted, name: str) -> StoredRun:
    ranked, items = found.rankings, len(wanted.keys.items(wanted.direction))
    targets = np.full((items, wanted.depth), -1, np.int32)
    targets[ranked.items, : ranked.targets.shape[1]] = ranked.targets
    own = np.zeros(items, np.int64)
    own[ranked.items] = ranked.own_ranks
    known = own if ranked.full_ranks else None
    return StoredRun(name, name, name, wanted.direction, targets, known)
