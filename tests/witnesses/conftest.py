"""A benchmark with a pool, some of whose pairs are judged. Two captions have one text."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from people.actor import SYSTEM
from pooling.actions.build_pool import PoolParameters, build_pool
from pooling.models import JudgedPair, Pool, Query, Video
from tests.factories import make_benchmark, make_run
from tests.pooling.api.conftest import api, script  # noqa: F401  (fixtures)
from tests.witnesses.asking import make_clips
from tests.witnesses.services import service
from witnesses.chatting import pacing

CAPTIONS = [
    ("a dog runs over the beach", "beach"),
    ("a cat sleeps on a sofa", "sofa"),
    ("a man cooks rice", "kitchen"),
    ("a dog runs over the beach", "dunes"),
]
# By the number of each caption's text: what the run ranks first and second.
RANKED = {0: [0, 3], 1: [1, 2], 2: [2, 1], 3: [3, 0]}
POOLED = {(0, 0), (0, 3), (1, 1), (1, 2), (2, 2), (2, 1)}


@pytest.fixture(autouse=True)
def _own_media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def benchmark(db):
    return make_benchmark(CAPTIONS, name="talk")


@pytest.fixture
def run(benchmark):
    return make_run(benchmark, RANKED, "CLIP", depth=2)


@pytest.fixture
def pool(benchmark, run) -> Pool:
    parameters = PoolParameters((run.pk,), depth=2)
    made = build_pool(actor=SYSTEM, benchmark=benchmark, name="top two", parameters=parameters)
    for query, video in ((0, 0), (1, 2)):
        judge(benchmark, query, video)
    return made


def judge(benchmark, query: int, video: int) -> None:
    JudgedPair.objects.create(
        query=Query.objects.get(benchmark=benchmark, number=query),
        video=Video.objects.get(benchmark=benchmark, number=video),
        verdict="relevant",
    )


def imported(*words, **options) -> dict:
    return json.loads(call_command("import_witness", *map(str, words), json=True, **options))


def refused(*words) -> str:
    with pytest.raises(CommandError) as error:
        call_command("import_witness", *map(str, words))
    return str(error.value)


@pytest.fixture
def file(tmp_path):
    def write(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def said(witness) -> dict[tuple[int, int, int], float | str]:
    """By the numbers of query and video, and the sample: the value, or why there is none."""
    rows = witness.hearings.values_list(
        "opinions__query__number",
        "opinions__video__number",
        "opinions__sample",
        "opinions__value",
        "opinions__status",
    )
    return {
        (query, video, sample): status if value is None else value
        for query, video, sample, value, status in rows
    }


@pytest.fixture
def hurry(monkeypatch):
    monkeypatch.setattr(pacing, "FIRST_PAUSE", 0.005)
    monkeypatch.setattr(pacing, "LONGEST_PAUSE", 0.02)


@pytest.fixture
def clips(pool, settings):
    make_clips(pool.benchmark)
    return pool


@pytest.fixture(name="judge")
def _service_that_judges(clips, settings, hurry):
    """A service that may be reached though it is on this machine."""
    with service() as running:
        settings.WITNESS_ORIGINS = [running.url.removesuffix("/v1")]
        settings.WITNESS_KEY = "s3cret"
        yield running
