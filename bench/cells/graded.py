"""Scores behind noisy labels of five grades: 500 captions with 10 pairs each, as in cells/labels.

Two questions. Of the product: C@1 from grade 3 on, with the errors of labels of relevant and
irrelevant. Of an ordinal model (bench/stage/ordinal.py), which the product does not have: C@1 from
the highest grade on, and the mean grade at rank 1. Raters err by how far a grade is off, evenly or
leaning downwards, or say 0 where they do not look.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np

from bench.cells.cell import Cell, Outcome, held
from bench.cells.labels import CAPTIONS, OWN, PAIRS, Asked, snapshot_of
from bench.stage.ordinal import Answers, draw_truths
from measures.arrays import Integers, Values
from measures.names import parse_all
from metrics.studies.evaluation import evaluate
from metrics.studies.label_errors import LabelErrors, label_errors
from metrics.studies.label_means import LABELS

RELEVANT_FROM, HIGHEST, RATERS, DRAWS = 3, 4, 12, 100
# How frequent grades are, at rank 1 and further down.
FIRST = np.array([0.27, 0.18, 0.13, 0.22, 0.20])
LATER = np.array([0.80, 0.11, 0.06, 0.02, 0.01])
RUN = "one"


@dataclass(frozen=True, slots=True)
class Kind:
    """exact: how often a rater says the very grade; the rest is one off, or two. down: of what is
    off, the share that is too low. careless: how often a rater says 0 whatever it is. twice: the
    share of pairs that two of them labelled."""

    name: str
    exact: float
    down: float
    careless: float = 0.0
    twice: float = 0.1

    def __str__(self) -> str:
        return f"noisy grades, {self.name}, {self.twice:.0%} labelled twice"


WORLDS = (
    Kind("even errors", 0.75, 0.5),
    Kind("leaning downwards", 0.65, 0.8),
    Kind("leaning downwards", 0.65, 0.8, twice=0.3),
    Kind("careless at times", 0.75, 0.5, careless=0.1),
)
# By the share of captions with their own video first; an original pair has the highest grade.
TRUTH = {
    "relevant": OWN[RUN] + (1 - OWN[RUN]) * FIRST[RELEVANT_FROM:].sum(),
    "highest": OWN[RUN] + (1 - OWN[RUN]) * FIRST[HIGHEST],
    "mean": (OWN[RUN] * HIGHEST + (1 - OWN[RUN]) * FIRST @ np.arange(5)) / HIGHEST,
}


def cells() -> Iterator[Cell]:
    for kind in WORLDS:
        yield Cell(
            str(kind),
            f"C@1 of {TRUTH['relevant']:.3f}, from grade {RELEVANT_FROM}, captions and labels",
            partial(_at_relevant, kind=kind),
            large=True,
            replicates=200,
        )
        for what, name in (("highest", "C(rel=4)@1"), ("mean", "mean grade at rank 1")):
            yield Cell(
                str(kind),
                f"{name}, of {TRUTH[what]:.3f}, by an ordinal model that the product does not have",
                partial(_ordinal, kind=kind, what=what),
                replicates=200,
            )


def _at_relevant(seed: int, *, kind: Kind) -> Outcome:
    (row,) = found(seed, kind).rows
    low, high = row.drawn.ends(LABELS) or (None, None)
    return held(low, high, TRUTH["relevant"])


def _ordinal(seed: int, *, kind: Kind, what: str) -> Outcome:
    low, high = ordinal(seed, kind)[what]
    return held(low, high, TRUTH[what])


@lru_cache(maxsize=2_000)
def found(seed: int, kind: Kind) -> LabelErrors:
    own, _, answers = world(seed, kind)
    said = answers.pair, answers.rater, (answers.value >= RELEVANT_FROM).astype(np.int64)
    snapshot, labels = snapshot_of(Asked(CAPTIONS, PAIRS), {RUN: own}, said)
    scored = evaluate(snapshot, parse_all("C@1"), "all")
    return label_errors(snapshot, labels, scored, seed=seed, resamples=6_000, draws=DRAWS)


@lru_cache(maxsize=2_000)
def ordinal(seed: int, kind: Kind) -> dict[str, tuple[float, float]]:
    """Intervals of captions and labels: in each draw of truths captions are resampled."""
    own, _, answers = world(seed, kind)
    random = np.random.default_rng([seed, 3])
    drawn = draw_truths(answers, seed)[:, ::PAIRS]
    grades = np.where(own[None, :], HIGHEST, drawn)
    means: dict[str, list[Values]] = {"highest": [], "mean": []}
    for one in grades:
        chosen = one[random.integers(0, CAPTIONS, (40, CAPTIONS))]
        means["highest"].append((chosen == HIGHEST).mean(axis=1))
        means["mean"].append(chosen.mean(axis=1) / HIGHEST)
    ends = {what: np.quantile(np.concatenate(of), [0.025, 0.975]) for what, of in means.items()}
    return {what: (float(low), float(high)) for what, (low, high) in ends.items()}


def world(seed: int, kind: Kind) -> tuple[np.ndarray, Integers, Answers]:
    """Whether each caption's own video is first; the grades; and what raters said of the pairs."""
    random = np.random.default_rng([seed, CAPTIONS, 5])
    own = random.random(CAPTIONS) < OWN[RUN]
    shares = np.stack([FIRST, LATER]).cumsum(axis=1)
    stratum = np.tile((np.arange(PAIRS) > 0).astype(np.int64), CAPTIONS)
    luck = random.random(len(stratum))
    grade = (shares[stratum] < luck[:, None]).sum(axis=1)
    pairs = len(grade)
    twice = np.sort(random.permutation(pairs)[: int(kind.twice * pairs)])
    one = random.integers(0, RATERS, pairs)
    two = (one + 1 + random.integers(0, RATERS - 1, pairs)) % RATERS
    pair = np.concatenate([np.arange(pairs), twice])
    rater = np.concatenate([one, two[twice]])
    # Raters differ in how often they are exact.
    exact = np.clip(kind.exact + random.normal(0, 0.05, RATERS), 0.3, 0.98)[rater]
    off = np.where(random.random(len(pair)) < 0.85, 1, 2)
    off *= np.where(random.random(len(pair)) < kind.down, -1, 1)
    off *= random.random(len(pair)) >= exact
    value = np.clip(grade[pair] + off, 0, HIGHEST)
    value[random.random(len(pair)) < kind.careless] = 0
    return own, grade, Answers(pair, rater, value, stratum, RATERS, HIGHEST + 1)
