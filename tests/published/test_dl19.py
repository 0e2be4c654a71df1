"""What machine judges of TREC 2019's passages are worth beside NIST's labels. The data is not in
this repository: see tests/published.py."""

import numpy as np
import pytest

from measures.hits import Pairs
from measures.witness import DrawnTotals, Stratum, filled, greg, of_totals, worth
from metrics.snapshot import Snapshot
from metrics.studies.held_witness import HeldWitness
from metrics.studies.witness_study import witness_study
from tests.published import published

JUDGES = {"umbrela-gpt4": 1.42, "binary-gpt4o": 1.34, "binary-llama32": 1.11}
PAIRS, TOPICS, RELEVANT = 9_260, 43, 2_501


def judgements(name: str) -> dict[tuple[str, str], float]:
    lines = published(f"dl19/{name}.txt").read_text().splitlines()
    fields = (line.split() for line in lines if line.strip())
    return {(topic, passage): float(grade) for topic, _, passage, grade in fields}


@pytest.fixture(scope="module")
def people():
    labels = judgements("qrels")
    y = np.array([grade >= 2 for grade in labels.values()], float)
    topics = np.unique([topic for topic, _ in labels], return_inverse=True)[1]
    assert (len(y), topics.max() + 1, y.sum()) == (PAIRS, TOPICS, RELEVANT)
    return list(labels), y, topics


@pytest.fixture(params=JUDGES)
def judge(request, people):
    said = judgements(request.param)
    f, _ = filled(np.array([[said.get(pair, np.nan)] for pair in people[0]]))
    return request.param, f


def drawn(y, f, some) -> Stratum:
    return Stratum(y[some], f[some], f.mean(axis=0), len(y))


@pytest.mark.parametrize("n", [50, 100, 400])
def test_of_pairs_drawn_intervals_hold_and_a_judge_is_worth_what_is_known(people, judge, n):
    _, y, _ = people
    name, f = judge
    rng = np.random.default_rng(n)
    worths, holds = [], 0
    for _ in range(1_000):
        some = rng.choice(PAIRS, n, replace=False)
        found = greg([drawn(y, f, some)])
        holds += found.low <= y.mean() <= found.high
        worths.append(worth(greg([drawn(y, f[:, :0], some)]), found))
    assert 925 <= holds <= 975  # within chance of 93 to 97 %
    if n == 400:
        assert np.median(worths) == pytest.approx(JUDGES[name], abs=0.03)


@pytest.mark.parametrize("n", [10, 20, 35])
def test_of_topics_drawn_they_are_the_units(people, judge, n):
    _, y, topics = people
    _, f = judge
    rng = np.random.default_rng(n)
    totals = [np.bincount(topics, values) for values in (y, np.ones(PAIRS), f[:, 0])]
    everywhere = np.array([totals[1].sum(), totals[2].sum()])
    holds = as_pairs = 0
    for _ in range(1_000):
        some = rng.choice(TOPICS, n, replace=False)
        own = [one[some] for one in totals]
        found = of_totals(DrawnTotals(own[0], own[1], own[2][:, None], everywhere, TOPICS))
        holds += found.low <= y.mean() <= found.high
        wrong = greg([drawn(y, f, np.flatnonzero(np.isin(topics, some)))])
        as_pairs += wrong.low <= y.mean() <= wrong.high
    assert 925 <= holds <= 980
    assert as_pairs < 500  # as if pairs had been drawn: they were not


@pytest.mark.parametrize(
    ("name", "kappa", "r"),
    [("umbrela-gpt4", 0.5123, 0.5426), ("binary-gpt4o", 0.4795, 0.5036),
     ("binary-llama32", 0.2621, 0.3172)],
)  # fmt: skip
def test_judges_agree_with_nists_assessors_as_published(name, kappa, r):
    """UMBRELA speaks in grades, and calls relevant from 2 on; r is of its grade."""
    people, said = judgements("qrels"), judgements(name)
    shared = sorted(set(people) & set(said))
    texts, passages = (
        np.unique([pair[side] for pair in shared], return_inverse=True)[1] for side in (0, 1)
    )
    shape = int(texts.max()) + 1, int(passages.max()) + 1
    keys = texts * shape[1] + passages
    order = np.argsort(keys)
    keys = keys[order]
    y = np.array([people[pair] >= 2 for pair in shared])[order]
    f = np.array([said[pair] for pair in shared], float)[order]
    snapshot = Snapshot(
        "dl19", np.arange(shape[0]), np.full(shape[0], -1), np.ones(shape[0], int),
        np.ones(shape[0], int), *shape,
        Pairs(keys[y], np.ones(int(y.sum())), *shape), Pairs(keys, np.ones(len(keys)), *shape), 0,
    )  # fmt: skip
    witness = HeldWitness(name, "", "", keys, f, threshold=2.0 if f.max() > 1 else None)
    found = witness_study(snapshot, witness, unresolved=np.empty(0, np.int64)).agreement
    assert found.kappa.value == pytest.approx(kappa, abs=5e-4)
    assert found.r.value == pytest.approx(r, abs=5e-4)
    for one in (found.kappa, found.r, found.auc):
        low, high = one.ends()
        # Independent pairs would have .04 or less; pairs of one topic are alike.
        assert 0.05 < high - low < 0.3, one
