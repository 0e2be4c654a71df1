"""The whole demo world from one seed, and its files: what a lead would have on disk before
importing it."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pooling.demo.captions import DemoCaption, truth_of, write_captions
from pooling.demo.clips import Clip, draw_clips
from pooling.demo.film import write_clip
from pooling.demo.search import Model, search

Truth = NDArray[np.bool_]
Tell = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class World:
    clips: tuple[Clip, ...]
    captions: tuple[DemoCaption, ...]
    truth: Truth  # (captions, clips)
    models: tuple[Model, ...]


def make_world(seed: int = 7) -> World:
    clips = draw_clips(_stream(seed, 0))
    captions = write_captions(clips, _stream(seed, 1))
    return World(
        clips, captions, truth_of(captions, clips), search(captions, clips, _stream(seed, 2))
    )


def _stream(seed: int, number: int) -> np.random.Generator:
    """Each part draws from its own stream, so that a change of one leaves the others as they
    are."""
    return np.random.Generator(np.random.PCG64([seed, number]))


def write_world(world: World, folder: Path, *, tell: Tell | None = None) -> None:
    """Writes `captions.csv`, `clips/*.mp4`, `clips.json`, `runs/*.npy` and `truth.npy`.

    Matrices have captions as rows and clips as columns, both in the order of their keys, which is
    that of `captions.csv`. Written again it changes nothing, and clips that are there are not drawn
    again. `tell` hears how many are there, of how many.
    """
    for name in ("clips", "runs"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    _write_clips(world.clips, folder / "clips", tell)
    _replace(folder / "captions.csv", _captions_csv(world).encode())
    _replace(folder / "truth.npy", _npy(world.truth))
    for model in world.models:
        _replace(folder / "runs" / f"{model.name}.npy", _npy(model.similarity))


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


def _captions_csv(world: World) -> str:
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(("caption_id", "video_id", "caption"))
    table.writerows(
        (caption.key, world.clips[caption.clip].key, caption.text) for caption in world.captions
    )
    return out.getvalue()


def _npy(array: NDArray[np.generic]) -> bytes:
    out = io.BytesIO()
    np.save(out, array, allow_pickle=False)
    return out.getvalue()


def _replace(path: Path, content: bytes) -> None:
    part = path.with_name(path.name + ".part")
    part.write_bytes(content)
    part.replace(path)
