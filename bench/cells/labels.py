"""Scores behind noisy labels: 500 captions with 10 pairs each, of which 7 % are relevant, most of
them at rank 1. Verdicts are the majority's, so that with raters of sensitivity .85 a C@1 of .653 is
counted as .619. Other worlds have better and worse raters."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np

from bench.cells.cell import Cell, Outcome, held
from measures.arrays import Mask
from measures.hits import Pairs
from measures.names import parse_all
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.evaluation import evaluate
from metrics.studies.label_errors import LabelErrors, label_errors
from metrics.studies.label_evidence import LabelEvidence
from metrics.studies.label_means import LABELS

CAPTIONS, PAIRS = 500, 10
DRAWS = 100  # of the product's 300: a replicate takes a third of the time
FIRST, LATER = 0.4187, 0.03126  # how often a pair at rank 1, and one further down, is relevant
OWN = {"one": 0.403, "other": 0.4357}  # how often a run has a caption's own video at rank 1
TRUTH = {run: own + (1 - own) * FIRST for run, own in OWN.items()}  # .653 and .672


@dataclass(frozen=True, slots=True)
class Raters:
    """twice: the share of pairs that two of them labelled."""

    raters: int
    sensitivity: float
    specificity: float
    twice: float

    def __str__(self) -> str:
        return (
            f"noisy labels, {self.raters} raters of sensitivity {self.sensitivity} and specificity"
            f" {self.specificity}, {self.twice:.0%} labelled twice"
        )


@dataclass(frozen=True, slots=True)
class Asked:
    captions: int
    pairs: int  # of each


Said = tuple[np.ndarray, np.ndarray, np.ndarray]  # pairs, raters and values of labels
USUAL = Raters(12, 0.85, 0.99, 0.1)
WORLDS = {
    USUAL: ".62",
    Raters(12, 0.7, 0.95, 0.1): "",
    Raters(6, 0.95, 0.999, 0.2): "",
}


def cells() -> Iterator[Cell]:
    for raters, before in WORLDS.items():
        for run, truth in TRUTH.items():
            yield Cell(
                str(raters),
                f"C@1 of {truth:.3f}, captions and labels",
                partial(_holds, raters=raters, run=run),
                before=before,
                large=True,
                replicates=300,
            )


def _holds(seed: int, *, raters: Raters, run: str) -> Outcome:
    row = next(row for row in found(seed, raters).rows if row.run == run)
    low, high = row.drawn.ends(LABELS) or (None, None)
    return held(low, high, TRUTH[run])


@lru_cache(maxsize=2_000)
def found(seed: int, raters: Raters = USUAL, draws: int = DRAWS) -> LabelErrors:
    snapshot, labels = world(seed, raters)
    scored = evaluate(snapshot, parse_all("C@1"), "all")
    return label_errors(snapshot, labels, scored, seed=seed, resamples=6_000, draws=draws)


def world(seed: int, raters: Raters = USUAL) -> tuple[Snapshot, LabelEvidence]:
    random = np.random.default_rng([seed, CAPTIONS])
    relevant = random.random((CAPTIONS, PAIRS)) < np.where(np.arange(PAIRS) == 0, FIRST, LATER)
    luck = random.random(CAPTIONS)
    runs = {run: luck < own for run, own in OWN.items()}
    said = _labels(random, relevant.reshape(-1), raters)
    return snapshot_of(Asked(CAPTIONS, PAIRS), runs, said)


def snapshot_of(
    asked: Asked, own_first: dict[str, Mask], said: Said
) -> tuple[Snapshot, LabelEvidence]:
    """Caption n has video n of its own, and is asked about with the ten that follow all captions'
    own: pair after pair its candidates. All runs rank them alike, but for its own video."""
    captions, pairs = asked.captions, asked.pairs
    candidates = captions + (np.arange(captions)[:, None] * pairs + np.arange(pairs))
    videos = captions * (pairs + 1)
    runs = tuple(_run(run, first, candidates) for run, first in own_first.items())
    pair, rater, value = said
    row = np.repeat(np.arange(captions), pairs)
    keys = row * videos + candidates.reshape(-1)
    agreeing, many = np.bincount(pair, value), np.bincount(pair)
    verdict = agreeing * 2 > many  # where two differ, nobody has found it relevant yet
    shape, none = (captions, videos), np.empty(0, np.int64)
    snapshot = Snapshot(
        "noisy", np.arange(captions), np.arange(captions), np.full(captions, 40),
        np.full(captions, 8), captions, videos,
        Pairs(keys[verdict], np.ones(int(verdict.sum())), *shape, "collected"),
        Pairs(keys, np.ones(len(keys)), *shape, "judged"), 0, runs,
    )  # fmt: skip
    labels = LabelEvidence.of(keys[pair], rater, value, np.full(len(pair), -1), (none, none, none))
    return snapshot, labels


def _run(name: str, own_first: Mask, candidates: np.ndarray) -> StoredRun:
    own = np.arange(len(candidates))[:, None]
    first, later = np.hstack([own, candidates]), np.hstack([candidates, own])
    targets = np.where(own_first[:, None], first, later).astype(np.int32)
    return StoredRun(name, name, name, "t2v", targets)


def _labels(
    random: np.random.Generator, relevant: np.ndarray, raters: Raters
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    pairs = len(relevant)
    twice = np.sort(random.permutation(pairs)[: int(raters.twice * pairs)])
    one = random.integers(0, raters.raters, pairs)
    two = (one + 1 + random.integers(0, raters.raters - 1, pairs)) % raters.raters
    pair = np.concatenate([np.arange(pairs), twice])
    rater = np.concatenate([one, two[twice]])
    luck = random.random(len(pair))
    value = np.where(relevant[pair], luck < raters.sensitivity, luck >= raters.specificity).astype(
        np.int64
    )
    return pair, rater, value
