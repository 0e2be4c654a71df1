"""Where releases and printed files go in tests, and a small world with proxies."""

import pytest

from pooling.models import Run
from tests.factories import make_run
from tests.metrics.stored_proxies import make_proxied_world


@pytest.fixture
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    return settings.MEDIA_ROOT


@pytest.fixture
def proxied_world(db, media):
    return make_proxied_world()


@pytest.fixture
def among(proxied_world) -> dict[str, Run]:
    """Runs of one kind for itself, beside those of the world."""
    videos, captions = proxied_world.video_count, proxied_world.caption_count
    others = {
        "vv": {item: [n for n in range(videos) if n != item] for item in range(videos)},
        "tt": {item: [n for n in range(captions) if n != item] for item in range(captions)},
    }
    return {
        way: make_run(proxied_world, rankings, f"own {way}", depth=100, direction=way)
        for way, rankings in others.items()
    }
