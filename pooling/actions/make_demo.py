"""The demo: a small world of drawn clips, taken in by the same actions that a lead's own benchmark
goes through."""

import hashlib
import io
import tempfile
from itertools import count, takewhile
from pathlib import Path

from django.conf import settings

from foundation.checksum import sha256_of
from foundation.frozen import frozen
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
from pooling.demo.world import (
    Model,
    World,
    csv_of,
    make_training_world,
    make_world,
    write_world,
)
from pooling.formats.captions import read_benchmark
from pooling.formats.runs import Wanted, read_run
from pooling.models import Benchmark, Pool, RetrievalModel
from pooling.queries.axes import read_axes
from pooling.queries.demo import BENCHMARK, POOL, demo_is_made

POOL_DEPTH = 10
RUN_DEPTH = 60
TRAINING = "training.csv"


@frozen
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
    of = pool.benchmark
    if not of.training_captions.exists():
        take_training_captions(actor, world)
    runs = tuple(of.runs.order_by("pk").values_list("name", flat=True))
    return Demo(BENCHMARK, of.caption_count, of.video_count, runs, POOL, pool.pairs)


def _make(actor: Actor, world: World, folder: Path, report: Report) -> None:
    clips = len(world.clips)
    steps = 2 * clips + len(world.models) + 2
    write_world(world, folder, tell=lambda done, _: report(done, steps, "Drawing clips"))
    report(clips, steps, "Importing captions")
    benchmark = _captions(actor, folder / "captions.csv")
    for offered in offered_files(folder / "clips"):
        if isinstance(offered, Offered) and offered.name.endswith(".mp4"):
            take_video(benchmark, offered)
    for done in takewhile(lambda _: make_video_playable(benchmark), count(clips + 1)):
        report(done, steps, "Making clips playable")
    for number, model in enumerate(world.models, start=2 * clips + 1):
        report(number, steps, f"Importing the run of {model.name}")
        if not benchmark.runs.filter(name=model.name).exists():
            _run(actor, benchmark, model, folder / "runs" / f"{model.name}.npy")
    report(steps - 1, steps, "Freezing the pool")
    if not benchmark.pools.filter(name=POOL).exists():
        runs = tuple(benchmark.runs.order_by("pk").values_list("pk", flat=True))
        parameters = PoolParameters(runs, depth=POOL_DEPTH)
        build_pool(actor=actor, benchmark=benchmark, name=POOL, parameters=parameters)


def take_training_captions(actor: Actor, world: World) -> None:
    """Captions to learn from, of further clips: these never become files, for nobody watches
    them."""
    learnt_from = make_training_world(world.clips)
    content = csv_of(learnt_from.captions, learnt_from.clips)
    source = Source(TRAINING, hashlib.sha256(content).hexdigest())
    file = read_benchmark(io.BytesIO(content), TRAINING)
    import_captions(actor=actor, name=BENCHMARK, file=file, source=source, training=True)


def _captions(actor: Actor, path: Path) -> Benchmark:
    with path.open("rb") as file:
        read = read_benchmark(file, path.name)
    source = Source(path.name, sha256_of(path))
    import_captions(actor=actor, name=BENCHMARK, file=read, source=source)
    return Benchmark.objects.get(name=BENCHMARK)


def _run(actor: Actor, benchmark: Benchmark, model: Model, path: Path) -> None:
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
