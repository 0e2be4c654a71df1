"""Where releases and printed files go in tests."""

from datetime import timedelta

import pytest

from jobs import pace


@pytest.fixture
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    return settings.MEDIA_ROOT


@pytest.fixture(autouse=True)
def _no_heartbeat(monkeypatch):
    """A job that is run inside a test's transaction cannot be seen by its heartbeat, which would
    end it where a busy machine takes longer than a beat."""
    monkeypatch.setattr(pace, "HEARTBEAT_EVERY", timedelta(hours=1))
