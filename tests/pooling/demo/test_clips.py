"""What is seen in the clips is what their attributes say."""

from collections import Counter
from math import hypot

import numpy as np
import pytest

from pooling.demo.clips import COLOURS, GROUNDS, HEIGHT, KINDS, MOTIONS, SIZES, WIDTH, Clip, Shape
from pooling.demo.drawing import DISTANCES, PAINT, frames_of, ground_of
from pooling.demo.motion import REACH, pose_of


def clip_of(
    motion="stands still", *, kind="circle", colour="red", size="large", ground="plain", frames=25
) -> Clip:
    return Clip(
        "clip01", frames, ground, "mist", "whole", (Shape(kind, colour, size, motion, 0.0),)
    )


def coloured(frame) -> np.ndarray:
    """Where the shape is: its paint is far more vivid than any ground."""
    return np.ptp(frame.astype(int), axis=2) > 60


def centre(frame) -> tuple[float, float]:
    rows, columns = np.nonzero(coloured(frame))
    return columns.mean(), rows.mean()


def test_every_attribute_occurs_often_enough_to_be_asked_for(world):
    shapes = [shape for clip in world.clips for shape in clip.shapes]
    for values, found in (
        (KINDS, Counter(shape.kind for shape in shapes)),
        (COLOURS, Counter(shape.colour for shape in shapes)),
        (SIZES, Counter(shape.size for shape in shapes)),
        (MOTIONS, Counter(shape.motion for shape in shapes)),
        (GROUNDS, Counter(clip.ground for clip in world.clips)),
    ):
        assert min(found[value] for value in values) >= 4, found


def test_clips_last_two_to_three_seconds_and_have_one_or_two_shapes(world):
    assert all(2 <= clip.seconds <= 3 for clip in world.clips)
    assert {len(clip.shapes) for clip in world.clips} == {1, 2}


def test_no_two_clips_show_the_same(world):
    assert (
        len(
            {
                (clip.ground, frozenset((s.kind, s.colour, s.size, s.motion) for s in clip.shapes))
                for clip in world.clips
            }
        )
        == 60
    )


def test_shapes_stay_in_the_picture_and_never_touch(world):
    for clip in world.clips:
        for frame in range(clip.frames):
            poses = [pose_of(clip, number, frame) for number in range(len(clip.shapes))]
            for pose in poses:
                assert 1.1 * pose.radius <= pose.x <= WIDTH - 1.1 * pose.radius
                assert 1.1 * pose.radius <= pose.y <= HEIGHT - 1.1 * pose.radius
            if len(poses) == 2:
                first, second = poses
                assert hypot(first.x - second.x, first.y - second.y) > first.radius + second.radius


def test_small_ones_stay_smaller_than_large_ones_even_while_they_grow():
    small, large = (clip_of("grows", size=size) for size in ("small", "large"))
    assert pose_of(small, 0, 24).radius < pose_of(large, 0, 0).radius
    assert pose_of(small, 0, 24).radius == pytest.approx(2 * pose_of(small, 0, 0).radius)


@pytest.mark.parametrize(
    ("motion", "right", "down"),
    [("rolls left", -1, 0), ("rolls right", 1, 0), ("rises", 0, -1), ("falls", 0, 1)],
)
def test_travellers_go_where_their_motion_says(motion, right, down):
    places = [centre(frame) for frame in frames_of(clip_of(motion, size="small"))]
    (x0, y0), (x1, y1) = places[0], places[-1]
    assert np.sign(round((x1 - x0) / 50)) == right
    assert np.sign(round((y1 - y0) / 50)) == down
    steps = np.diff(places, axis=0) @ (right, down)
    assert (steps > -0.5).all()


def test_a_bouncing_shape_comes_down_three_times():
    heights = np.array(
        [centre(frame)[1] for frame in frames_of(clip_of("bounces", size="small", frames=61))]
    )
    lowest = heights > heights.max() - 5
    assert (np.diff(lowest.astype(int)) == 1).sum() == 3
    assert np.ptp(heights) > 100


def test_a_blinking_shape_is_gone_three_times_and_there_at_both_ends():
    seen = [bool(coloured(frame).any()) for frame in frames_of(clip_of("blinks", frames=61))]
    assert (np.diff(np.array(seen, int)) == -1).sum() == 3
    assert (seen[0], seen[-1]) == (True, True)


def test_a_growing_shape_covers_ever_more():
    areas = np.array([coloured(frame).sum() for frame in frames_of(clip_of("grows"))])
    assert (np.diff(areas) >= 0).all()
    assert areas[-1] > 3.5 * areas[0]


@pytest.mark.parametrize("kind", KINDS)
def test_a_spinning_shape_is_seen_to_spin_and_stays_where_it_is(kind):
    frames = list(frames_of(clip_of("spins", kind=kind)))
    assert (frames[0] != frames[4]).any()
    assert hypot(*np.subtract(centre(frames[0]), centre(frames[4]))) < 12


def test_a_still_shape_does_not_change():
    first, *others = frames_of(clip_of())
    assert all((frame == first).all() for frame in others)


@pytest.mark.parametrize("colour", COLOURS)
def test_shapes_have_their_colour(colour):
    frame = next(frames_of(clip_of(colour=colour)))
    inside = frame[coloured(frame)].astype(int)
    nearest = min(PAINT, key=lambda name: np.abs(np.median(inside, axis=0) - PAINT[name]).sum())
    assert nearest == colour


def test_grounds_differ_by_their_pattern():
    pictures = {ground: ground_of(clip_of(ground=ground)) for ground in GROUNDS}
    shares = {
        ground: (picture != picture[:, :1, :1]).any(axis=0).mean()
        for ground, picture in pictures.items()
    }
    assert shares.pop("plain") == 0
    assert all(0.05 < share < 0.95 for share in shares.values())
    assert len({picture.tobytes() for picture in pictures.values()}) == 4


@pytest.mark.parametrize("kind", KINDS)
def test_shapes_fill_their_radius_and_no_more_than_their_reach(kind):
    y, x = np.mgrid[-1.5:1.5:301j, -1.5:1.5:301j].astype(np.float32)
    inside = DISTANCES[kind](x, y) < 0
    assert np.hypot(x, y)[inside].max() <= REACH
    assert 1.0 < inside.mean() * 9 < 3.2  # the circle's area is pi
    assert inside[150, 150]
    assert (inside == inside[:, ::-1]).mean() > 0.999
