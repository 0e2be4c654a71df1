"""Captions and clips of the demo to train on: of the same world, and none of them the same as one
that the demo evaluates."""

from dataclasses import dataclass, replace

import numpy as np

from pooling.demo.captions import DemoCaption, write_captions
from pooling.demo.clips import Clip, draw_clips

CLIPS = 120
STREAM = 3  # the other parts of the demo draw from the first three


@dataclass(frozen=True, slots=True)
class TrainingWorld:
    clips: tuple[Clip, ...]
    captions: tuple[DemoCaption, ...]


def make_training_world(evaluated: tuple[Clip, ...], seed: int = 7) -> TrainingWorld:
    """evaluated: clips whose contents must not come again."""
    rng = np.random.Generator(np.random.PCG64([seed, STREAM]))
    known = {_content(clip) for clip in evaluated}
    drawn = draw_clips(rng, CLIPS + len(evaluated))
    fresh = [clip for clip in drawn if _content(clip) not in known][:CLIPS]
    clips = tuple(
        replace(clip, key=f"training{number:03}") for number, clip in enumerate(fresh, start=1)
    )
    captions = write_captions(clips, rng)
    return TrainingWorld(clips, tuple(replace(one, key=f"training-{one.key}") for one in captions))


def _content(clip: Clip) -> tuple[object, ...]:
    shapes = frozenset((one.kind, one.colour, one.size, one.motion) for one in clip.shapes)
    return clip.ground, shapes
