"""A registered run's similarities as opinions, of the pairs that it ranks to the depth kept."""

import numpy as np

from foundation.progress import Report
from pooling.formats.keys import pair_codes
from pooling.models import Run
from witnesses.opinions import Adapter, Asked, Greatest, Opinions


def _identity(run: Run) -> dict[str, str | int]:
    """A run by another model may be of the same file; it says the same."""
    return {"sha256": run.sha256, "direction": run.direction, "depth": run.depth}


def _read(run: Run, asked: Asked, report: Report) -> Opinions:
    greatest = Greatest(asked.wanted)
    rows = run.rankings.order_by("item").values_list("item", "targets", "scores")
    for done, (item, targets, scores) in enumerate(rows.iterator()):
        ranked = np.array(targets, np.int64)
        if run.direction == Run.Direction.TEXT_TO_VIDEO:
            pairs = pair_codes(np.full(len(ranked), asked.caption_queries[item]), ranked)
        else:
            pairs = pair_codes(asked.caption_queries[ranked], np.full(len(ranked), item))
        greatest.take(pairs, np.array(scores, np.float64))
        report(done, run.items, f"Reading {run.name}")
    return greatest.opinions()


ADAPTER = Adapter("run", _identity, _read)
