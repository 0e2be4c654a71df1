"""The doctor at the size of MSVD's test split: 27,763 captions of 670 videos, two runs, 670 clips.

Captions are made up: a fifth repeat another one, and words are as frequent as words are. The peer
is what comes to mind first, scikit-learn's TF-IDF and the whole matrix of cosines, of captions
alone; it is asked for a tenth of the captions, and its seconds are multiplied by a hundred.
"""

import resource
import time

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer  # type: ignore[import-untyped]

from bench.table import Goal, arguments, machine, row, show
from measures.hits import Pairs
from media.fingerprints import LENGTH, VERSION
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.doctor import examine
from metrics.studies.doctor_material import DEPTH, Clips, Material

CAPTIONS, VIDEOS, WORDS = 27_763, 670, 7_000
ROUNDS, PART = 3, 10


def made_up(rng: np.random.Generator) -> list[str]:
    """Three to twelve words each, by Zipf's law."""
    weight = 1 / np.arange(1, WORDS + 1)
    letters = np.array(list("bcdfglmnprstvz"))
    words = ["".join(rng.choice(letters, 6)) for _ in range(WORDS)]
    lengths = rng.integers(3, 13, CAPTIONS)
    drawn = rng.choice(WORDS, lengths.sum(), p=weight / weight.sum())
    texts = [" ".join(words[n] for n in part) for part in np.split(drawn, lengths.cumsum()[:-1])]
    for place in rng.choice(CAPTIONS, CAPTIONS // 5, replace=False):
        texts[place] = texts[int(rng.integers(CAPTIONS))]
    return texts


def run(rng: np.random.Generator, own: np.ndarray, name: str) -> StoredRun:
    targets = np.argsort(rng.random((CAPTIONS, VIDEOS)), axis=1)[:, :DEPTH].astype(np.int32)
    right = rng.random(CAPTIONS) < 0.5
    for caption in np.flatnonzero(right):
        place = np.flatnonzero(targets[caption] == own[caption])
        targets[caption, place[0] if len(place) else -1] = targets[caption, 0]
        targets[caption, 0] = own[caption]
    return StoredRun(name, name, name, "t2v", targets)


def material(rng: np.random.Generator) -> Material:
    texts, own = made_up(rng), np.sort(rng.integers(0, VIDEOS, CAPTIONS))
    numbers: dict[str, int] = {}
    queries = np.array([numbers.setdefault(text, len(numbers)) for text in texts])
    nothing = Pairs.of([], [], (len(numbers), VIDEOS))
    sizes = np.array([len(text) for text in texts]), np.array([len(t.split()) for t in texts])
    runs = run(rng, own, "one"), run(rng, own, "other")
    snapshot = Snapshot(
        "bench", queries, own, *sizes, len(numbers), VIDEOS, nothing, nothing, 0, runs=runs
    )
    prints = rng.integers(0, 256, (VIDEOS, LENGTH), np.uint8)
    prints[:, 0] = VERSION
    clips = Clips(range(VIDEOS), [one.tobytes() for one in prints], [10.0] * VIDEOS, [""] * VIDEOS)
    keys = [f"c{n}" for n in range(CAPTIONS)], [f"v{n}" for n in range(VIDEOS)]
    return Material(snapshot, texts, *keys, clips=clips)


def naive(texts: list[str]) -> int:
    vectors = TfidfVectorizer().fit_transform(texts)
    return int((np.triu((vectors @ vectors.T).toarray(), 1) >= 0.8).sum())


def seconds_of(what: object, *given: object, spent: list[float]) -> float:
    """By the clock; of the processor, it adds them to `spent`."""
    start, before = time.perf_counter(), time.process_time()
    what(*given)  # type: ignore[operator]
    spent.append(time.process_time() - before)
    return time.perf_counter() - start


def main() -> None:
    asked, given = arguments(), material(np.random.default_rng(1))
    part = list(given.texts[::PART])
    spent: list[float] = []
    spent_by_peer: list[float] = []
    ours = [seconds_of(examine, given, spent=spent) for _ in range(ROUNDS)]
    peak = [resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]
    theirs = [seconds_of(naive, part, spent=spent_by_peer) * PART**2 for _ in range(ROUNDS)]
    what = f"{CAPTIONS:,} captions, {VIDEOS} clips, 2 runs: all findings"
    peer = "TF-IDF, all cosines of captions alone"
    rows = [
        row(what, ours, peer, theirs, megabytes=peak, goal=Goal(seconds=60, megabytes=1_000)),
        row("processor time of it", spent, peer, [one * PART**2 for one in spent_by_peer]),
        row(f"peer: {peer}, by a tenth", theirs),
    ]
    show(f"The doctor ({machine()})", rows, asked)


if __name__ == "__main__":
    main()
