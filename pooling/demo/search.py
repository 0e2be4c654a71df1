"""Three models that search the demo's clips: how well a text's wishes match, plus error that is
partly the same in all."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from pooling.demo.captions import LOOKS, DemoCaption, WantedClip
from pooling.demo.clips import MOTIONS, Clip, Shape

Similarity = NDArray[np.float32]


@frozen
class Eye:
    """What a model makes of the attributes: how much a wish that is met adds for each, and how much
    its error weighs."""

    kind: float
    colour: float
    size: float
    motion: float
    ground: float
    own_error: float
    shared_error: float = 0.35

    def match(self, wanted: WantedClip, clip: Clip) -> float:
        return max(self._score(wanted, shape, clip.ground) for shape in clip.shapes)

    def _score(self, wanted: WantedClip, shape: Shape, ground: str) -> float:
        # In the order of the fields, for sums of floats depend on it.
        met = [getattr(wanted, one) == getattr(shape, one) for one in LOOKS]
        met.append(wanted.motions != MOTIONS and shape.motion in wanted.motions)
        met.append(wanted.ground == ground)
        weights = (self.kind, self.colour, self.size, self.motion, self.ground)
        return sum(weight for weight, is_met in zip(weights, met, strict=True) if is_met)


@frozen
class Design:
    name: str
    family: str
    version: str
    note: str
    eye: Eye


@frozen
class Model:
    design: Design
    similarity: Similarity  # (captions, clips), higher is better

    @property
    def name(self) -> str:
        return self.design.name


DESIGNS = (
    Design(
        "magpie",
        "magpie",
        "1.0",
        "Looks at frames one by one: sees colours and grounds, hardly any motion.",
        Eye(kind=0.8, colour=1.0, size=0.3, motion=0.2, ground=0.7, own_error=0.6),
    ),
    Design(
        "heron-base",
        "heron",
        "2.0",
        "Looks at eight frames together: sees that things move, less well which way.",
        Eye(kind=1.0, colour=1.0, size=0.5, motion=0.6, ground=0.5, own_error=0.45),
    ),
    Design(
        "heron-large",
        "heron",
        "2.1",
        "The base model's larger sister, with more frames.",
        Eye(kind=1.0, colour=1.0, size=0.8, motion=1.0, ground=0.7, own_error=0.25),
    ),
)


def search(
    captions: Sequence[DemoCaption], clips: Sequence[Clip], rng: np.random.Generator
) -> tuple[Model, ...]:
    """A model sees a caption's text alone, so captions with the same text have the same
    similarities."""
    texts = {caption.text: caption.wanted for caption in captions}
    rows = [list(texts).index(caption.text) for caption in captions]
    shape = len(texts), len(clips)
    shared = rng.standard_normal(shape)
    models = []
    for design in DESIGNS:
        eye = design.eye
        match = np.array([[eye.match(wanted, clip) for clip in clips] for wanted in texts.values()])
        similarity = match + eye.shared_error * shared + eye.own_error * rng.standard_normal(shape)
        models.append(Model(design, similarity[rows].astype(np.float32)))
    return tuple(models)
