"""A run that is not stored, beside a benchmark as it is now."""

from dataclasses import replace

from metrics.queries.snapshot import take_snapshot
from metrics.snapshot import Snapshot, StoredRun
from pooling.formats.runs import RunFile, Wanted
from pooling.models import Benchmark


def tried_snapshot(
    benchmark: Benchmark, found: RunFile, wanted: Wanted, name: str, *, same_text: bool = False
) -> Snapshot:
    """A snapshot with the run alone, just as it would be read once it is stored."""
    snapshot = take_snapshot(benchmark, [], same_text=same_text)
    items = wanted.keys.items(wanted.direction)
    run = StoredRun.of_file(name, wanted.direction, found, len(items), wanted.depth)
    return replace(snapshot, runs=(run,))
