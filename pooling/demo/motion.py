"""Where a shape is, and how it lies, at each moment of its clip."""

from math import pi, sin

from foundation.frozen import frozen
from pooling.demo.clips import HEIGHT, WIDTH, Clip, Shape

RADIUS = {"small": 20.0, "large": 44.0}
# The farthest corner of any kind at any angle, in radii; and some pixels of air.
REACH, AIR = 1.25, 6.0
HOPS = 3


@frozen
class Pose:
    x: float  # pixels, from the left
    y: float  # pixels, from the top
    radius: float
    angle: float = 0.0  # radians, counterclockwise
    squash: float = 0.0  # 0.1: a tenth lower and wider
    opacity: float = 1.0


@frozen
class Room:
    """The part of the picture where a shape's centre may be, and the shape that moves there."""

    shape: Shape
    left: float
    right: float
    top: float
    bottom: float

    @property
    def radius(self) -> float:
        return RADIUS[self.shape.size]

    def x(self, place: float) -> float:
        """The point at this share of its width; -1 is left, 1 is right."""
        return _between(self.left, self.right, (place + 1) / 2)

    def y(self, place: float) -> float:
        """The same of its height, from the top."""
        return _between(self.top, self.bottom, (place + 1) / 2)

    @property
    def own_x(self) -> float:
        return self.x(self.shape.place)

    @property
    def spot(self) -> tuple[float, float, float]:
        """Near its middle: off it only as far as half of it allows. And the radius."""
        return self.x(self.shape.place / 2), self.y(-self.shape.place / 3), self.radius


def pose_of(clip: Clip, number: int, frame: int) -> Pose:
    """The pose of the clip's shape of that number in that frame."""
    motion = clip.shapes[number].motion
    return _POSES[motion](room_of(clip, number), frame / (clip.frames - 1))


def room_of(clip: Clip, number: int) -> Room:
    width, height = WIDTH, HEIGHT
    left = top = 0.0
    if clip.layout == "rows":
        height, top = HEIGHT // 2, number * HEIGHT / 2
    if clip.layout == "columns":
        width, left = WIDTH // 2, number * WIDTH / 2
    shape = clip.shapes[number]
    edge = REACH * RADIUS[shape.size] + AIR
    return Room(shape, left + edge, left + width - edge, top + edge, top + height - edge)


def _rolls(room: Room, t: float) -> Pose:
    way, y = _ease(t) * (room.right - room.left), room.y(room.shape.place)
    angle = way / room.radius
    if room.shape.motion == "rolls left":
        return Pose(room.right - way, y, room.radius, angle=angle)
    return Pose(room.left + way, y, room.radius, angle=-angle)


def _rises(room: Room, t: float) -> Pose:
    return Pose(room.own_x, _between(room.bottom, room.top, _ease(t)), room.radius)


def _falls(room: Room, t: float) -> Pose:
    """Ever faster, and then it lies there."""
    return Pose(room.own_x, _between(room.top, room.bottom, min(1.0, t / 0.8) ** 2), room.radius)


def _bounces(room: Room, t: float) -> Pose:
    height = abs(sin(HOPS * pi * t))
    y = _between(room.bottom, room.top, 0.85 * height)
    return Pose(room.own_x, y, room.radius, squash=0.16 * max(0.0, 1 - 4 * height))


def _spins(room: Room, t: float) -> Pose:
    return Pose(*room.spot, angle=-3 * pi * t)


def _grows(room: Room, t: float) -> Pose:
    """Grows to twice its first radius, and a small one stays smaller than a large one."""
    x, y, radius = room.spot
    return Pose(x, y, radius * _between(0.6, 1.2, _ease(t)))


def _blinks(room: Room, t: float) -> Pose:
    """There at first, then gone and back, three times."""
    phase = (3 * t + 0.25) % 1
    return Pose(*room.spot, opacity=min(1.0, max(0.0, 4.5 - 12 * abs(phase - 0.35))))


def _stands(room: Room, t: float) -> Pose:
    return Pose(*room.spot)


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
