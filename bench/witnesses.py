"""Estimates with witnesses at the size of MSVD's test split: 27,763 captions of 670 videos, ten
runs under four measures, a pool of 2,000 captions, and five witnesses' opinions of 555,260 pairs.

The peer is people alone from the same sample, as `manage.py estimate` has them: what is asked for
beside it is the second line, with worth and its interval.
"""

import argparse

import numpy as np

from bench.stage.signs import seconds_of
from bench.table import Goal, Row, arguments, machine, row, show
from measures.hits import Pairs
from measures.names import parse_all
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.estimate import estimate
from metrics.studies.opinions import Opinions
from metrics.studies.sampled import PoolSample
from metrics.studies.witnessed import witnessed_sample

CAPTIONS, VIDEOS, POOLED = 27_763, 670, 20  # videos pooled for each caption
RUNS, WITNESSES, DEPTH, DRAWN = 10, 5, 10, 2_000
MEASURES = parse_all("C@1,C@5,C@10,P@10")
ROUNDS = 5


def simulate() -> tuple[Snapshot, PoolSample, list[Opinions]]:
    rng = np.random.default_rng(1)
    own = rng.integers(0, VIDEOS, CAPTIONS)
    step = rng.integers(1, VIDEOS // POOLED, (CAPTIONS, 1))
    pooled = (own[:, None] + step * np.arange(POOLED)) % VIDEOS  # its own video first
    relevant = rng.random(pooled.shape) < 0.25
    rows = np.arange(CAPTIONS)[:, None]
    runs = []
    for number in range(RUNS):
        scores = np.array(rng.normal(0.6 * relevant, 1), np.float64)
        scores[:, 0] += 0.5 + number / 10
        targets = pooled[rows, np.argsort(-scores, axis=1)[:, :DEPTH]].astype(np.int32)
        runs.append(StoredRun(f"run{number}", f"run{number}", f"run{number}", "t2v", targets))
    drawn = np.sort(rng.choice(CAPTIONS, DRAWN, replace=False))
    shape, judged = (CAPTIONS, VIDEOS), np.zeros(pooled.shape, bool)
    judged[drawn] = True
    keys = rows * VIDEOS + pooled
    one = np.ones(CAPTIONS, np.int64)
    collected, asked = (
        Pairs.of(keys[chosen] // VIDEOS, keys[chosen] % VIDEOS, shape, rule=rule)
        for chosen, rule in ((judged & relevant, "collected"), (judged, "judged"))
    )
    snapshot = Snapshot(
        "like msvd", np.arange(CAPTIONS), own, 10 * one, 2 * one, *shape, collected, asked, 0,
        tuple(runs),
    )  # fmt: skip
    names = frozenset(run.name for run in runs)
    sample = PoolSample(
        "two thousand", DEPTH, CAPTIONS, drawn, np.zeros(DRAWN, np.int64),
        np.full(DRAWN, DRAWN / CAPTIONS), None, 1, names, asked,
    )  # fmt: skip
    every = np.sort(keys, axis=None)
    order = np.argsort(keys, axis=None)
    said = [
        Opinions(f"judge {number}", every,
                 np.clip(rng.normal(0.2, 0.3, pooled.shape) + 0.4 * relevant, 0, 1).ravel()[order])
        for number in range(WITNESSES)
    ]  # fmt: skip
    return snapshot, sample, said


def measure(_: argparse.Namespace) -> list[Row]:
    snapshot, sample, said = simulate()
    cells = RUNS * len(MEASURES)
    alone, together = [], []
    for _round in range(ROUNDS):
        alone.append(seconds_of(lambda: estimate(snapshot, sample, MEASURES)))
        together.append(seconds_of(lambda: witnessed_sample(snapshot, sample, said, MEASURES)))
    found = witnessed_sample(snapshot, sample, said, MEASURES)
    assert len(found.rows) == cells
    assert all(each.witness.ends() for each in found.rows)
    pairs = len(said[0].keys)
    what = f"people alone and five witnesses, {cells} cells, {pairs:,} pairs, worth with intervals"
    peer = f"people alone, {cells} cells"
    second = [both - one for both, one in zip(together, alone, strict=True)]
    return [
        row(what, together, peer, alone),
        row("of that, the second line", second, goal=Goal(seconds=2)),
        row(f"peer: {peer}", alone),
    ]


if __name__ == "__main__":
    given = arguments()
    show(f"Estimates with witnesses ({machine()})", measure(given), given)
