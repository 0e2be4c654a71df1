"""A training at the size of EPIC-KITCHENS-100: 67,217 training and 9,668 test segments with
features of 3,072 numbers, from the files to both runs of the model. `python -m bench.epic` takes
some ten minutes on one processor.

Sentences and classes are EPIC-KITCHENS-100's own; a training sentence, which is published once, is
drawn as often as segments need it. The features are made, as in bench/stage/segments.py.
"""

import csv
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter, process_time

import numpy as np

from bench.stage.scoring_child import peak_megabytes
from bench.stage.segments import Chosen, Segment, choose, quiet
from bench.stage.tagged import EPIC
from bench.table import machine
from retrieval.extra import MAKE, is_installed

TRAINING, TEST, WIDTH = 67_217, 9_668, 3_072
SEED, BLOCK = 0, 4_096
FORGET_PEAK = "5"  # of proc(5), as clear_refs takes it
TABLES = [f"--{part}s={EPIC / f'EPIC_100_{part}_classes.csv'}" for part in ("verb", "noun")]
ASKED = "--model mmen --loss triplet-ranp --relevance syn --tau 0.15 --batch 256 --epochs 2"


def whole() -> Chosen:
    published = choose(EPIC, TRAINING, TEST)
    places = np.random.default_rng(SEED).integers(0, len(published.training), TRAINING).tolist()
    drawn = [
        replace(published.training[place], key=f"train_{number}")
        for number, place in enumerate(places)
    ]
    return Chosen(drawn, published.test)


def write_features(path: Path, chosen: Chosen) -> None:
    """Test segments, then training segments, as a benchmark has them; in half precision."""
    rng = np.random.default_rng(SEED + 1)
    segments = [*chosen.test, *chosen.training]
    of_verbs, of_nouns = (rng.normal(size=(300, WIDTH // 2)).astype(np.float32) for _ in range(2))
    rows = np.lib.format.open_memmap(path, "w+", np.float16, (len(segments), WIDTH))
    for start in range(0, len(segments), BLOCK):
        block = segments[start : start + BLOCK]
        verbs = of_verbs[[one.verb for one in block]]
        nouns = np.stack([of_nouns[list(one.nouns)].mean(0) for one in block])
        noise = rng.standard_normal((len(block), WIDTH), np.float32)
        rows[start : start + BLOCK] = np.hstack([verbs, nouns]) + 2 * noise
    rows.flush()


def write_captions(path: Path, segments: Sequence[Segment]) -> str:
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(["caption_id", "video_id", "caption"])
        lines.writerows((one.key, one.key, one.text) for one in segments)
    return str(path)


def timed(what: str, work: Callable[[], None]) -> None:
    """Prints how long it took, and its own peak of memory: that of what was before is forgotten."""
    Path("/proc/self/clear_refs").write_text(FORGET_PEAK, encoding="ascii")
    start, before = perf_counter(), process_time()
    work()
    seconds, spent, peak = perf_counter() - start, process_time() - before, peak_megabytes()
    print(f"{what}: {seconds:,.0f} s, {spent:,.0f} of the processor, {peak:,.0f} MB", flush=True)


def measure(folder: Path) -> None:
    chosen, features = whole(), folder / "features.npy"
    test, training = (
        write_captions(folder / f"{name}.csv", segments)
        for name, segments in (("test", chosen.test), ("training", chosen.training))
    )
    timed("features are made", lambda: write_features(features, chosen))
    timed("test is imported", lambda: quiet("import_benchmark", "epic", "--captions", test))
    words = "import_benchmark", "epic", "--captions", training, "--training"
    timed("training is imported", lambda: quiet(*words))
    timed("proxy", lambda: quiet("proxy", "epic", "syn", *TABLES))
    asked = [*ASKED.split(), "--features", str(features)]
    timed("training, both runs", lambda: quiet("train_model", "epic", "ours", *asked))


def main() -> int:
    if not is_installed():
        print(f"Left out: trainings need PyTorch; `{MAKE}` installs it.")
        return 0
    if not EPIC.exists():
        print(f"skipped: {EPIC} is not here; TRUEPOOL_PUBLISHED names its folder")
        return 0
    print(f"{TRAINING:,} training and {TEST:,} test segments ({machine()})", flush=True)
    os.environ.pop("TRUEPOOL_PUBLISHED", None)  # has been read, and is no setting of Truepool's
    from bench.stage.world import HOME, migrated_database  # noqa: PLC0415  (sets Django up)

    with migrated_database():
        measure(HOME.root)
    return 0


if __name__ == "__main__":
    sys.exit(main())
