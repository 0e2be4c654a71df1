"""Clips are made once for all tests, and only those that are asked for."""

from collections.abc import Callable
from pathlib import Path

import pytest

from media.playable import Made, make_playable
from media.probing import Probed, probe
from tests.media.clips import PLAYABLE, make, make_turned


@pytest.fixture(scope="session")
def clips(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("clips")


@pytest.fixture(scope="session")
def clip(clips) -> Callable[..., Path]:
    """clip("msvd.avi") is one of the playable; clip("other.mp4", [...]) is any other."""

    def make_or_find(name: str, arguments: list[str] | None = None) -> Path:
        return (
            make_turned(clips)
            if name == "turned.mp4"
            else make(clips, name, arguments or PLAYABLE[name])
        )

    return make_or_find


@pytest.fixture(scope="session")
def made(clip, tmp_path_factory) -> Callable[[str], tuple[Probed, Made, Probed]]:
    """made("msvd.avi") is what was found in the clip, what was made of it, and what is found in
    that."""
    folder, done = tmp_path_factory.mktemp("made"), {}

    def make_or_remember(name: str) -> tuple[Probed, Made, Probed]:
        if name not in done:
            probed = probe(clip(name))
            result = make_playable(clip(name), folder, probed)
            done[name] = probed, result, probe(result.path)
        return done[name]

    return make_or_remember


@pytest.fixture(scope="session")
def damaged(clip, clips) -> Path:
    """Some bits in the middle of the pictures are others than they were."""
    content = bytearray(clip("index-last.mp4").read_bytes())
    start = content.find(b"mdat")
    for place in range(start + 3000, start + 9000, 150):
        content[place] ^= 0x10
    path = clips / "damaged.mp4"
    path.write_bytes(content)
    return path
