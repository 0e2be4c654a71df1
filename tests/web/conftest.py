"""A folder of media with one clip in it, and a link to it that was made for the rater."""

import os
from pathlib import Path

import pytest

from pooling import media_files
from pooling.media_links import media_link
from tests.web.media import CONTENT


@pytest.fixture
def media_root(settings, tmp_path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    (settings.MEDIA_ROOT / "clips").mkdir(parents=True)
    return settings.MEDIA_ROOT


@pytest.fixture
def clip(media_root) -> Path:
    path = media_root / "clips" / "somersault.mp4"
    path.write_bytes(CONTENT)
    return path


@pytest.fixture
def link(rater, clip) -> str:
    return media_link(rater, "clips/somersault.mp4")


@pytest.fixture
def opened(monkeypatch) -> list:
    """Every file that is opened while the test runs, by the door the view really uses."""
    files = []

    def open_and_note(*args, **kwargs):
        files.append(os_fdopen(*args, **kwargs))
        return files[-1]

    os_fdopen = os.fdopen
    monkeypatch.setattr(media_files.os, "fdopen", open_and_note)
    return files
