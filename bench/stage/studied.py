"""A benchmark of real size with runs, and people's labels of what these rank at the top: what
dashboards, the explorer and reports are about."""

import numpy as np
from numpy.typing import NDArray

from bench.pooling import CAPTIONS, TEXTS, VIDEOS, import_captions, import_run, matrix_of
from bench.stage.child import measured_job
from bench.stage.released import draw_labels, write_release
from bench.stage.simulated import Scores, simulate_scores, sketch
from bench.stage.world import HOME, tidy_tables
from pooling.models import Benchmark

RUNS = 5
PAIRS, LABELS = 555_391, 659_126
NAME = "made-up"
LIFTS = (1.8, 2.1, 2.4, 2.45, 2.9)  # the third and fourth are hard to tell apart


def studied_world() -> Benchmark:
    """Five runs, and a release whose pairs are the runs' first ranks, as far as they go."""
    sketched = sketch(CAPTIONS, VIDEOS, TEXTS)
    benchmark = import_captions(sketched, NAME)
    first = np.unique(sketched.text_of, return_index=True)[1]  # a caption of each text
    best = np.full((TEXTS, VIDEOS), VIDEOS, np.int16)  # at which rank any run has it
    for model, lift in enumerate(LIFTS, start=1):
        scores = simulate_scores(sketched, model, lift=lift)
        np.minimum(best, _ranks(scores[first]), out=best)
        np.save(matrix_of(model), scores)
        import_run(benchmark, matrix_of(model), f"model-{model}")
        matrix_of(model).unlink()
    top = np.argsort(best, axis=None, kind="stable")[:PAIRS].astype(np.int64)
    release = HOME.root / "release.json"
    write_release(sketched, draw_labels(sketched, PAIRS, LABELS, top), release)
    measured_job(
        "annotator.import_labels", upload=str(release), benchmark=benchmark.pk, format="fire"
    )
    release.unlink()
    tidy_tables()
    return benchmark


def _ranks(scores: Scores) -> NDArray[np.int16]:
    order = np.argsort(-scores, axis=1, kind="stable")
    ranks: NDArray[np.int16] = np.empty(order.shape, np.int16)
    np.put_along_axis(ranks, order, np.arange(scores.shape[1], dtype=np.int16)[None, :], axis=1)
    return ranks
