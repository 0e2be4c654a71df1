"""Where a shape is, and how it lies, at each moment of its clip."""

from dataclasses import dataclass
from math import pi, sin

from pooling.demo.clips import HEIGHT, WIDTH, Clip, Shape

RADIUS = {"small": 20.0, "large": 44.0}
# The farthest corner of any kind at any angle, in radii; and some pixels of air.
REACH, AIR = 1.25, 6.0
HOPS = 3


@dataclass(frozen=True, slots=True)
class Pose:
    x: float  # pixels, from the left
    y: float  # pixels, from the top
    radius: float
    angle: float = 0.0  # radians, counterclockwise
    squash: float = 0.0  # 0.1: a tenth lower and wider
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Room:
    """The part of the picture where a shape's centre may be."""

    left: float
    right: float
    top: float
    bottom: float

    def across(self, place: float) -> tuple[float, float]:
        """The point at this share of both sides; -1 is left and top, 1 is right and bottom."""
        return _between(self.left, self.right, (place + 1) / 2), _between(
            self.top, self.bottom, (place + 1) / 2
        )


def pose_of(clip: Clip, number: int, frame: int) -> Pose:
    """The pose of the clip's shape of that number in that frame."""
    shape = clip.shapes[number]
    return _POSES[shape.motion](shape, room_of(clip, number), frame / (clip.frames - 1))


def room_of(clip: Clip, number: int) -> Room:
    width, height = WIDTH, HEIGHT
    left = top = 0.0
    if clip.layout == "rows":
        height, top = HEIGHT // 2, number * HEIGHT / 2
    if clip.layout == "columns":
        width, left = WIDTH // 2, number * WIDTH / 2
    edge = REACH * RADIUS[clip.shapes[number].size] + AIR
    return Room(left + edge, left + width - edge, top + edge, top + height - edge)


def _rolls(shape: Shape, room: Room, t: float) -> Pose:
    radius, way = RADIUS[shape.size], _ease(t) * (room.right - room.left)
    y = room.across(shape.place)[1]
    if shape.motion == "rolls left":
        return Pose(room.right - way, y, radius, angle=way / radius)
    return Pose(room.left + way, y, radius, angle=-way / radius)


def _rises(shape: Shape, room: Room, t: float) -> Pose:
    return Pose(
        room.across(shape.place)[0], _between(room.bottom, room.top, _ease(t)), RADIUS[shape.size]
    )


def _falls(shape: Shape, room: Room, t: float) -> Pose:
    """Ever faster, and then it lies there."""
    return Pose(
        room.across(shape.place)[0],
        _between(room.top, room.bottom, min(1.0, t / 0.8) ** 2),
        RADIUS[shape.size],
    )


def _bounces(shape: Shape, room: Room, t: float) -> Pose:
    height = abs(sin(HOPS * pi * t))
    y = _between(room.bottom, room.top, 0.85 * height)
    return Pose(
        room.across(shape.place)[0], y, RADIUS[shape.size], squash=0.16 * max(0.0, 1 - 4 * height)
    )


def _spins(shape: Shape, room: Room, t: float) -> Pose:
    return Pose(*_spot(shape, room), RADIUS[shape.size], angle=-3 * pi * t)


def _grows(shape: Shape, room: Room, t: float) -> Pose:
    """Grows to twice its first radius, and a small one stays smaller than a large one."""
    return Pose(*_spot(shape, room), RADIUS[shape.size] * _between(0.6, 1.2, _ease(t)))


def _blinks(shape: Shape, room: Room, t: float) -> Pose:
    """There at first, then gone and back, three times."""
    phase = (3 * t + 0.25) % 1
    return Pose(
        *_spot(shape, room),
        RADIUS[shape.size],
        opacity=min(1.0, max(0.0, 4.5 - 12 * abs(phase - 0.35))),
    )


def _stands(shape: Shape, room: Room, t: float) -> Pose:
    return Pose(*_spot(shape, room), RADIUS[shape.size])


def _spot(shape: Shape, room: Room) -> tuple[float, float]:
    """Near the middle of its room: off it only as far as half the room allows."""
    return room.across(shape.place / 2)[0], room.across(-shape.place / 3)[1]


def _ease(t: float) -> float:
    return 0.5 * t + 0.5 * t * t * (3 - 2 * t)


def _between(start: float, end: float, share: float) -> float:
    return start + (end - start) * share


_POSES = {
    "rolls left": _rolls,
    "rolls right": _rolls,
    "rises": _rises,
    "falls": _falls,
    "bounces": _bounces,
    "spins": _spins,
    "grows": _grows,
    "blinks": _blinks,
    "stands still": _stands,
}
