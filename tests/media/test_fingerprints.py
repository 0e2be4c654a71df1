"""A copy has its original's fingerprint, however it was coded; another clip has another."""

import subprocess

import numpy as np
import pytest

from media.fingerprints import (
    LENGTH,
    PICTURES,
    SIDE,
    find_alike,
    fingerprint_of,
    is_readable,
    take_fingerprint,
)
from media.playable import make_playable
from media.probing import probe
from tests.media.clips import FFMPEG, H264, make
from tests.media.copies import COPIES, SOURCES


def fingerprint(path):
    probed = probe(path)
    return make_playable(path, path.parent, probed).fingerprint, probed.seconds


@pytest.fixture(scope="module")
def originals(tmp_path_factory):
    folder = tmp_path_factory.mktemp("originals")
    return {
        name: make(folder, f"{name}.mp4", ["-f", "lavfi", "-i", source, "-t", "2", *H264])
        for name, source in SOURCES.items()
    }


def test_every_copy_is_found_and_nothing_else(originals, tmp_path):
    """Each of ten clips, coded again in one of eight ways."""
    taken = [fingerprint(path) for path in originals.values()]
    copies = []
    for number, path in enumerate(originals.values()):
        name, arguments = list(COPIES.items())[number % len(COPIES)]
        copy = tmp_path / f"{number}-{name}"
        subprocess.run([*FFMPEG, "-i", str(path), *arguments, str(copy)], check=True)
        copies.append(fingerprint(copy))
    prints, seconds = zip(*taken, *copies, strict=True)
    assert all(len(one) == LENGTH and is_readable(one) for one in prints)
    found = find_alike(prints, seconds)
    assert {*zip(found.first.tolist(), found.second.tolist(), strict=True)} == {
        (n, n + len(taken)) for n in range(len(taken))
    }
    assert (found.alike > 0.85).all()
    assert (found.alike <= 1).all()


@pytest.mark.parametrize("name", COPIES)
def test_each_way_of_coding_leaves_it_recognisable(originals, tmp_path, name):
    copy = tmp_path / name
    given = ["-i", str(originals["set"]), *COPIES[name]]
    subprocess.run([*FFMPEG, *given, str(copy)], check=True)
    taken = [fingerprint(originals["set"]), fingerprint(copy), fingerprint(originals["card"])]
    found = find_alike([one for one, _ in taken], [seconds for _, seconds in taken])
    assert (found.first.tolist(), found.second.tolist()) == ([0], [1])


def test_the_same_file_has_the_same_fingerprint(originals):
    clip = originals["card"]
    assert take_fingerprint(clip, 2.0) == take_fingerprint(clip, 2.0)


def pictures(seed, contrast=60.0):
    draw = np.random.default_rng(seed)
    coarse = draw.normal(128, contrast, (PICTURES, 3, 8, 8))
    return coarse.repeat(SIDE // 8, 2).repeat(SIDE // 8, 3).clip(0, 255).astype(np.uint8)


def test_plain_pictures_are_like_nothing():
    """One colour all over tells nothing: two such clips are not held to be copies."""
    flat = np.full((PICTURES, 3, SIDE, SIDE), 90, np.uint8)
    found = find_alike([fingerprint_of(flat)] * 2, [3.0, 3.0])
    assert len(found.first) == 0


def test_the_same_shapes_in_other_colours_are_another_clip():
    one = pictures(1)
    other = one.copy()
    other[:, 1:] = np.roll(other[:, 1:], 1, axis=1) // 2
    assert len(find_alike([fingerprint_of(one), fingerprint_of(other)], [3.0, 3.0]).first) == 0


def test_a_clip_of_another_length_is_another_clip():
    one = fingerprint_of(pictures(1))
    assert len(find_alike([one, one], [3.0, 3.4]).first) == 1
    assert len(find_alike([one, one], [3.0, 3.6]).first) == 0
    assert len(find_alike([one, one], [100.0, 104.0]).first) == 1


def test_pairs_over_the_borders_of_blocks_are_those_of_a_slow_twin(monkeypatch):
    monkeypatch.setattr("media.fingerprints.BLOCK", 3)
    prints = [fingerprint_of(pictures(seed)) for seed in (1, 2, 3, 1, 4, 2, 1)]
    found = find_alike(prints, [3.0] * 7)
    assert {*zip(found.first.tolist(), found.second.tolist(), strict=True)} == {
        (a, b) for b in range(7) for a in range(b) if prints[a] == prints[b]
    }


def test_there_may_be_none():
    assert len(find_alike([], []).first) == 0
