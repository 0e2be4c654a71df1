"""A benchmark's rankings with its texts, all of one moment."""

from collections.abc import Sequence

from foundation.database.snapshot import one_moment
from metrics.queries.snapshot import take_snapshot
from metrics.snapshot import Snapshot
from metrics.studies.likeness import Texts
from pooling.models import Benchmark, Caption, Run, TrainingCaption


def take_snapshot_with_texts(
    benchmark: Benchmark, runs: Sequence[Run], depth: int | None, *, same_text: bool = False
) -> tuple[Snapshot, Texts]:
    with one_moment():
        snapshot = take_snapshot(benchmark, runs, depth, same_text=same_text)
        return snapshot, read_texts(benchmark)


def read_texts(
    benchmark: Benchmark, captions: int | None = None, training: int | None = None
) -> Texts:
    """captions, training: how many of either there were; None for all that there are. What was
    imported later comes after them."""
    of_training = (
        TrainingCaption.objects.filter(benchmark=benchmark)
        .order_by("pk")
        .values_list("text", flat=True)
    )
    return Texts(read_captions(benchmark, captions), tuple(of_training[:training].iterator()))


def read_captions(benchmark: Benchmark, captions: int | None = None) -> tuple[str, ...]:
    of_captions = (
        Caption.objects.filter(benchmark=benchmark)
        .order_by("number")
        .values_list("query__text", flat=True)
    )
    return tuple(of_captions[:captions].iterator())
