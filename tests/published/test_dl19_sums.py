"""Sums over pairs, and what is about captions like these, on TREC 2019's passages: how often
intervals with a machine's judgements hold what NIST's labels say."""

import numpy as np
import pytest

from measures.dependence import Dependence
from measures.linear import columns_of, rank_weights, weighted_pairs
from measures.names import parse_all
from measures.witness_units import WitnessedUnits
from metrics.studies.witness_sample import HowDrawn, SampledFigure
from tests.published.test_dl19 import PAIRS, TOPICS, judge, judgements, people  # noqa: F401

DRAWS = 1_000


@pytest.fixture(scope="module")
def ranked(people):  # noqa: F811
    """Two runs: the passages that NIST judged, by the grades of two machines."""
    keys, _, topics = people
    runs = []
    for number, name in enumerate(("binary-gpt4o", "binary-llama32")):
        said = judgements(name)
        noise = np.random.default_rng(number).random(PAIRS)
        scores = np.array([said.get(key, 0.0) for key in keys]) + noise
        rows = [
            own[np.argsort(-scores[own])][:100]
            for own in (np.flatnonzero(topics == topic) for topic in range(TOPICS))
        ]
        runs.append(np.array(rows, np.int32))
    return runs


@pytest.mark.parametrize(
    ("measure", "n"), [("P@50", 50), ("P@50", 100), ("P@50", 400), ("RBP(p=0.95)", 400)]
)
@pytest.mark.parametrize("two", [False, True], ids=["one run", "a difference"])
def test_of_pairs_drawn_intervals_of_sums_hold(people, ranked, judge, measure, n, two):  # noqa: F811
    _, y, _ = people
    _, f = judge
    (of,) = parse_all(measure)
    runs = [(ranked[0], 1.0), (ranked[1], -1.0)][: 2 if two else 1]
    pairs = weighted_pairs(runs, rank_weights(of, 100), PAIRS)
    passages, size = pairs.keys % PAIRS, len(pairs.keys)
    z, truth = pairs.weights * y[passages], float(pairs.weights @ y[passages])
    free, g = pairs.weights[:, None], columns_of(pairs.weights, f[passages])
    rng, zeros = np.random.default_rng(n), np.zeros(size, np.int64)
    holds = {"people": 0, "witness": 0}
    for _ in range(DRAWS):
        labelled = np.full(size, np.nan)
        some = rng.choice(size, n, replace=False)
        labelled[some] = z[some]
        units = WitnessedUnits(labelled, free, g, zeros, np.arange(size), uneven=True)
        for name, fit in (("people", units.alone), ("witness", units.together)):
            found = fit.mean().scaled(size)
            holds[name] += found.low <= truth <= found.high
    assert all(920 <= each <= 980 for each in holds.values()), holds


@pytest.mark.parametrize(("topics", "n"), [(20, 100), (20, 400), (35, 100), (35, 400)])
def test_about_topics_like_these_intervals_hold(people, judge, topics, n):  # noqa: F811
    """Topics are drawn as from endlessly many of these 43, and pairs of theirs are labelled."""
    _, y, of = people
    _, f = judge
    rng = np.random.default_rng(topics + n)
    own = [np.flatnonzero(of == topic) for topic in range(TOPICS)]
    holds = {"people": 0, "witness": 0, "these": 0}
    for _ in range(DRAWS):
        drawn = rng.integers(0, TOPICS, topics)
        pairs = np.concatenate([own[topic] for topic in drawn])
        cluster = np.repeat(np.arange(topics), [len(own[topic]) for topic in drawn])
        labelled = np.full(len(pairs), np.nan)
        some = rng.choice(len(pairs), n, replace=False)
        labelled[some] = y[pairs[some]]
        units = WitnessedUnits(
            labelled, np.empty((len(pairs), 0)), f[pairs], np.zeros(len(pairs), np.int64), cluster
        )
        alike = SampledFigure(
            units, HowDrawn(alike=True), np.zeros(len(pairs)), np.arange(len(pairs)),
            Dependence.of(len(pairs), cluster),
        )  # fmt: skip
        for line, found in (
            ("people", alike.alone()),
            ("witness", alike.together()),
            ("these", units.together.mean()),
        ):
            holds[line] += found.low <= y.mean() <= found.high
    assert 915 <= holds["people"] <= 980
    assert 915 <= holds["witness"] <= 980
    assert holds["these"] < 930  # as if about these topics alone: the truth is about others
