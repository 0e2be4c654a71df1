"""What there is of a benchmark, and what to do with it next."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from pooling.models import Benchmark, Video
from pooling.queries.benchmarks import counts_by_benchmark, video_states
from pooling.queries.visible import readers_pools, readers_runs


@dataclass(frozen=True, slots=True)
class Counted:
    """A benchmark and what there is of it."""

    benchmark: Benchmark
    states: dict[str, int]
    runs: int
    pools: int

    @property
    def playing(self) -> int:
        return self.states.get(Video.State.READY, 0)

    @property
    def failed(self) -> int:
        return self.states.get(Video.State.FAILED, 0)

    @property
    def missing(self) -> int:
        return self.states.get(Video.State.MISSING, 0)


def count_benchmarks(benchmarks: list[Benchmark]) -> list[Counted]:
    states = video_states(benchmarks)
    runs, pools = (
        counts_by_benchmark(rows, benchmarks) for rows in (readers_runs(), readers_pools())
    )
    return [
        Counted(row, states.get(row.pk, {}), runs.get(row.pk, 0), pools.get(row.pk, 0))
        for row in benchmarks
    ]


@dataclass(frozen=True, slots=True)
class Step:
    """What to do next with a benchmark, and why. page: the name of the page where it is done."""

    reason: str
    label: str
    page: str


def next_step(counted: Counted) -> Step:
    if not counted.benchmark.caption_count:
        return Step(_("It has no captions yet."), _("Import captions"), "import_captions")
    if not counted.runs:
        return Step(_("No model has been tried on it."), _("Import a run"), "import_run")
    if counted.missing:
        waiting = _("Raters cannot judge what does not play: there are videos without a file.")
        return Step(waiting, _("Add videos"), "import_videos")
    if not counted.pools:
        return Step(_("Its runs can be pooled."), _("Plan a pool"), "new_pool")
    return Step(_("A new run adds pairs that are in no pool."), _("Plan a pool"), "new_pool")
