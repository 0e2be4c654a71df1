"""What there is of a benchmark, and what to do with it next."""

from dataclasses import dataclass

from pooling.models import Benchmark, Pool, Run, Video
from pooling.queries.benchmarks import counts_by_benchmark, video_states


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
        counts_by_benchmark(rows, benchmarks) for rows in (Run.objects.all(), Pool.objects.all())
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
        return Step("It has no captions yet.", "Import captions", "import_captions")
    if not counted.runs:
        return Step("No model has been tried on it.", "Import a run", "import_run")
    if counted.missing:
        waiting = "Raters cannot judge what does not play: there are videos without a file."
        return Step(waiting, "Add videos", "import_videos")
    if not counted.pools:
        return Step("Its runs can be pooled.", "Plan a pool", "new_pool")
    return Step("A new run adds pairs that nobody has pooled.", "Plan a pool", "new_pool")
