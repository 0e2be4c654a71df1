"""A small benchmark with two runs that disagree, and a pool of them."""

from pathlib import Path

import pytest
from django.conf import settings

from people.actor import Actor
from pooling.actions.build_pool import PoolParameters, build_pool
from pooling.models import Caption, JudgedPair, Ranking, Video
from tests.factories import make_benchmark, make_run

CAPTIONS = [
    ("a dog runs over the beach", "beach"),
    ("a cat sleeps", "sofa"),
    ("a man cooks rice", "kitchen"),
    ("a dog runs over the beach", "dunes"),
    ("somebody turns a pan", "kitchen"),
]


@pytest.fixture
def benchmark_of_five(db):
    return make_benchmark(CAPTIONS, name="five")


@pytest.fixture
def strong(benchmark_of_five):
    """It finds every caption's own video first."""
    run = make_run(
        benchmark_of_five,
        {0: [0, 3, 1], 1: [1, 2], 2: [2, 0], 3: [3, 0], 4: [2, 1]},
        name="strong",
        depth=10,
    )
    Ranking.objects.filter(run=run).update(own_rank=1)
    return run


@pytest.fixture
def weak(benchmark_of_five):
    return make_run(benchmark_of_five, {0: [1, 2], 1: [1, 0], 2: [3, 2]}, name="weak", depth=10)


@pytest.fixture
def builder(benchmark_of_five, strong, weak) -> str:
    """Where a pool of both runs is planned."""
    return f"/benchmarks/{benchmark_of_five.pk}/pools/new/"


@pytest.fixture
def comparison(benchmark_of_five, strong, weak) -> str:
    """Where both runs are compared."""
    return f"/benchmarks/{benchmark_of_five.pk}/overlap/"


@pytest.fixture
def pool(benchmark_of_five, strong, weak, lead):
    dog, dunes = Caption.objects.get(number=0).query, Video.objects.get(key="dunes")
    JudgedPair.objects.create(query=dog, video=dunes, verdict=JudgedPair.Verdict.RELEVANT)
    parameters = PoolParameters((strong.pk, weak.pk), depth=2)
    return build_pool(
        actor=Actor(lead, "page"),
        benchmark=benchmark_of_five,
        name="round 1",
        parameters=parameters,
    )


@pytest.fixture
def playing(benchmark_of_five):
    """The video `beach` with a file that a browser plays, and its poster."""
    from media.ffmpeg import make_test_clip

    folder = Path(settings.MEDIA_ROOT) / "videos"
    folder.mkdir(parents=True, exist_ok=True)
    make_test_clip(folder / "beach.mp4", width=160, height=120)
    video = Video.objects.get(benchmark=benchmark_of_five, key="beach")
    video.state, video.path, video.seconds, video.width, video.height = (
        "ready",
        "videos/beach.mp4",
        1.0,
        160,
        120,
    )
    video.bytes, video.changes, video.source_name = (
        4_096,
        ["sound coded anew as AAC (was mp3)"],
        "beach.avi",
    )
    video.save()
    return video
