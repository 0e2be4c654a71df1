"""Scores behind labels of raters who are weaker, or more unlike each other, than the prior thinks:
300 captions with 4 pairs each, of which mostly a tenth is labelled twice. And crowd labels: 1,663
captions with 5 pairs each, where no rank tells more of a pair than another."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from bench.cells.cell import Cell, Outcome, held
from bench.cells.labels import FIRST, LATER, OWN, Asked, Said, snapshot_of
from measures.names import parse_all
from metrics.snapshot import Snapshot
from metrics.studies.evaluation import evaluate
from metrics.studies.label_errors import LabelErrors, label_errors
from metrics.studies.label_evidence import LabelEvidence
from metrics.studies.label_means import LABELS

Reals = NDArray[np.float64]
Random = np.random.Generator
DRAWS = 100  # of the product's 300
RUN = "one"


FEW = Asked(300, 4)


@dataclass(frozen=True, slots=True)
class Weak:
    """rates: (raters, 2), sensitivity and specificity. weights: how much of the labels is whose.
    hard: of the pairs this share is called right when relevant only one time in four. own: how
    often the run has a caption's own video at rank 1."""

    name: str
    rates: Callable[[Random], Reals]
    weights: tuple[float, ...] = ()
    asked: Asked = FEW
    relevant: tuple[float, float] = (FIRST, LATER)
    twice: float = 0.1
    hard: float = 0.0
    own: float = OWN[RUN]

    @property
    def truth(self) -> float:
        return self.own + (1 - self.own) * self.relevant[0]

    def __str__(self) -> str:
        return f"weak labels, {self.name}"


def _alike(raters: int, sensitivity: float, specificity: float) -> Callable[[Random], Reals]:
    return lambda _: np.tile([sensitivity, specificity], (raters, 1))


def _one_of_them(raters: int, sensitivity: float, specificity: float) -> Callable[[Random], Reals]:
    def rates(_: Random) -> Reals:
        found = np.tile([0.85, 0.99], (raters, 1))
        found[0] = sensitivity, specificity
        return found

    return rates


def _drawn(
    raters: int, sensitive: tuple[float, float], specific: tuple[float, float]
) -> Callable[[Random], Reals]:
    return lambda random: np.stack(
        [random.beta(*sensitive, raters), random.beta(*specific, raters)], axis=1
    )


UNLIKE = _drawn(12, (6, 2), (60, 2))
WORLDS = {
    "careless": Weak("one careless rater of 8", _one_of_them(8, 0.4, 0.9)),
    "hasty": Weak(
        "a hasty rater of 8 with a third of all labels",
        _one_of_them(8, 0.6, 0.95),
        (3.5, 1, 1, 1, 1, 1, 1, 1),
    ),
    "unlike": Weak("12 raters, Beta(6, 2) and Beta(60, 2)", UNLIKE),
    "hard": Weak("of a fifth everybody misses three in four", _alike(12, 0.85, 0.99), hard=0.2),
    "common": Weak("prevalence 60 %", _alike(12, 0.85, 0.99), relevant=(0.6, 0.6)),
    "crowd": Weak(
        "crowd labels",
        _drawn(24, (5.9, 4.1), (17.2, 2.8)),
        tuple(1 / (2 + place) for place in range(24)),
        asked=Asked(1_663, 5),
        relevant=(0.122, 0.122),
        own=0.0,
    ),
    "half": Weak("half labelled twice", _alike(12, 0.85, 0.99), twice=0.5),
    "half unlike": Weak(
        "12 raters, Beta(6, 2) and Beta(60, 2), half labelled twice", UNLIKE, twice=0.5
    ),
}  # fmt: skip
RESTS = {"common", "crowd"}  # labels alone cannot tell there, so that most are to be marked
BEFORE = {
    "careless": "1.00", "hasty": ".975", "unlike": ".975", "hard": ".938", "common": ".96",
    "crowd": "0 of 2",
}  # fmt: skip


def cells() -> Iterator[Cell]:
    for name, weak in WORLDS.items():
        yield Cell(
            str(weak),
            f"C@1 of {weak.truth:.3f}, captions and labels",
            partial(_holds, name=name),
            before=BEFORE.get(name, ""),
            large=name not in RESTS,
            replicates=200,
        )


def _holds(seed: int, *, name: str) -> Outcome:
    row = found(seed, WORLDS[name]).rows[0]
    if row.drawn.mark(LABELS):
        return Outcome.MARKED
    low, high = row.drawn.ends(LABELS) or (None, None)
    return held(low, high, WORLDS[name].truth)


def found(seed: int, weak: Weak, draws: int = DRAWS) -> LabelErrors:
    snapshot, labels = world(seed, weak)
    scored = evaluate(snapshot, parse_all("C@1"), "all")
    return label_errors(snapshot, labels, scored, seed=seed, resamples=6_000, draws=draws)


def world(seed: int, weak: Weak) -> tuple[Snapshot, LabelEvidence]:
    random = _random(seed, weak)
    relevant, luck = _truths(random, weak)
    said = _labels(random, relevant.reshape(-1), weak)
    # The other run has a few more own videos first, so that two runs tell ranks apart.
    runs = {RUN: luck < weak.own, "other": luck < 1.08 * weak.own}
    return snapshot_of(weak.asked, runs, said)


def came_out(seed: int, weak: Weak) -> float:
    """C@1 of the captions that this world has, by what is relevant: the truth but for luck."""
    relevant, luck = _truths(_random(seed, weak), weak)
    return float(((luck < weak.own) | relevant[:, 0]).mean())


def _random(seed: int, weak: Weak) -> Random:
    return np.random.default_rng([seed, weak.asked.captions, weak.asked.pairs])


def _truths(random: Random, weak: Weak) -> tuple[NDArray[np.bool_], Reals]:
    chances = np.where(np.arange(weak.asked.pairs) == 0, *weak.relevant)
    relevant = random.random((weak.asked.captions, weak.asked.pairs)) < chances
    return relevant, random.random(weak.asked.captions)


def _labels(random: Random, relevant: NDArray[np.bool_], weak: Weak) -> Said:
    rates, pairs = weak.rates(random), len(relevant)
    weights = np.array(weak.weights or np.ones(len(rates)))
    hard = random.random(pairs) < weak.hard
    twice = np.sort(random.permutation(pairs)[: int(weak.twice * pairs)])
    first = random.choice(len(rates), pairs, p=weights / weights.sum())
    second = np.array([_another(random, weights, one) for one in first[twice]])
    pair, rater = np.concatenate([np.arange(pairs), twice]), np.concatenate([first, second])
    says = np.where(hard[pair], 0.25, rates[rater, 0])
    right = random.random(len(pair)) < np.where(relevant[pair], says, rates[rater, 1])
    return pair, rater, (right == relevant[pair]).astype(np.int64)


def _another(random: Random, weights: Reals, one: int) -> int:
    left = np.where(np.arange(len(weights)) == one, 0.0, weights)
    return int(random.choice(len(weights), p=left / left.sum()))
