"""The pictures of the demo's clips, drawn by signed distances: smooth edges and soft shadows
without a drawing library."""

from collections.abc import Callable, Iterable, Iterator
from math import cos, hypot, pi, sin, sqrt

import numpy as np
from numpy.typing import NDArray

from pooling.demo.clips import HEIGHT, WIDTH, Clip
from pooling.demo.motion import REACH, Pose, pose_of

# (3, height, width), 0 to 255: one colour after the other, which NumPy works through faster.
Picture = NDArray[np.float32]
Plane = NDArray[np.floating]  # (height, width)
# Of points, in radii from the centre and y upward; negative inside.
Distance = Callable[[Plane, Plane], Plane]

PAINT = {
    "red": (214, 84, 72),
    "yellow": (236, 184, 62),
    "green": (86, 158, 108),
    "blue": (70, 128, 194),
    "purple": (136, 102, 182),
}
# Each ground's two tones: where there is no pattern, and the pattern.
TONES = {
    "sand": ((247, 241, 229), (235, 224, 203)),
    "mist": ((236, 242, 246), (215, 227, 235)),
    "sage": ((238, 243, 234), (218, 229, 212)),
    "blush": ((249, 239, 235), (240, 221, 213)),
    "lilac": ((243, 240, 248), (227, 220, 238)),
}
PITCH = 32  # pixels from one stripe, dot or check to the next
SHADOW_SHIFT, SHADOW_SOFTNESS, SHADOW_DEPTH = (3.0, 5.0), 7.0, 0.26


def frames_of(clip: Clip) -> Iterator[NDArray[np.uint8]]:
    """Each (height, width, 3), RGB."""
    return pictures_of(clip, range(clip.frames))


def pictures_of(clip: Clip, frames: Iterable[int]) -> Iterator[NDArray[np.uint8]]:
    """Those of some of its frames."""
    ground = ground_of(clip)
    last, picture = None, np.empty(0, np.uint8)
    for frame in frames:
        poses = [pose_of(clip, number, frame) for number in range(len(clip.shapes))]
        if poses != last:
            last, picture = poses, _picture(clip, poses, ground)
        yield picture


def ground_of(clip: Clip) -> Picture:
    bare, pattern = map(_colour, TONES[clip.tint])
    y, x = np.mgrid[:HEIGHT, :WIDTH].astype(np.float32) + np.float32(0.5)
    return (bare + (pattern - bare) * _cover(PATTERNS[clip.ground](x, y))).astype(np.float32)


def _colour(tone: tuple[int, int, int]) -> Picture:
    return np.array(tone, np.float32)[:, None, None]


def _picture(clip: Clip, poses: list[Pose], ground: Picture) -> NDArray[np.uint8]:
    picture = ground.copy()
    for shape, pose in zip(clip.shapes, poses, strict=True):
        _draw(picture, DISTANCES[shape.kind], _colour(PAINT[shape.colour]), pose)
    return np.ascontiguousarray(np.rint(picture).astype(np.uint8).transpose(1, 2, 0))


def _draw(picture: Picture, distance: Distance, paint: Picture, pose: Pose) -> None:
    """First its shadow, then the shape, lighter towards the top, with a pale spot by which a turn
    can be seen."""
    if pose.opacity <= 0:
        return
    reach = REACH * pose.radius * (1 + pose.squash) + SHADOW_SOFTNESS + max(SHADOW_SHIFT)
    rows = slice(max(0, int(pose.y - reach)), min(HEIGHT, int(pose.y + reach) + 1))
    columns = slice(max(0, int(pose.x - reach)), min(WIDTH, int(pose.x + reach) + 1))
    y, x = np.mgrid[rows, columns].astype(np.float32) + np.float32(0.5)
    region = picture[:, rows, columns]
    shadow = distance(*_own_axes(x - SHADOW_SHIFT[0], y - SHADOW_SHIFT[1], pose)) * pose.radius
    region *= 1 - _cover(shadow / SHADOW_SOFTNESS) * np.float32(SHADOW_DEPTH * pose.opacity)
    u, v = _own_axes(x, y, pose)
    spot = (np.hypot(u + 0.26, v - 0.22) - 0.13) * pose.radius
    light = np.clip((pose.y - y) / pose.radius, -1, 1) * np.float32(9)
    colour = paint + light + (255 - paint) * (_cover(spot) * np.float32(0.55))
    region += (colour - region) * (_cover(distance(u, v) * pose.radius) * np.float32(pose.opacity))


def _cover(distance: Plane) -> Plane:
    """How much of a pixel lies inside, where distances are in pixels."""
    cover: Plane = np.clip(0.5 - distance, 0, 1)
    return cover


def _own_axes(x: Plane, y: Plane, pose: Pose) -> tuple[Plane, Plane]:
    """The shape's own axes, y upward; squashed towards its foot."""
    right = (x - pose.x) / (pose.radius * (1 + pose.squash))
    up = (pose.y + pose.radius * pose.squash - y) / (pose.radius * (1 - pose.squash))
    c, s = cos(pose.angle), sin(pose.angle)
    return c * right + s * up, c * up - s * right


def _length(x: Plane, y: Plane) -> Plane:
    length: Plane = np.sqrt(x * x + y * y)
    return length


def _circle(x: Plane, y: Plane) -> Plane:
    return _length(x, y) - 1


def _square(x: Plane, y: Plane) -> Plane:
    right, up = np.abs(x) - 0.74, np.abs(y) - 0.74
    corner = _length(np.maximum(right, 0), np.maximum(up, 0))
    return corner + np.minimum(np.maximum(right, up), 0) - 0.14


def _triangle(x: Plane, y: Plane) -> Plane:
    """Inside its three sides, and inside a circle that takes the tips of the corners off."""
    up = y + 0.08
    sides = np.maximum(sqrt(3) / 2 * np.abs(x) + 0.5 * up, -up) - 0.62
    distance: Plane = np.maximum(sides, _length(x, y) - 1.15)
    return distance


def _star(x: Plane, y: Plane) -> Plane:
    """Five points, folded onto half of one: that is a line from the tip to the notch."""
    fifth = 2 * pi / 5
    turn = np.arctan2(x, y)
    turn = np.abs(turn - np.round(turn / fifth) * fifth)
    far = _length(x, y)
    across, along = far * np.sin(turn), far * np.cos(turn)
    tip, notch = 1.2, (0.58 * sin(fifth / 2), 0.58 * cos(fifth / 2))
    slope = hypot(notch[0], tip - notch[1])
    side = (across * (tip - notch[1]) - (tip - along) * notch[0]) / slope
    distance: Plane = np.maximum(side, far - 1.12)
    return distance


def _heart(x: Plane, y: Plane) -> Plane:
    """Two discs over a corner that stands on its point."""
    x, y = np.abs(x) / 1.75, (y + 1.0) / 1.75
    disc = _length(x - 0.25, y - 0.75) - sqrt(2) / 4
    half = 0.5 * np.maximum(x + y, 0)
    corner = np.minimum(_length(x, y - 1), _length(x - half, y - half)) * np.sign(x - y)
    return np.where(x + y > 1, disc, corner) * 1.75


def _nothing(x: Plane, y: Plane) -> Plane:
    return np.ones_like(x)


def _stripes(x: Plane, y: Plane) -> Plane:
    distance: Plane = np.abs((x + y) / sqrt(2) % PITCH - PITCH / 2) - PITCH / 4
    return distance


def _dots(x: Plane, y: Plane) -> Plane:
    row, down = np.divmod(y, PITCH * 0.75)
    across = (x + PITCH / 2 * (row % 2)) % PITCH
    return _length(across - PITCH / 2, down - PITCH * 0.375) - PITCH / 6


def _checks(x: Plane, y: Plane) -> Plane:
    across, down = (np.abs((side + PITCH / 2) % (2 * PITCH) - PITCH) - PITCH / 2 for side in (x, y))
    distance: Plane = np.where(across * down < 0, -1, 1) * np.minimum(np.abs(across), np.abs(down))
    return distance


DISTANCES: dict[str, Distance] = {
    "circle": _circle,
    "square": _square,
    "triangle": _triangle,
    "star": _star,
    "heart": _heart,
}
PATTERNS: dict[str, Distance] = {
    "plain": _nothing,
    "striped": _stripes,
    "dotted": _dots,
    "checked": _checks,
}
