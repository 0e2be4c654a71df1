"""From a snapshot's arrays to the means of C@1, C@5, C@10 and AP of all its runs: by us, and by the
libraries of the field."""

from collections.abc import Mapping

import ir_measures
import numpy as np
import pytrec_eval
import ranx
from ir_measures import AP, Success

from measures.names import parse_all
from metrics.snapshot import Snapshot
from metrics.studies.evaluation import evaluate

NAMES = ("C@1", "C@5", "C@10", "AP")
IN_PYTREC_EVAL = dict(zip(NAMES, ("success_1", "success_5", "success_10", "map"), strict=True))
IN_IR_MEASURES = dict(zip(NAMES, (Success @ 1, Success @ 5, Success @ 10, AP), strict=True))
IN_RANX = dict(zip(NAMES, ("hit_rate@1", "hit_rate@5", "hit_rate@10", "map"), strict=True))
MEASURES = parse_all(NAMES)

Means = Mapping[tuple[str, str], float]  # by run and measure
Qrels = dict[str, dict[str, int]]
Scored = dict[str, dict[str, float]]


def our_means(snapshot: Snapshot) -> Means:
    found = evaluate(snapshot, MEASURES, "all")
    return {(cell.run, str(cell.measure)): float(cell.main.value) for cell in found.cells}


def as_dictionaries(snapshot: Snapshot) -> tuple[Qrels, dict[str, Scored]]:
    """What the libraries take: positives, and each run, by keys."""
    pairs = snapshot.positives("all")
    row, column = np.divmod(pairs.keys, pairs.columns)
    qrels: Qrels = {}
    for caption, video in zip(row.tolist(), column.tolist(), strict=True):
        qrels.setdefault(f"c{caption}", {})[f"v{video}"] = 1
    return qrels, {run.name: _scored(run.targets.tolist()) for run in snapshot.runs}


def _scored(rankings: list[list[int]]) -> Scored:
    return {
        f"c{caption}": {
            f"v{video}": float(-rank) for rank, video in enumerate(ranking) if video >= 0
        }
        for caption, ranking in enumerate(rankings)
    }


def evaluate_by_pytrec_eval(
    evaluator: pytrec_eval.RelevanceEvaluator, runs: Mapping[str, Scored]
) -> list[Mapping[str, dict]]:  # type: ignore[type-arg]
    """Its own call on what is ready for it, and nothing else."""
    return [evaluator.evaluate(run) for run in runs.values()]


def pytrec_evaluator(qrels: Qrels) -> pytrec_eval.RelevanceEvaluator:
    return pytrec_eval.RelevanceEvaluator(qrels, set(IN_PYTREC_EVAL.values()))


def means_of_pytrec_eval(snapshot: Snapshot) -> Means:
    qrels, runs = as_dictionaries(snapshot)
    found = zip(runs, evaluate_by_pytrec_eval(pytrec_evaluator(qrels), runs), strict=True)
    return {
        (run, name): float(np.mean([values[theirs] for values in by_caption.values()]))
        for run, by_caption in found
        for name, theirs in IN_PYTREC_EVAL.items()
    }


def means_of_ir_measures(snapshot: Snapshot) -> Means:
    qrels, runs = as_dictionaries(snapshot)
    evaluator = ir_measures.evaluator(list(IN_IR_MEASURES.values()), qrels)
    found = {name: evaluator.calc_aggregate(run) for name, run in runs.items()}
    return {
        (run, name): means[theirs]
        for run, means in found.items()
        for name, theirs in IN_IR_MEASURES.items()
    }


def means_of_ranx(snapshot: Snapshot) -> Means:
    qrels, runs = as_dictionaries(snapshot)
    judged = ranx.Qrels(qrels)
    found = {
        name: ranx.evaluate(judged, ranx.Run(run), list(IN_RANX.values()))
        for name, run in runs.items()
    }
    return {
        (run, name): float(means[theirs])
        for run, means in found.items()
        for name, theirs in IN_RANX.items()
    }


def check_equal(ours: Means, theirs: Means) -> None:
    """Speed is compared only where the numbers are the same."""
    if ours.keys() != theirs.keys() or any(abs(ours[key] - theirs[key]) > 1e-9 for key in ours):
        raise RuntimeError(f"expected the same means, found {ours} and {theirs}")
