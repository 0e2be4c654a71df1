"""A benchmark small enough to train on in a second: videos of a colour and a deed, captions that
say both, and noisy features of both."""

import io
import pickle
from itertools import product

import numpy as np
from django.core.files.uploadedfile import SimpleUploadedFile

from pooling.models import Benchmark, TrainingCaption
from tests.factories import make_benchmark

COLOURS, DEEDS = ("red", "green", "blue", "white"), ("jumps", "sleeps", "turns", "falls")
KINDS = list(product(COLOURS, DEEDS))
SETTINGS = {"epochs": 4, "batch": 16, "space": 8, "seed": 3}


def text_of(kind: tuple[str, str]) -> str:
    return f"a {kind[0]} ball {kind[1]}"


def make_scored(name: str = "scored") -> Benchmark:
    """Sixteen captions and videos to be scored on, and two training videos of each kind."""
    made = make_benchmark([(text_of(kind), f"e{n}") for n, kind in enumerate(KINDS)], name=name)
    rows = [
        TrainingCaption(
            benchmark=made,
            key=f"t{n}-{again}",
            video_key=f"t{n}-{again}",
            text=f"the {kind[0]} ball now {kind[1]}",
        )
        for n, kind in enumerate(KINDS)
        for again in range(2)
    ]
    TrainingCaption.objects.bulk_create(rows)
    Benchmark.objects.filter(pk=made.pk).update(training_count=len(rows))
    made.refresh_from_db()
    return made


def features(*more: str) -> dict[str, np.ndarray]:
    """By key. more: keys of further videos, of no kind."""
    rng = np.random.Generator(np.random.PCG64(5))
    found = {}
    for n, (colour, deed) in enumerate(KINDS):
        clean = np.zeros(12)
        clean[COLOURS.index(colour)] = clean[6 + DEEDS.index(deed)] = 2
        for key in (f"e{n}", f"t{n}-0", f"t{n}-1"):
            found[key] = clean + rng.normal(size=12) / 4
    return found | {key: rng.normal(size=12) for key in more}


def pickled_file(name: str, rows: dict[str, np.ndarray]) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, pickle.dumps(rows))


def a_file(rows: dict[str, np.ndarray] | None = None) -> SimpleUploadedFile:
    given, out = features() if rows is None else rows, io.BytesIO()
    np.savez(out, keys=np.array(list(given)), features=np.array(list(given.values())))
    return SimpleUploadedFile("features.npz", out.getvalue())
