"""How often people found relevant what runs rank high, by the ranks at which it is.

A rank is a run's claim. Only pairs with a verdict count: what nobody judged is in no share, and how
much that is stands beside it.
"""

from collections.abc import Sequence

import numpy as np

from foundation.finding.fields import Found, computed, found
from foundation.frozen import frozen
from measures.clustered_share import clustered_share
from measures.estimate import Estimate
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.description import Setup, Study
from metrics.studies.estimated import estimate
from metrics.studies.study import NothingToStudy

BANDS = ((1, 1), (2, 3), (4, 5), (6, 10))


@frozen
class Band(Found, called="RankBand"):
    """Some ranks of a run."""

    run: str = found("The run's name.")
    first: int = found("The first of the ranks.")
    last: int = found("The last of the ranks.")
    ranks = computed(
        str,
        lambda band: str(band.first) if band.first == band.last else f"{band.first} to {band.last}",
        "The ranks in words.",
    )
    ranked: int = found("Pairs of caption and video that the run has there.")
    judged: int = found("Of these, pairs with a verdict.")
    share: Estimate = estimate(
        "Of the judged pairs, the share that people found relevant.", interval="interval", why="why"
    )


@frozen
class Calibration(Found):
    benchmark: str = found()
    captions: int = found("Captions of the benchmark.")
    rows: tuple[Band, ...] = found("By runs, then ranks.")


def calibration(snapshot: Snapshot, bands: Sequence[tuple[int, int]] = BANDS) -> Calibration:
    """NothingToStudy where no run ranks videos for captions, or no pair has a verdict."""
    runs = [run for run in snapshot.runs if run.direction == "t2v"]
    if not runs:
        raise NothingToStudy(
            f"{snapshot.benchmark} has no run that ranks videos for captions: import one"
        )
    if not len(snapshot.judged.keys):
        raise NothingToStudy(f"no pair of {snapshot.benchmark} has a verdict: label some first")
    rows = (_band(snapshot, run, *band) for run in runs for band in bands if band[0] <= run.depth)
    return Calibration(snapshot.benchmark, snapshot.captions, tuple(rows))


def _band(snapshot: Snapshot, run: StoredRun, first: int, last: int) -> Band:
    top = run.targets[:, first - 1 : last].astype(np.int64)
    caption, place = np.nonzero(top >= 0)
    keys = snapshot.caption_queries[caption] * snapshot.videos + top[caption, place]
    judged = np.isin(keys, snapshot.judged.keys)
    relevant = np.isin(keys[judged], snapshot.collected.keys).astype(np.float64)
    clusters = snapshot.dependence().connected[caption[judged]]
    share = clustered_share(relevant, clusters)
    return Band(run.name, first, min(last, run.depth), len(keys), int(judged.sum()), share)


def _part(setup: Setup) -> Calibration:
    return calibration(setup.snapshot)


STUDY = Study(
    name="calibration",
    title="How often ranks hold",
    version=1,
    findings=(Calibration,),
    part=_part,
    kept=True,
)
