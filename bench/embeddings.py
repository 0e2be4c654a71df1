"""Rankings from two files of embeddings, on one processor: pairs of a caption and a video that are
ranked in a second, beside a plain argsort of the whole matrix. No database.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from bench.stage.child import peak_megabytes
from bench.table import Goal, Row, arguments, machine, row, show
from foundation.home import CHECKOUT
from pooling.formats.embeddings import open_embeddings
from pooling.formats.keys import Keys
from pooling.formats.runs import Wanted, rank_matrix

WIDTH, DEPTH, TIMES = 512, 100, 3
USUAL, LARGE = (5_000, 20_000), (100_000, 100_000)
PAIRS_A_SECOND = 20e6
PEER = "scores by Q @ V.T, and np.argsort of each row"


def ours(captions: Path, videos: Path) -> None:
    first, second = (len(np.load(path, mmap_mode="r")) for path in (captions, videos))
    keys = Keys.of(
        tuple(f"c{number}" for number in range(first)),
        tuple(f"v{number}" for number in range(second)),
        (np.arange(first) % second).astype(np.int32),
    )
    with captions.open("rb") as of_captions, videos.open("rb") as of_videos:
        sides = (of_captions, captions.name), (of_videos, videos.name)
        rank_matrix(
            open_embeddings(*sides, keys, normalise=True), "embeddings", Wanted(keys, DEPTH)
        )


def theirs(captions: Path, videos: Path) -> None:
    q, v = (np.load(path) for path in (captions, videos))
    q, v = (side / np.linalg.norm(side, axis=1, keepdims=True) for side in (q, v))
    np.argsort(-(q @ v.T), axis=1)[:, :DEPTH].copy()


def alone(what: str, folder: Path) -> tuple[float, float]:
    """Seconds of a processor and megabytes, in a process of its own with one thread."""
    one = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "bench.embeddings", "--only", what, "--folder", str(folder)]
    done = subprocess.run(
        command, cwd=CHECKOUT, check=True, stdout=subprocess.PIPE, env=os.environ | one
    )
    seconds, megabytes = map(float, done.stdout.split())
    return seconds, megabytes


def write(folder: Path, sizes: tuple[int, int]) -> None:
    rng = np.random.default_rng(1)
    for name, size in zip(("q", "v"), sizes, strict=True):
        np.save(folder / f"{name}.npy", rng.standard_normal((size, WIDTH), np.float32))


def compared(sizes: tuple[int, int], times: int, *, with_peer: bool) -> list[Row]:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        write(folder, sizes)
        mine = [alone("ours", folder) for _ in range(times)]
        peers = [alone("theirs", folder) for _ in range(times)] if with_peer else []
    goal = Goal(seconds=sizes[0] * sizes[1] / PAIRS_A_SECOND, megabytes=1_000)
    what = f"rank {sizes[0]:,} x {sizes[1]:,} embeddings of {WIDTH} numbers, depth {DEPTH}"
    seconds, megabytes = zip(*mine, strict=True)
    if not peers:
        return [row(what, list(seconds), megabytes=list(megabytes), goal=goal)]
    beside, held = zip(*peers, strict=True)
    return [
        row(what, list(seconds), PEER, list(beside), megabytes=list(megabytes), goal=goal),
        row(f"peer: {PEER}", list(beside), megabytes=list(held)),
    ]


def measure(asked: argparse.Namespace) -> list[Row]:
    rows = compared(USUAL, TIMES, with_peer=True)
    return rows + compared(LARGE, 1, with_peer=False) if asked.large else rows


def main() -> None:
    if sys.argv[1:2] == ["--only"]:
        folder, started = Path(sys.argv[4]), time.process_time()
        {"ours": ours, "theirs": theirs}[sys.argv[2]](folder / "q.npy", folder / "v.npy")
        print(time.process_time() - started, peak_megabytes())
        return
    asked = arguments(large="also 100,000 x 100,000, which takes ten minutes")
    show(f"Embeddings ({machine()})", measure(asked), asked)


if __name__ == "__main__":
    main()
