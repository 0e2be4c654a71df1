"""The description of a clip: what differs in colour, edges or motion differs in it."""

import subprocess

import imageio_ffmpeg
import numpy as np
import pytest

from media.reasons import NotMade
from retrieval.features.clips import PlayableClip, describe_clips, take_pictures
from retrieval.features.descriptor import HEIGHT, PICTURES, WIDTH, describe_pictures


def drawn(colour=(200, 30, 30), step=(0.0, 0.0), size=12, ground=230) -> np.ndarray:
    """A square that moves by `step`, right and down, from picture to picture."""
    pictures = np.full((PICTURES, HEIGHT, WIDTH, 3), ground, np.uint8)
    for number in range(PICTURES):
        left, top = (round(start + number * by) for start, by in zip((8, 6), step, strict=True))
        pictures[number, max(top, 0) : top + size, max(left, 0) : left + size] = colour
    return pictures


def apart(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.linalg.norm(describe_pictures(one) - describe_pictures(other)))


def test_the_same_pictures_have_the_same_description_of_finite_numbers():
    row = describe_pictures(drawn())
    assert row.dtype == np.float32
    assert np.isfinite(row).all()
    assert row.tolist() == describe_pictures(drawn()).tolist()


def test_a_clip_of_one_flat_colour_is_described_too():
    assert np.isfinite(describe_pictures(np.zeros((PICTURES, HEIGHT, WIDTH, 3), np.uint8))).all()


@pytest.mark.parametrize(
    "other",
    [
        {"colour": (30, 30, 200)},
        {"step": (1.5, 0)},
        {"step": (0, 1.0)},
        {"size": 30},
        {"ground": 90},
    ],
)
def test_what_looks_or_moves_otherwise_is_described_otherwise(other):
    """By more than what a coder's noise changes."""
    noise = np.random.Generator(np.random.PCG64(3)).integers(-1, 2, drawn().shape)
    nearly = np.clip(drawn().astype(int) + noise, 0, 255).astype(np.uint8)
    assert apart(drawn(), drawn(**other)) > 1.5 * apart(drawn(), nearly)


def test_left_is_told_from_right():
    """Two clips that are mirror images of each other in time: only the flow tells them apart."""
    right = drawn(step=(1.5, 0))
    assert apart(right, right[::-1]) > 0.5


@pytest.fixture
def clip(tmp_path):
    """A playable clip of two seconds, of a square that moves right."""
    path = tmp_path / "clip.mp4"
    size = f"{WIDTH}x{HEIGHT}"
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-loglevel", "error", "-y", "-f", "rawvideo"]
    command += ["-pix_fmt", "rgb24", "-s", size, "-r", str(PICTURES / 2), "-i", "pipe:0"]
    command += ["-c:v", "libx264", "-crf", "5", "-pix_fmt", "yuv420p", str(path)]
    subprocess.run(command, input=drawn(step=(1.5, 0)).tobytes(), check=True)
    return path


def test_pictures_are_spread_over_the_clip(clip):
    pictures = take_pictures(clip, 2.0)
    assert pictures.shape == (PICTURES, HEIGHT, WIDTH, 3)
    red = (pictures[..., 0].astype(int) - pictures[..., 2] > 80).any(axis=1).argmax(axis=1)
    assert red[0] < 12
    assert red[-1] > 35


def test_a_clip_that_ends_early_keeps_its_last_picture(clip):
    pictures = take_pictures(clip, 8.0)
    assert (pictures[-1] == pictures[-8]).all()


def test_clips_are_described_in_their_order_with_progress(clip):
    seen = []
    clips = [PlayableClip("b", clip, 2.0), PlayableClip("a", clip, 2.0)]
    found = describe_clips(clips, lambda done, of: seen.append((done, of)))
    assert found.keys == ("b", "a")
    assert found.values[0].tolist() == found.values[1].tolist()
    assert seen == [(1, 2), (2, 2)]


def test_what_cannot_be_decoded_is_named(tmp_path):
    broken = tmp_path / "broken.mp4"
    broken.write_bytes(b"no video at all")
    with pytest.raises(NotMade, match=r"^clip7: "):
        describe_clips([PlayableClip("clip7", broken, 2.0)])
