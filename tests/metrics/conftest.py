"""Where releases and printed files go in tests, and a small world with proxies."""

import pytest

from tests.metrics.stored_proxies import make_proxied_world


@pytest.fixture
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    return settings.MEDIA_ROOT


@pytest.fixture
def proxied_world(db, media):
    return make_proxied_world()
