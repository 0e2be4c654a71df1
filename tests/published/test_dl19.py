"""What machine judges of TREC 2019's passages are worth beside NIST's labels. The data is not in
this repository: see tests/published.py."""

import numpy as np
import pytest

from measures.witness import DrawnTotals, Stratum, filled, greg, of_totals, worth
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
