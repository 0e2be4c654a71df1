"""Batches' relevance, from sets or from a matrix, in a process of its own: seconds of 100 batches
and before the first, and peak memory.

python -m bench.stage.batch_relevance WAY CAPTIONS
"""

import json
import subprocess
import sys
import time
from typing import Any

import numpy as np

from bench.stage.scoring_child import peak_megabytes
from foundation.home import CHECKOUT
from retrieval.training.relevance import ComparedRelevance, MatrixRelevance, RelevanceSource
from semantics.proxies.overlaps import Compared, OfSets, overlap_blocks
from semantics.proxies.relevance import Relevance
from semantics.words.bags import Bags

COMPARED, MATRIX = "compared", "matrix"
BATCH, STEPS, WARM = 256, 20, 2
AT_ONCE = 100  # batches that are timed together
CLASSES = (97, 300)  # of verbs and nouns, as EPIC-KITCHENS-100 has them
SEED = 17


def measured_relevance(way: str, captions: int) -> dict[str, Any]:
    """Called by the process that measures."""
    order = [sys.executable, "-m", "bench.stage.batch_relevance", way, str(captions)]
    done = subprocess.run(order, cwd=CHECKOUT, check=True, stdout=subprocess.PIPE)
    measured: dict[str, Any] = json.loads(done.stdout)
    return measured


def make_source(way: str, count: int) -> RelevanceSource:
    """One verb and one noun in each caption, with Zipf's frequencies: a tenth of all pairs share
    one, as EPIC's do."""
    rng = np.random.default_rng(SEED)
    parts = []
    for classes in CLASSES:
        weights = 1 / np.arange(1, classes + 1)
        members = rng.choice(classes, count, p=weights / weights.sum()).astype(np.int32)
        bags = Bags(np.arange(count + 1), members, classes)
        parts.append(Compared(bags, bags, 0.5))
    own = np.arange(count)
    if way == COMPARED:
        return ComparedRelevance(OfSets(parts), own, own)
    return MatrixRelevance(Relevance.of_blocks(overlap_blocks(parts), (count, count)))


def main() -> None:
    way, count = sys.argv[1], int(sys.argv[2])
    begun = time.perf_counter()
    source = make_source(way, count)
    made = time.perf_counter() - begun
    rng, steps = np.random.default_rng(SEED), []
    for _ in range(WARM + STEPS):
        batches = [rng.choice(count, BATCH, replace=False) for _ in range(AT_ONCE)]
        begun = time.perf_counter()
        for captions in batches:
            source.of(captions, captions)
        steps.append(time.perf_counter() - begun)
    print(json.dumps({"steps": steps[WARM:], "made": made, "megabytes": peak_megabytes()}))


if __name__ == "__main__":
    main()
