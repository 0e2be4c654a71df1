"""A modest description of a clip, computed from its own pictures: colours, gradients, motion.

No network and no weights: it knows shapes as little as a thumbnail does. It is there so that models
can be trained where nobody has features, from the first clip to the last figure.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from measures.arrays import Floats, Integers, Values

VERSION = 1
PICTURES, WIDTH, HEIGHT = 24, 64, 48  # looked at of each clip, evenly spread
HUES, GREYS, ORIENTATIONS, CELLS = 12, 8, 8, 4
EPSILON = 1e-6
SLOW = 1.5  # the root of a flow of two pixels: a slower one is described as slower
DAMPING = np.float32(1e-4)  # of flows, where there is little to go by
NOISE = np.float32(5 / 255)  # as much as a coder changes where nothing changes

Pictures = NDArray[np.uint8]  # (pictures, height, width, 3), red, green, blue
Planes = NDArray[np.float32]  # (pictures, height, width), 0 to 1
Row = NDArray[np.float32]
Block = NDArray[np.floating]


def describe_pictures(pictures: Pictures) -> Row:
    """(numbers,): the same length for every clip, its blocks each of length 1 or 0."""
    colours = np.asarray(pictures, np.float32) / np.float32(255)
    grey = np.asarray(colours @ np.array([0.299, 0.587, 0.114], np.float32), np.float32)
    hue, strength = _hues(colours)
    root = np.sqrt(strength)
    blocks = [*_colours(hue, strength, grey), *_gradients(grey, root), *_changes(grey, root)]
    whole = [_rooted(block, EPSILON) for block in blocks]
    return np.concatenate([*whole, *(_rooted(block, SLOW) for block in _flows(root))])


def _rooted(block: Block, least: float) -> Row:
    """The root of each part, with its sign, so that large parts do not hide small ones; then of
    length 1, or shorter where it is next to nothing."""
    flat = block.ravel()
    flat = np.sign(flat) * np.sqrt(np.abs(flat))
    return np.asarray(flat / max(float(np.linalg.norm(flat)), least), np.float32)


def _binned(up: Any, across: Any, bins: int, turn: float = 2 * np.pi) -> Integers:
    """The bin of each direction among those of a turn."""
    share = (np.arctan2(up, across) / turn + 0.5 / bins) % 1
    return np.minimum((share * bins).astype(np.int64), bins - 1)


def _hues(colours: Floats) -> tuple[Integers, Planes]:
    """The bin of each pixel's hue, and how far it is from grey."""
    red, green, blue = np.moveaxis(colours, -1, 0)
    across, up = (2 * red - green - blue) / 2, (green - blue) * np.float32(np.sqrt(3) / 2)
    strength = np.maximum(np.hypot(across, up) - NOISE, 0)
    # Pure red, yellow and so on are in the middle of a bin.
    return _binned(up, across, HUES), strength**2


def _colours(hue: Integers, strength: Planes, grey: Planes) -> Iterator[Block]:
    """How much there is of each hue and grey, how that changes, and where the strong hues are."""
    pictures = zip(hue, strength, strict=True)
    amounts = np.stack([np.bincount(of.ravel(), by.ravel(), HUES) for of, by in pictures])
    yield np.concatenate([amounts.mean(axis=0), amounts.std(axis=0)])
    levels = np.minimum((grey * GREYS).astype(np.int64), GREYS - 1)
    yield np.stack([(levels == level).mean() for level in range(GREYS)])
    yield _in_cells(strength).mean(axis=0)


def _gradients(grey: Planes, root: Planes) -> Iterator[Block]:
    """Orientations of edges, of brightness by cells and of colour strength as a whole."""
    for plane, by_cells in ((grey, True), (root, False)):
        down, right = np.gradient(plane, axis=(1, 2))
        size = np.maximum(np.hypot(down, right) - NOISE, 0)
        bins = _binned(down, right, ORIENTATIONS, np.pi)
        parts = np.stack([np.where(bins == one, size, 0) for one in range(ORIENTATIONS)])
        yield parts.mean(axis=(1, 2, 3))
        if by_cells:
            yield np.stack([_in_cells(part).mean(axis=0) for part in parts])


def _changes(grey: Planes, root: Planes) -> Iterator[Block]:
    """How much changes, where and when."""
    changes = np.maximum(np.abs(np.diff(grey, axis=0)) - NOISE, 0)
    yield _in_cells(changes).mean(axis=0)
    yield _course(changes.mean(axis=(1, 2)))
    yield _course(root.mean(axis=(1, 2)))


def _flows(root: Planes) -> Iterator[Block]:
    """Which way things move: a flow that is found by least squares in each cell (Lucas and
    Kanade), its direction, its course, and whether it spreads out or turns."""
    right, down, weight = _flow(_halved(root))
    bins, speed = _binned(down, right, ORIENTATIONS), np.hypot(right, down) * weight
    yield np.bincount(bins.ravel(), speed.ravel(), ORIENTATIONS) / max(weight.sum(), EPSILON)
    total = np.maximum(weight.sum(axis=(1, 2)), EPSILON)
    sides = np.array(right.shape[1:])
    y, x = np.mgrid[: sides[0], : sides[1]] - (sides - 1)[:, None, None] / 2
    for pair in ((right, down), (x * right + y * down, x * down - y * right)):
        means = [(way * weight).sum(axis=(1, 2)) / total for way in pair]
        yield np.concatenate([_course(mean, signed=True) for mean in means])


def _flow(planes: Planes) -> tuple[Planes, Planes, Planes]:
    """(pictures - 1, cells, cells) each: to the right, downwards, and how much there is to go
    by."""
    between = (planes[1:] + planes[:-1]) / 2
    down, right = np.gradient(between, axis=(1, 2))
    later = np.diff(planes, axis=0)
    xx, yy, xy, xt, yt = (
        _in_cells(np.asarray(one), 2 * CELLS)
        for one in (right * right, down * down, right * down, right * later, down * later)
    )
    damped_x, damped_y = xx + DAMPING, yy + DAMPING
    determinant = damped_x * damped_y - xy * xy
    u = -(damped_y * xt - xy * yt) / determinant
    v = -(damped_x * yt - xy * xt) / determinant
    return np.clip(u, -4, 4), np.clip(v, -4, 4), xx + yy


def _course(values: Block, *, signed: bool = False) -> Values:
    """How a number goes over a clip: its mean in each quarter, its spread, and how often it
    turns."""
    quarters = [part.mean() for part in np.array_split(values, 4)]
    steps = np.sign(values if signed else np.diff(values))
    turns = (np.diff(steps) != 0).mean() * (np.abs(values).mean() + EPSILON)
    return np.array([*quarters, values.mean(), values.std(), turns])


def _in_cells(planes: Block, cells: int = CELLS) -> Planes:
    """(pictures, cells, cells): means."""
    pictures, height, width = planes.shape
    parts = planes.reshape(pictures, cells, height // cells, cells, width // cells)
    return np.asarray(parts.mean(axis=(2, 4)), np.float32)


def _halved(planes: Planes) -> Planes:
    """The planes at half the size: what moves two pixels moves one, which a gradient can follow."""
    pictures, height, width = planes.shape
    return planes.reshape(pictures, height // 2, 2, width // 2, 2).mean(axis=(2, 4))
