"""The whole demo world from one seed, and its files: what a lead would have on disk before
importing it."""

import csv
import io
import json
import subprocess
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path

import imageio_ffmpeg
import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from pooling.demo.captions import LOOKS, DemoCaption, WantedClip, truth_of, write_captions
from pooling.demo.clips import HEIGHT, MOTIONS, RATE, WIDTH, Clip, Shape, draw_clips, facts_of
from pooling.demo.drawing import frames_of

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


Truth = NDArray[np.bool_]
Tell = Callable[[int, int], None]


@frozen
class World:
    clips: tuple[Clip, ...]
    captions: tuple[DemoCaption, ...]
    truth: Truth  # (captions, clips)
    models: tuple[Model, ...]


def make_world(seed: int = 7) -> World:
    clips = draw_clips(stream(seed, 0))
    captions = write_captions(clips, stream(seed, 1))
    return World(
        clips, captions, truth_of(captions, clips), search(captions, clips, stream(seed, 2))
    )


def stream(seed: int, number: int) -> np.random.Generator:
    """Each part draws from its own stream, so that a change of one leaves the others as they
    are."""
    return np.random.Generator(np.random.PCG64([seed, number]))


def write_world(world: World, folder: Path, *, tell: Tell | None = None) -> None:
    """Writes `captions.csv`, `training.csv`, `clips/*.mp4`, `clips.json`, `runs/*.npy` and
    `truth.npy`.

    Matrices have captions as rows and clips as columns, both in the order of their keys, which is
    that of `captions.csv`. Written again it changes nothing, and clips that are there are not drawn
    again. `tell` hears how many are there, of how many.
    """
    for name in ("clips", "runs"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    _write_clips(world.clips, folder / "clips", tell)
    learnt_from = make_training_world(world.clips)
    _replace(folder / "captions.csv", csv_of(world.captions, world.clips))
    _replace(folder / "training.csv", csv_of(learnt_from.captions, learnt_from.clips))
    arrays = {f"runs/{model.name}.npy": model.similarity for model in world.models}
    for name, array in {"truth.npy": world.truth, **arrays}.items():
        content = io.BytesIO()
        np.save(content, array, allow_pickle=False)
        _replace(folder / name, content.getvalue())


def csv_of(captions: Sequence[DemoCaption], clips: Sequence[Clip]) -> bytes:
    """Captions as a lead imports them."""
    table = io.StringIO()
    rows = csv.writer(table, lineterminator="\n")
    rows.writerow(("caption_id", "video_id", "caption"))
    rows.writerows((one.key, clips[one.clip].key, one.text) for one in captions)
    return table.getvalue().encode()


def _write_clips(clips: Sequence[Clip], folder: Path, tell: Tell | None) -> None:
    """The attributes are written last: where they are as they should be, the clips beside them are
    too."""
    attributes = folder.parent / "clips.json"  # not among the clips, which are imported as they are
    content = (json.dumps([asdict(clip) for clip in clips], indent=1) + "\n").encode()
    if attributes.exists() and attributes.read_bytes() != content:
        attributes.unlink()
    known = attributes.exists()
    missing = [clip for clip in clips if not known or not (folder / f"{clip.key}.mp4").exists()]
    # Two at a time: one is drawn while FFmpeg works on another.
    with ThreadPoolExecutor(2) as pool:
        written = pool.map(lambda clip: write_clip(clip, folder / f"{clip.key}.mp4"), missing)
        for done, _ in enumerate(written, start=1 + len(clips) - len(missing)):
            if tell is not None:
                tell(done, len(clips))
    _replace(attributes, content)


def _replace(path: Path, content: bytes) -> None:
    part = path.with_name(path.name + ".part")
    part.write_bytes(content)
    part.replace(path)


FRAMES_IN = f"-f rawvideo -pix_fmt rgb24 -s {WIDTH}x{HEIGHT} -r {RATE} -i pipe:0"
COLOURS = (
    "-vf scale=out_color_matrix=bt709:out_range=tv"
    " -colorspace bt709 -color_primaries bt709 -color_trc bt709"
)
# One thread and nothing of the encoder's own in the file: the same clip has the same bytes, so it
# is stored once.
H264 = f"-c:v libx264 -preset veryfast -crf 21 -pix_fmt yuv420p -g {RATE} -threads 1"
PLAIN = "-an -map_metadata -1 -fflags +bitexact -flags:v +bitexact -movflags +faststart -f mp4"


def write_clip(clip: Clip, path: Path) -> None:
    """The file appears whole or not at all."""
    part = path.with_suffix(".part")
    program = imageio_ffmpeg.get_ffmpeg_exe()
    options = f"-nostdin -hide_banner -loglevel error -y {FRAMES_IN} {COLOURS} {H264} {PLAIN}"
    command = [program, *options.split(), f"file:{part}"]
    frames = b"".join(frame.tobytes() for frame in frames_of(clip))
    subprocess.run(command, input=frames, check=True, timeout=120)
    part.replace(path)


CLIPS = 120
STREAM = 3  # the other parts of the demo draw from the first three


@frozen
class TrainingWorld:
    clips: tuple[Clip, ...]
    captions: tuple[DemoCaption, ...]


def make_training_world(evaluated: tuple[Clip, ...], seed: int = 7) -> TrainingWorld:
    """evaluated: clips whose contents must not come again."""
    rng = stream(seed, STREAM)
    known = {facts_of(clip.ground, clip.shapes) for clip in evaluated}
    drawn = draw_clips(rng, CLIPS + len(evaluated))
    fresh = [clip for clip in drawn if facts_of(clip.ground, clip.shapes) not in known][:CLIPS]
    clips = tuple(
        replace(clip, key=f"training{number:03}") for number, clip in enumerate(fresh, start=1)
    )
    captions = write_captions(clips, rng)
    return TrainingWorld(clips, tuple(replace(one, key=f"training-{one.key}") for one in captions))


def simulate_raters(
    truth: NDArray[np.bool_], pairs: NDArray[np.integer], error_rates: Sequence[float], seed: int
) -> NDArray[np.bool_]:
    """(pairs, raters): whether each rater finds the pair relevant. They say the opposite of the
    truth at their rates of error.

    truth: (captions, clips). pairs: (pairs, 2), each a caption and a clip. A rater answers a pair
    in the same way whichever other pairs are asked, in whichever order, and whoever else is asked.
    """
    caption, clip = pairs[:, 0], pairs[:, 1]
    answers = np.empty((len(pairs), len(error_rates)), bool)
    for rater, rate in enumerate(error_rates):
        if not 0 <= rate <= 1:
            raise ValueError(f"a rate of error lies from 0 to 1, not at {rate}")
        errs = stream(seed, rater).random(truth.shape) < rate
        answers[:, rater] = (truth ^ errs)[caption, clip]
    return answers
