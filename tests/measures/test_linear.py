"""Measures that are sums over pairs: exact over every sample of a small population, the product's
own values where all pairs are labelled, and nothing of pairs that do not count."""

from itertools import combinations

import numpy as np
import pytest

from measures.hits import Pairs
from measures.linear import as_even, columns_of, is_linear, rank_weights, weighted_pairs
from measures.names import parse_all
from measures.scoring import score
from measures.witness import Stratum, difference
from measures.witness_units import WitnessedUnits

MEASURES = parse_all("P@3,RBP,RBP(p=0.5)@4")


def ranked(seed: int, rows: int = 6, columns: int = 9, depth: int = 5):
    rng = np.random.default_rng(seed)
    return np.array([rng.permutation(columns)[:depth] for _ in range(rows)], np.int32)


def labels(seed: int, rows: int = 6, columns: int = 9) -> np.ndarray:
    return np.random.default_rng(seed).random(rows * columns) < 0.4


def one(name: str):
    return parse_all(name)[0]


@pytest.mark.parametrize("measure", MEASURES, ids=str)
def test_the_sum_over_pairs_is_the_mean_over_captions(measure):
    a, b, y = ranked(1), ranked(2), labels(3)
    row, column = np.divmod(np.flatnonzero(y), 9)
    pairs = Pairs.of([*row, *range(6)], [*column, *[8] * 6], (6, 9))  # each has a positive
    y[np.arange(6) * 9 + 8] = True
    values = [np.mean(score(run, pairs, [str(measure)]).values[measure]) for run in (a, b)]
    weights = rank_weights(measure, 5)
    alone = weighted_pairs([(a, 1.0)], weights, 9)
    assert alone.weights @ y[alone.keys] == pytest.approx(values[0])
    both = weighted_pairs([(a, 1.0), (b, -1.0)], weights, 9)
    assert both.weights @ y[both.keys] == pytest.approx(values[0] - values[1])


def test_a_pair_that_two_runs_rank_alike_needs_no_label():
    a, b = ranked(1), ranked(2)
    b[0] = a[0]
    b[1, :2] = a[1, :2]
    b[1, 2:] = -1
    found = weighted_pairs([(a, 1.0), (b, -1.0)], rank_weights(one("RBP"), 5), 9)
    assert not np.isin(found.keys, a[0]).any()
    assert not np.isin(found.keys, 9 + a[1, :2].astype(int)).any()
    assert np.isin(9 + a[1, 2:].astype(int), found.keys).all()
    # Under P@K only which pairs are ranked matters, not in what order.
    swapped = a[:, [1, 0, 2, 3, 4]]
    same = weighted_pairs([(a, 1.0), (swapped, -1.0)], rank_weights(one("P@5"), 5), 9)
    assert len(same.keys) == 0


def population():
    """Twelve pairs of two runs' difference, with what a witness says."""
    a, b = ranked(4, rows=2), ranked(5, rows=2)
    pairs = weighted_pairs([(a, 1.0), (b, -1.0)], rank_weights(one("RBP"), 5), 9)
    pairs = pairs.keys[:12], pairs.weights[:12]
    assert len(pairs[0]) == 12
    y = (~labels(6, rows=2))[pairs[0]].astype(float)
    f = 0.6 * y + np.random.default_rng(7).normal(0, 0.3, 12)
    return pairs[1], y, f[:, None]


def test_over_every_sample_the_difference_of_two_runs_is_the_truth_and_its_variance_exact():
    w, y, f = population()
    z, g = w * y, columns_of(w, f)
    found = [
        difference(Stratum(z[some], g[some], g.mean(axis=0), 12))
        for some in map(list, combinations(range(12), 5))
    ]
    values = np.array([each.value for each in found])
    assert values.mean() == pytest.approx(z.mean(), abs=1e-12)
    assert np.mean([each.error**2 for each in found]) == pytest.approx(values.var(), rel=1e-9)


def test_over_every_sample_weights_and_a_witness_are_nearly_unbiased_and_narrower():
    w, y, f = population()
    z, g = w * y, columns_of(w, f)
    found: dict[str, list[float]] = {"plain": [], "weights": [], "witness": []}
    for some in map(list, combinations(range(12), 7)):
        labelled = np.full(12, np.nan)
        labelled[some] = z[some]
        units = WitnessedUnits(labelled, w[:, None], g, np.zeros(12, np.int64), np.arange(12))
        found["plain"].append(float(z[some].mean()))
        found["weights"].append(units.alone.mean().value)
        found["witness"].append(units.together.mean().value)
    spread = {name: np.var(values) for name, values in found.items()}
    assert spread["weights"] < spread["plain"]
    for values in found.values():
        assert abs(np.mean(values) - z.mean()) < 0.25 * np.std(values)


def test_a_constant_added_to_an_opinion_changes_nothing():
    w, _, f = population()
    assert columns_of(w, f + 5) == pytest.approx(columns_of(w, f))


def test_which_measures_are_sums():
    assert [is_linear(each) for each in parse_all("P@5,RBP,AP,C@1,gRBP,P(rel=2)@5,P'@5")] == [
        True, True, False, False, False, False, False,
    ]  # fmt: skip
    with pytest.raises(ValueError, match="AP is not linear in labels"):
        rank_weights(one("AP"), 5)
    assert rank_weights(one("P@10"), 4).tolist() == [0.1] * 4


def test_uneven_weights_are_as_few_even_ones():
    assert as_even(np.full(9, -2.0)) == pytest.approx(1)
    assert as_even(np.array([1.0, 0, 0, 0])) == pytest.approx(4)
    falling = rank_weights(one("RBP"), 100)
    assert 20 < as_even(falling) < 25
