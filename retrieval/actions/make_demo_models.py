"""Two models of the demo's own, trained on captions and clips of the same world.

The clips that are evaluated are looked at as any benchmark's are. Those to learn from are drawn and
described, and never become files: nobody watches them.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from foundation.checksum import sha256_of
from foundation.progress import Report
from people.actor import Actor
from pooling.demo.clips import HEIGHT, WIDTH, Clip
from pooling.demo.drawing import pictures_of
from pooling.demo.world import make_training_world, make_world
from pooling.input_files import InputFile
from pooling.models import Benchmark, RetrievalModel
from pooling.queries.axes import read_axes
from pooling.queries.demo import BENCHMARK
from retrieval.actions.gather_material import gather
from retrieval.actions.keep_model import keep_model, kept_weights
from retrieval.actions.read_features import Files
from retrieval.actions.train_model import run_training
from retrieval.asked.training import TrainingAsked
from retrieval.features import descriptor
from retrieval.features.clips import describe_all, describe_clips
from retrieval.features.descriptor import Row, describe_pictures
from retrieval.queries.clips import playable_clips

# Named after birds, as the demo's other models are; and their networks.
DESIGNS = {"starling": "mmen", "kingfisher": "jpose"}


def make_demo_models(actor: Actor, report: Report) -> list[str]:
    """Trains those that are missing. The demo is there already."""
    of = Benchmark.objects.get(name=BENCHMARK)
    there = RetrievalModel.objects.filter(name__in=DESIGNS).values_list("name", flat=True)
    missing = [name for name in DESIGNS if name not in set(there)]
    if missing:
        world = make_training_world(make_world().clips)
        with tempfile.TemporaryDirectory(prefix="features-") as folder:
            path = Path(folder) / "features.npz"
            _write_features(of, world.clips, path, report)
            for name in missing:
                _train(actor, of, name, path, report)
    return list(DESIGNS)


def _write_features(of: Benchmark, clips: Sequence[Clip], path: Path, report: Report) -> None:
    keys = read_axes(of).video_keys
    total = len(keys) + len(clips)
    seen = describe_clips(
        playable_clips(of, keys), lambda done, _: report(done, total, "Looking at clips")
    )
    drawing = "Drawing clips to learn from"
    drawn = describe_all(
        _describe_drawn, clips, lambda done, _: report(len(keys) + done, total, drawing)
    )
    named = [*keys, *(clip.key for clip in clips)]
    np.savez(path, keys=np.array(named), features=np.concatenate([seen.values, drawn]))


def _describe_drawn(clip: Clip) -> Row:
    """Describes a clip as one of its size looks once it is made as small as clips are looked at."""
    frames = np.linspace(0, clip.frames - 1, descriptor.PICTURES).round().astype(int).tolist()
    drawn = np.stack(list(pictures_of(clip, frames))).astype(np.float32)
    down, across = HEIGHT // descriptor.HEIGHT, WIDTH // descriptor.WIDTH
    shape = (len(drawn), descriptor.HEIGHT, down, descriptor.WIDTH, across, 3)
    return describe_pictures(drawn.reshape(shape).mean(axis=(2, 4)).round().astype(np.uint8))


def _train(actor: Actor, of: Benchmark, name: str, path: Path, report: Report) -> None:
    wanted = TrainingAsked(
        benchmark=of,
        name=name,
        network=DESIGNS[name],
        loss="triplet-semi-hard",
        parts=("verb", "noun", "adjective"),
        depth=60,
    )
    wanted.check()
    file = InputFile(path, "features of the demo's clips", sha256_of(path))

    def named(done: int, total: int, message: str) -> None:
        report(done, total, f"{name}: {message}")

    ended = run_training(gather(wanted, Files(features=(file,)), named), named)
    with kept_weights(ended) as weights:
        keep_model(actor, ended, weights)
    ended.files.remove()
