"""The studies behind the paper's figures, of small worlds with any number of runs."""

from random import Random

from measures.names import parse_all
from metrics.snapshot import Snapshot
from metrics.studies.likeness import Texts
from metrics.studies.reuse import reuse
from metrics.studies.sample_size import sample_sizes
from metrics.studies.slices import slices
from metrics.studies.study import Findings
from tests.metrics.worlds import Bare

CAPTIONS, VIDEOS, DEPTH = 60, 12, 8
WORDS = ["a", "the", "man", "woman", "dog", "red", "ball", "runs", "sings", "cooks", "rice"]
MEASURES = parse_all("C@1,C@5,AP,Judged@5")


def shuffled(draw: Random) -> list[int]:
    """From `random()` alone, which gives the same on every version of Python."""
    return sorted(range(VIDEOS), key=lambda _: draw.random())


def figure_world(runs: int) -> tuple[Snapshot, Texts]:
    """Short captions with more positives; some texts that two captions share; one caption whose
    video nobody knows; training captions that are like some of them, but never the same."""
    draw = Random(17)
    texts = [
        " ".join(WORDS[int(len(WORDS) * draw.random())] for _ in range(2 + number // 5))
        for number in range(CAPTIONS - 4)
    ]
    own = [int(VIDEOS * draw.random()) for _ in range(CAPTIONS)]
    own[7] = -1
    queries = [*range(CAPTIONS - 4), *range(4)]
    rankings = [[shuffled(draw)[:DEPTH] for _ in own] for _ in range(runs)]
    verdicts = {
        (query, video): draw.random() < 4 / (4 + query / 3)
        for query in range(CAPTIONS - 4)
        for video in shuffled(draw)[:5]
    }
    world = Bare(VIDEOS, queries, own, verdicts, rankings, [len(texts[query]) for query in queries])
    training = [f"{text} {WORDS[number % 9]} here" for number, text in enumerate(texts[::2])]
    return world.snapshot(DEPTH), Texts([texts[query] for query in queries], training)


def figure_studies(runs: int = 3) -> dict[str, Findings]:
    snapshot, texts = figure_world(runs)
    return {
        "reuse": reuse(snapshot, texts, 3, seed=5),
        "sample_size": sample_sizes(snapshot, MEASURES, [10, 40], seed=5, resamples=60),
        "slices": slices(snapshot, MEASURES, seed=5, resamples=60),
    }
