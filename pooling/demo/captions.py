"""Captions of the demo: sets of wanted attributes, said in some variety of plain English, and their
truth about every clip."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from pooling.demo.clips import MOTIONS, TRAVELS_SIDEWAYS, TRAVELS_UPRIGHT, Clip, Shape

# Any of these is to move; the others stay where they are.
MOVES = (*TRAVELS_SIDEWAYS, *TRAVELS_UPRIGHT)

NOUNS = {
    "circle": ("circle", "disc"),
    "square": ("square", "square"),
    "triangle": ("triangle", "triangle"),
    "star": ("star", "star"),
    "heart": ("heart", "heart"),
    None: ("shape", "shape"),
}
SIZE_WORDS = {"small": ("small", "little"), "large": ("large", "big")}
# What follows "a red star": as it happens, and as it is going on.
DEEDS: dict[tuple[str, ...], tuple[tuple[str, str], ...]] = {
    ("rolls left",): (
        ("rolls left", "is rolling left"),
        ("rolls to the left", "is rolling to the left"),
    ),
    ("rolls right",): (
        ("rolls right", "is rolling right"),
        ("rolls to the right", "is rolling to the right"),
    ),
    ("rises",): (("rises", "is rising"), ("floats up", "is floating up")),
    ("falls",): (("falls", "is falling"), ("drops down", "is dropping down")),
    ("bounces",): (("bounces", "is bouncing"), ("bounces up and down", "is bouncing up and down")),
    ("spins",): (
        ("spins in place", "is spinning in place"),
        ("turns on the spot", "is turning on the spot"),
    ),
    ("grows",): (("grows", "is growing"), ("gets bigger", "is getting bigger")),
    ("blinks",): (("blinks", "is blinking"), ("flashes on and off", "is flashing on and off")),
    ("stands still",): (("stands still", "is standing still"), ("stays still", "is staying still")),
    TRAVELS_SIDEWAYS: (("rolls", "is rolling"), ("rolls along", "is rolling along")),
    MOVES: (("moves", "is moving"), ("moves about", "is moving about")),
}
GROUND_WORDS = ("on a {} floor", "over a {} floor", "on a {} ground")
# What is seen of a shape at any moment.
LOOKS = ("kind", "colour", "size")
# How often a caption wants so many attributes, from one to all five.
PER_CLIP = 5
SPECIFICITY = (0.06, 0.17, 0.30, 0.29, 0.18)


@frozen
class WantedClip:
    """True of a clip if some shape in it fulfils all. None, or all motions: it does not matter."""

    kind: str | None = None
    colour: str | None = None
    size: str | None = None
    motions: tuple[str, ...] = MOTIONS
    ground: str | None = None

    def fulfilled_by(self, shape: Shape, ground: str) -> bool:
        return (
            shape.motion in self.motions
            and self.ground in (None, ground)
            and all(getattr(self, one) in (None, getattr(shape, one)) for one in LOOKS)
        )

    def is_true_of(self, clip: Clip) -> bool:
        return any(self.fulfilled_by(shape, clip.ground) for shape in clip.shapes)

    def grade_of(self, clip: Clip) -> int:
        """How much of it is true of one of its shapes: nothing, some, half or more, everything."""
        return max(self._grade(shape, clip.ground) for shape in clip.shapes)

    def _grade(self, shape: Shape, ground: str) -> int:
        wishes = [getattr(self, one) == getattr(shape, one) for one in LOOKS if getattr(self, one)]
        wishes += [shape.motion in self.motions] if self.motions != MOTIONS else []
        wishes += [self.ground == ground] if self.ground else []
        met = sum(wishes)
        return 3 if met == len(wishes) else 2 if 2 * met >= len(wishes) else int(met > 0)


@frozen
class DemoCaption:
    key: str
    clip: int  # its source video, by index
    text: str
    wanted: WantedClip


def write_captions(clips: Sequence[Clip], rng: np.random.Generator) -> tuple[DemoCaption, ...]:
    """Captions in the order of the clips, each from another look at its clip."""
    captions: list[DemoCaption] = []
    for index, clip in enumerate(clips):
        for _ in range(PER_CLIP):
            wanted, key = _look_at(clip, rng), f"caption{len(captions) + 1:03}"
            captions.append(DemoCaption(key, index, say(wanted, rng), wanted))
    return tuple(captions)


def truth_of(captions: Sequence[DemoCaption], clips: Sequence[Clip]) -> NDArray[np.bool_]:
    """(captions, clips)"""
    return np.array(
        [[caption.wanted.is_true_of(clip) for clip in clips] for caption in captions], bool
    )


def grades_of(captions: Sequence[DemoCaption], clips: Sequence[Clip]) -> NDArray[np.int64]:
    """(captions, clips), 0 to 3: what is true of a clip has 3."""
    return np.array([[one.wanted.grade_of(clip) for clip in clips] for one in captions], np.int64)


def say(wanted: WantedClip, rng: np.random.Generator) -> str:
    """What is wanted, in words. Two wishes never have the same words, though one wish has many."""
    first, second, third = rng.random(3).tolist()
    size = SIZE_WORDS[wanted.size][first < 0.25] if wanted.size else None
    thing = _joined(size, wanted.colour, NOUNS[wanted.kind][second < 0.2])
    deed = "" if wanted.motions == MOTIONS else DEEDS[wanted.motions][second > 0.75][third < 0.35]
    place = "" if wanted.ground is None else GROUND_WORDS[int(third * 3)].format(wanted.ground)
    opening = "there is " if not deed and third < 0.5 else ""
    article = "an" if thing[0] in "aeiou" else "a"
    return _joined(f"{opening}{article} {thing}", deed, place)


def _joined(*parts: str | None) -> str:
    return " ".join(filter(None, parts))


def _look_at(clip: Clip, rng: np.random.Generator) -> WantedClip:
    """Some attributes of one of its shapes; a shape's motion at times only roughly."""
    shape = clip.shapes[int(rng.integers(len(clip.shapes)))]
    # Kinds and motions catch the eye first, the ground last.
    ranks = rng.random(5) * (0.5, 0.9, 1.1, 0.6, 1.2)
    noticed = ranks.argsort().argsort() < 1 + rng.choice(5, p=SPECIFICITY)
    return WantedClip(
        kind=shape.kind if noticed[0] else None,
        colour=shape.colour if noticed[1] else None,
        size=shape.size if noticed[2] else None,
        motions=_roughly(shape.motion, rng) if noticed[3] else MOTIONS,
        ground=clip.ground if noticed[4] else None,
    )


def _roughly(motion: str, rng: np.random.Generator) -> tuple[str, ...]:
    wider = [group for group in (TRAVELS_SIDEWAYS, MOVES) if motion in group]
    return wider[int(rng.integers(len(wider)))] if wider and rng.random() < 0.25 else (motion,)
