"""The demo: a small world of drawn clips, taken in by the same actions that a lead's own benchmark
goes through."""

import io
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from foundation.checksum import sha256_of
from foundation.progress import Report
from media.storing import DRAFT
from people.actor import Actor
from pooling.actions.build_pool import build_pool
from pooling.actions.draw_captions import PoolParameters
from pooling.actions.import_captions import Source, import_captions
from pooling.actions.make_video_playable import FOLDER, make_video_playable
from pooling.actions.register_model import ModelAsked, register_model
from pooling.actions.store_run import RunSource, store_run
from pooling.actions.take_video import Offered, offered_files, take_video
from pooling.demo.search import Model
from pooling.demo.world import World, make_world, write_world
from pooling.formats.captions import read_benchmark
from pooling.formats.runs import Wanted, read_run
from pooling.models import Benchmark, Pool, RetrievalModel, Run
from pooling.queries.axes import read_axes
from pooling.queries.demo import BENCHMARK, POOL, demo_is_made

POOL_DEPTH = 10
RUN_DEPTH = 60


@dataclass(frozen=True, slots=True)
class Demo:
    benchmark: str
    captions: int
    videos: int
    runs: tuple[str, ...]
    pool: str
    pairs: int


def make_demo(actor: Actor, report: Report) -> Demo:
    """Makes what is missing and leaves the rest, so that it may be called at every start. Each step
    is whole by itself."""
    world = make_world()
    if not demo_is_made():
        videos = settings.MEDIA_ROOT / FOLDER
        videos.mkdir(parents=True, exist_ok=True)
        # As a draft among the videos: what a killed worker leaves behind is removed with the other
        # drafts.
        with tempfile.TemporaryDirectory(prefix=DRAFT, dir=videos) as folder:
            _make(actor, world, Path(folder), report)
    pool = Pool.objects.select_related("benchmark").get(benchmark__name=BENCHMARK, name=POOL)
    runs = (
        Run.objects.filter(benchmark=pool.benchmark).order_by("pk").values_list("name", flat=True)
    )
    return Demo(
        BENCHMARK,
        pool.benchmark.caption_count,
        pool.benchmark.video_count,
        tuple(runs),
        POOL,
        pool.pairs,
    )


def _make(actor: Actor, world: World, folder: Path, report: Report) -> None:
    steps = 2 * len(world.clips) + len(world.models) + 2
    write_world(world, folder, tell=lambda done, _: report(done, steps, "Drawing clips"))
    report(len(world.clips), steps, "Importing captions")
    benchmark = _captions(actor, folder / "captions.csv")
    _videos(
        benchmark,
        folder / "clips",
        lambda done: report(len(world.clips) + done, steps, "Making clips playable"),
    )
    for number, model in enumerate(world.models, start=1):
        report(2 * len(world.clips) + number, steps, f"Importing the run of {model.name}")
        _run(actor, benchmark, model, folder / "runs" / f"{model.name}.npy")
    report(steps - 1, steps, "Freezing the pool")
    _pool(actor, benchmark)


def _captions(actor: Actor, path: Path) -> Benchmark:
    with path.open("rb") as file:
        read = read_benchmark(file, path.name)
    import_captions(
        actor=actor, name=BENCHMARK, file=read, source=Source(path.name, sha256_of(path))
    )
    return Benchmark.objects.get(name=BENCHMARK)


def _videos(benchmark: Benchmark, folder: Path, made: Callable[[int], None]) -> None:
    for offered in offered_files(folder):
        if isinstance(offered, Offered) and offered.name.endswith(".mp4"):
            take_video(benchmark, offered)
    done = 0
    while make_video_playable(benchmark):
        done += 1
        made(done)


def _run(actor: Actor, benchmark: Benchmark, model: Model, path: Path) -> None:
    if Run.objects.filter(benchmark=benchmark, name=model.name).exists():
        return
    of = model.design
    known = RetrievalModel.objects.filter(name=of.name).first() or register_model(
        actor, ModelAsked(name=of.name, version=of.version, family=of.family, notes=of.note)
    )
    wanted = Wanted(read_axes(benchmark).keys, RUN_DEPTH)
    file = read_run(io.BytesIO(path.read_bytes()), path.name, wanted)
    about = RunSource(
        benchmark, known, model.name, "t2v", RUN_DEPTH, file.format, path.name, sha256_of(path), ()
    )
    store_run(actor, about, file.rankings)


def _pool(actor: Actor, benchmark: Benchmark) -> None:
    if Pool.objects.filter(benchmark=benchmark, name=POOL).exists():
        return
    runs = tuple(
        Run.objects.filter(benchmark=benchmark).order_by("pk").values_list("pk", flat=True)
    )
    build_pool(
        actor=actor,
        benchmark=benchmark,
        name=POOL,
        parameters=PoolParameters(runs, depth=POOL_DEPTH),
    )
