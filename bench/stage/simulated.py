"""A benchmark of real size and models' scores for it, made up from a seed."""

import csv
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

SEED = 20
WORDS = """
a the two three young old small big red man woman boy girl people baby dog cat horse bird fish ball
car guitar piano rice paper runs jumps eats cuts rolls plays sings quickly slowly over under beside
on with street kitchen field water tree road
""".split()  # noqa: SIM905  (forty quoted words would hide themselves)

Scores = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Sketch:
    """texts: all different. text_of, video_of: (captions,), places among the texts and the
    videos."""

    texts: list[str]
    videos: int
    text_of: NDArray[np.int64]
    video_of: NDArray[np.int64]

    @property
    def captions(self) -> int:
        return len(self.text_of)

    def caption_key(self, caption: int) -> str:
        return f"video{self.video_of[caption]}#{caption}"

    def video_key(self, video: int) -> str:
        return f"video{video}"


def sketch(captions: int, videos: int, texts: int) -> Sketch:
    """The last captions repeat texts of earlier ones; each video has captions // videos of its own,
    or one more."""
    rng = np.random.default_rng(SEED)
    said: dict[str, None] = {}
    while len(said) < texts:
        said[" ".join(rng.choice(WORDS, rng.integers(5, 14)))] = None
    text_of = np.concatenate([np.arange(texts), rng.integers(0, texts, captions - texts)])
    return Sketch(list(said), videos, text_of, np.arange(captions) % videos)


def write_captions(sketched: Sketch, path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(("caption_id", "video_id", "caption"))
        for caption, (text, video) in enumerate(
            zip(sketched.text_of.tolist(), sketched.video_of.tolist(), strict=True)
        ):
            table.writerow(
                (sketched.caption_key(caption), sketched.video_key(video), sketched.texts[text])
            )


def simulate_scores(
    sketched: Sketch, model: int, *, shared: float = 0.3, lift: float = 2.5
) -> Scores:
    """(captions, videos): what is right adds `lift` on average; of the errors' variance, `shared`
    is common to all models.

    Captions with one text have the same scores, as they have in any model.
    """
    size = len(sketched.texts), sketched.videos
    common = np.random.default_rng(SEED).standard_normal(size, np.float32)
    rng = np.random.default_rng([SEED, model])
    scores = np.float32(shared**0.5) * common + np.float32(
        (1 - shared) ** 0.5
    ) * rng.standard_normal(size, np.float32)
    np.add.at(scores, (sketched.text_of, sketched.video_of), np.float32(lift))
    of_captions: Scores = scores[sketched.text_of]
    return of_captions


def write_trec(sketched: Sketch, scores: Scores, depth: int, path: Path) -> None:
    """scores: of the first captions; each line as trec_eval reads it."""
    best = np.argsort(-scores, axis=1, kind="stable")[:, :depth]
    ordered = np.take_along_axis(scores, best, axis=1).tolist()
    with path.open("w", encoding="utf-8") as file:
        for caption, (videos, values) in enumerate(zip(best.tolist(), ordered, strict=True)):
            key = sketched.caption_key(caption)
            file.writelines(
                f"{key} Q0 video{video} {rank} {value:.6f} made-up\n"
                for rank, (video, value) in enumerate(zip(videos, values, strict=True), start=1)
            )


def write_large_matrix(rows: int, columns: int, path: Path, block: int = 1_000) -> None:
    """Noise, float32, written a block at a time."""
    rng = np.random.default_rng(SEED)
    with path.open("wb") as file:
        np.lib.format.write_array_header_1_0(
            file, {"descr": "<f4", "fortran_order": False, "shape": (rows, columns)}
        )
        for first in range(0, rows, block):
            file.write(rng.random((min(block, rows - first), columns), np.float32).data)
