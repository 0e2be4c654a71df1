"""What happens in the demo's clips: shapes with attributes, which are all that captions speak
of."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from foundation.frozen import frozen

WIDTH, HEIGHT, RATE = 320, 240, 25  # pixels, pixels, frames a second

KINDS = ("circle", "square", "triangle", "star", "heart")
COLOURS = ("red", "yellow", "green", "blue", "purple")
SIZES = ("small", "large")
TRAVELS_SIDEWAYS = ("rolls left", "rolls right")
TRAVELS_UPRIGHT = ("rises", "falls", "bounces")
STAYS = ("spins", "grows", "blinks", "stands still")
MOTIONS = TRAVELS_SIDEWAYS + TRAVELS_UPRIGHT + STAYS
GROUNDS = ("plain", "striped", "dotted", "checked")
# The ground's colour: only for the eye, no caption speaks of it.
TINTS = ("sand", "mist", "sage", "blush", "lilac")

Layout = Literal["whole", "rows", "columns"]
Content = tuple[str, tuple["Shape", ...]]  # ground and shapes


@frozen
class Shape:
    kind: str
    colour: str
    size: str
    motion: str
    place: float  # -1 to 1: where in its part of the picture, across its way


@frozen
class Clip:
    key: str
    frames: int
    ground: str
    tint: str
    # Two shapes share the picture as rows or as columns, so that neither covers the other.
    layout: Layout
    shapes: tuple[Shape, ...]

    @property
    def seconds(self) -> float:
        return self.frames / RATE


def draw_clips(rng: np.random.Generator, count: int = 60) -> tuple[Clip, ...]:
    """Clips in families of four that differ in little, as the scenes of one film do: near misses
    are what makes search hard."""
    contents: dict[Hashable, Content] = {}
    for first in _first_of_families(rng, count):
        for content in (first, *(_vary(*first, rng) for _ in range(3))):
            contents.setdefault(facts_of(*content), content)
    chosen = list(contents.values())[:count]
    return tuple(
        _clip(number, chosen[i], rng) for number, i in enumerate(rng.permutation(count), start=1)
    )


def _first_of_families(rng: np.random.Generator, count: int) -> Iterator[Content]:
    """Every attribute in turn from a shuffled pack, so that all occur about equally often."""
    packs = [_pack(choice, count, rng) for choice in (KINDS, COLOURS, SIZES, MOTIONS, GROUNDS)]
    for kind, colour, size, motion, ground in zip(*packs, strict=True):
        shape = Shape(kind, colour, size, motion, _place(rng))
        other = _shape(_ways_beside(motion, rng), rng)
        # Two of a kind and colour are hard to tell apart in words.
        alone = rng.random() < 0.5 or (other.kind, other.colour) == (kind, colour)
        yield ground, (shape,) if alone else (shape, other)


def _pack(choice: Sequence[str], count: int, rng: np.random.Generator) -> list[str]:
    rounds = -(-count // len(choice))
    return [choice[i] for _ in range(rounds) for i in rng.permutation(len(choice))][:count]


def _ways_beside(motion: str, rng: np.random.Generator) -> tuple[str, ...]:
    """Motions that find room in the same picture: nothing that travels sideways beside what travels
    upright."""
    if motion in TRAVELS_SIDEWAYS or (motion in STAYS and rng.random() < 0.5):
        return TRAVELS_SIDEWAYS + STAYS
    return TRAVELS_UPRIGHT + STAYS


def _clip(number: int, content: Content, rng: np.random.Generator) -> Clip:
    ground, shapes = content
    layout: Layout = "whole"
    if len(shapes) > 1:
        layout = "columns" if any(shape.motion in TRAVELS_UPRIGHT for shape in shapes) else "rows"
    frames = int(rng.integers(2 * RATE, 3 * RATE + 1))
    return Clip(f"clip{number:02}", frames, ground, _one_of(TINTS, rng), layout, shapes)


def _shape(ways: Sequence[str], rng: np.random.Generator) -> Shape:
    kind, colour, size, motion = (_one_of(choice, rng) for choice in (KINDS, COLOURS, SIZES, ways))
    return Shape(kind, colour, size, motion, _place(rng))


def _vary(ground: str, shapes: tuple[Shape, ...], rng: np.random.Generator) -> Content:
    """Another of the family: one attribute of its first shape is drawn anew, and perhaps the
    ground."""
    first = shapes[0]
    ways = _ways_beside(shapes[-1].motion if first.motion in STAYS else first.motion, rng)
    fresh = _shape(ways, rng)
    changed = _one_of(("kind", "colour", "size", "motion"), rng)
    first = replace(first, place=_place(rng), **{changed: getattr(fresh, changed)})
    kept = tuple(
        shape for shape in shapes[1:] if (shape.kind, shape.colour) != (first.kind, first.colour)
    )
    return (ground if rng.random() < 0.6 else _one_of(GROUNDS, rng)), (first, *kept)


def facts_of(ground: str, shapes: tuple[Shape, ...]) -> Hashable:
    return ground, frozenset((one.kind, one.colour, one.size, one.motion) for one in shapes)


def _place(rng: np.random.Generator) -> float:
    return round(float(rng.uniform(-1, 1)), 3)


def _one_of(choice: Sequence[str], rng: np.random.Generator) -> str:
    return choice[int(rng.integers(len(choice)))]
