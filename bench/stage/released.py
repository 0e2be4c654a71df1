"""Labels for a made-up benchmark as a FIRE release, drawn from a seed: the same file each time.

Every tenth pair is labelled twice. Of those whose two labels contradict each other a third decided
most; the others are the release's disagreements.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from annotator.formats.fire import FirePair, write_fire
from bench.stage.simulated import Sketch

SEED = 11
RATERS = 120
DOUBLED_EVERY = 10
TIED = 0.02  # of those that are labelled twice: at odds, and no third was asked
RELEVANT = 0.14
ANSWERS = ("irrelevant", "relevant")
ABOUT = {
    "source_ds": "2022-01-01",
    "source_data_md5": "d41d8cd98f00b204e9800998ecf8427e",
    "source_annotator_map_md5": "0cc175b9c0f1b6a831c399e269772661",
    "created_ds": "2022-02-02 10:00:00",
    "email": "made-up@example.org",
    "creator": "Nobody",
    "website": "https://example.org/",
    "license": "CC0",
    "datasets": ["made-up"],
}

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Drawn:
    """text, video, counts: (pairs,). raters, answers: (pairs, 3), of which the first `counts`
    count."""

    text: Numbers
    video: Numbers
    counts: Numbers
    raters: Numbers
    answers: Numbers

    @property
    def tied(self) -> NDArray[np.bool_]:
        return (self.counts == 2) & (self.answers[:, 0] != self.answers[:, 1])

    @property
    def labels(self) -> int:
        return int(self.counts.sum())


def draw_labels(sketched: Sketch, pairs: int, labels: int, among: Numbers | None = None) -> Drawn:
    """`labels` of `pairs` pairs: at least one of each, and of every tenth two. among: the pairs to
    draw from, as text * videos + video; all if None."""
    rng = np.random.default_rng(SEED)
    every = len(sketched.texts) * sketched.videos
    text, video = np.divmod(
        rng.choice(every if among is None else among, pairs, replace=False), sketched.videos
    )
    doubled = rng.permutation(pairs)[: -(-pairs // DOUBLED_EVERY)]
    thirds, ties = labels - pairs - len(doubled), round(TIED * len(doubled))
    decided, tied = doubled[:thirds], doubled[thirds : thirds + ties]
    counts = np.ones(pairs, np.int64)
    counts[doubled], counts[decided] = 2, 3
    answers = np.repeat((rng.random(pairs) < RELEVANT).astype(np.int64)[:, None], 3, axis=1)
    answers[decided, 1] ^= 1
    answers[tied, 1] ^= 1
    # Three different raters: all in a circle, the others are less than one turn from the first.
    half = RATERS // 2
    steps = (np.zeros(pairs, int), rng.integers(1, half, pairs), rng.integers(half, RATERS, pairs))
    raters = (rng.integers(0, RATERS, pairs)[:, None] + np.stack(steps, axis=1)) % RATERS + 1
    return Drawn(text, video, counts, raters, answers)


def write_release(sketched: Sketch, drawn: Drawn, path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as out:
        write_fire(
            _judged(sketched, drawn, np.flatnonzero(~drawn.tied)),
            _judged(sketched, drawn, np.flatnonzero(drawn.tied)),
            ABOUT,
            out,
        )


def _judged(sketched: Sketch, drawn: Drawn, which: Numbers) -> Iterator[FirePair]:
    columns: Sequence[Numbers] = (
        drawn.text,
        drawn.video,
        drawn.counts,
        drawn.raters,
        drawn.answers,
    )
    rows = zip(which.tolist(), *(column[which].tolist() for column in columns), strict=True)
    for place, text, video, count, raters, answers in rows:
        yield FirePair(
            query=sketched.texts[text],
            video=sketched.video_key(video),
            raters=raters[:count],
            answers=[ANSWERS[answer] for answer in answers[:count]],
            responses=[3 * place + n for n in range(count)],
            queues=[1 + place % 7] * count,
            models=["model-1", "model-2"][: 1 + place % 2],
            dataset="made-up",
        )
