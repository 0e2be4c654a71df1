"""Samples: exact sums, honest probabilities, the same draw everywhere."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures.sampling import sample_captions

LENGTHS = st.lists(st.integers(1, 30), max_size=60).map(lambda values: np.array(values, np.int64))
SIZES = st.integers(0, 70)
SEEDS = st.integers(0, 2**63)
WAYS = st.sampled_from([None, "length"])


def slow_strata(lengths: list[int], strata: int) -> list[int]:
    """Each length goes where the middle of its captions stands in the sorted list, cut into equal
    parts."""
    ordered = sorted(lengths)
    raw = []
    for length in lengths:
        first = ordered.index(length)
        middle = Fraction(2 * first + ordered.count(length), 2)
        raw.append(int(middle / len(lengths) * strata))
    names = sorted(set(raw))
    return [names.index(value) for value in raw]


def slow_allocation(n: int, sizes: list[int]) -> list[int]:
    quotas = [Fraction(n * size, sum(sizes)) for size in sizes]
    shares = [int(quota) for quota in quotas]
    while sum(shares) < n:
        behind = [quota - share for quota, share in zip(quotas, shares, strict=True)]
        shares[behind.index(max(behind))] += 1
    while n and 0 in shares:
        shares[shares.index(max(shares))] -= 1
        shares[shares.index(0)] += 1
    return shares


@given(lengths=LENGTHS, n=SIZES, seed=SEEDS, by=WAYS, strata=st.integers(1, 7))
def test_a_sample_has_as_many_captions_as_were_asked_for(lengths, n, seed, by, strata):
    sample = sample_captions(lengths, n, seed, by=by, strata=strata)
    assert (
        len(sample.chosen) == min(n, len(lengths)) == len(sample.stratum) == len(sample.inclusion)
    )
    assert (np.diff(sample.chosen) > 0).all()
    assert np.isin(sample.chosen, np.arange(len(lengths))).all()


@given(lengths=LENGTHS.filter(len), n=st.integers(1, 70), seed=SEEDS, strata=st.integers(1, 7))
def test_strata_and_their_shares_are_those_of_the_slow_twin(lengths, n, seed, strata):
    n = min(n, len(lengths))
    stratum = slow_strata(lengths.tolist(), min(strata, n))
    sizes = [stratum.count(h) for h in range(max(stratum) + 1)]
    shares = slow_allocation(n, sizes)
    sample = sample_captions(lengths, n, seed, by="length", strata=strata)
    assert sample.stratum.tolist() == [stratum[i] for i in sample.chosen]
    assert np.bincount(sample.stratum).tolist() == shares
    assert sample.inclusion.tolist() == [
        shares[stratum[i]] / sizes[stratum[i]] for i in sample.chosen
    ]


@given(lengths=LENGTHS, n=st.integers(1, 70), seed=SEEDS, by=WAYS)
def test_the_weights_of_a_sample_add_up_to_all_captions(lengths, n, seed, by):
    sample = sample_captions(lengths, n, seed, by=by)
    assert (1 / sample.inclusion).sum() == pytest.approx(len(lengths))


@given(lengths=LENGTHS, n=SIZES, seed=SEEDS)
def test_longer_captions_are_in_later_strata_and_equal_ones_together(lengths, n, seed):
    sample = sample_captions(lengths, n, seed, by="length")
    found = lengths[sample.chosen]
    order = np.argsort(found, kind="stable")
    assert (np.diff(sample.stratum[order]) >= 0).all()
    assert all(len(set(sample.stratum[found == length])) == 1 for length in found)


@given(lengths=LENGTHS, n=SIZES, seed=SEEDS, by=WAYS)
def test_the_same_seed_draws_the_same(lengths, n, seed, by):
    first, again = (sample_captions(lengths, n, seed, by=by) for _ in range(2))
    assert first.chosen.tolist() == again.chosen.tolist()


@given(lengths=LENGTHS, n=SIZES, more=SIZES, seed=SEEDS)
def test_a_larger_simple_sample_contains_the_smaller_one(lengths, n, more, seed):
    assert np.isin(
        sample_captions(lengths, n, seed).chosen, sample_captions(lengths, n + more, seed).chosen
    ).all()


def test_samples_are_the_same_on_every_machine():
    """Written down once; a change would break pools that say how they were drawn."""
    lengths = np.arange(100) % 17
    assert sample_captions(lengths, 6, 7).chosen.tolist() == [6, 24, 32, 37, 96, 98]
    assert sample_captions(lengths, 6, 7, by="length", strata=3).chosen.tolist() == [
        6,
        24,
        32,
        37,
        90,
        96,
    ]


@pytest.mark.parametrize("by", [None, "length"])
def test_the_estimate_from_many_samples_is_the_truth(by):
    """Horvitz-Thompson over 4,000 seeds: every caption is drawn as often as is said, and the mean
    comes out."""
    lengths = np.array([3, 3, 3, 3, 4, 5, 5, 6, 7, 8, 9, 9, 12, 20, 31])
    values = lengths**2 % 13
    drawn, estimates = np.zeros(len(lengths)), []
    inclusion = np.full(len(lengths), np.nan)
    for seed in range(4000):
        sample = sample_captions(lengths, 6, seed, by=by, strata=4)
        drawn[sample.chosen] += 1
        inclusion[sample.chosen] = sample.inclusion
        estimates.append((values[sample.chosen] / sample.inclusion).sum() / len(lengths))
    np.testing.assert_allclose(drawn / 4000, inclusion, atol=4 * np.sqrt(0.25 / 4000))
    assert np.mean(estimates) == pytest.approx(
        values.mean(), abs=4 * np.std(estimates) / np.sqrt(4000)
    )


def test_pairs_of_captions_are_drawn_together_as_often_as_chance_says():
    pairs = Counter()
    for seed in range(6000):
        pairs[tuple(sample_captions(np.ones(4, int), 2, seed).chosen.tolist())] += 1
    assert len(pairs) == 6
    assert all(abs(count - 1000) < 4 * np.sqrt(1000) for count in pairs.values())


def test_all_captions_are_certain_when_no_more_than_asked_for():
    for by in (None, "length"):
        sample = sample_captions(np.array([5, 2, 9]), 10, 1, by=by)
        assert sample.chosen.tolist() == [0, 1, 2]
        assert sample.inclusion.tolist() == [1, 1, 1]


def test_nothing_of_nothing_is_nothing():
    for lengths, n in ((np.array([], int), 5), (np.array([1, 2]), 0), (np.array([], int), 0)):
        for by in (None, "length"):
            assert sample_captions(lengths, n, 1, by=by).chosen.tolist() == []


def test_captions_of_one_length_are_one_stratum():
    sample = sample_captions(np.full(10, 7), 4, 1, by="length")
    assert set(sample.stratum) == {0}
    assert set(sample.inclusion) == {0.4}


def test_distinct_lengths_fall_into_strata_of_equal_size():
    assert np.bincount(sample_captions(np.arange(20), 20, 1, by="length").stratum).tolist() == [
        4,
        4,
        4,
        4,
        4,
    ]


def test_a_few_odd_captions_can_still_be_drawn():
    """97 short captions, and three long ones that a proportional share of 10 would leave out."""
    sample = sample_captions(np.array([5] * 97 + [40] * 3), 10, 1, by="length")
    assert np.bincount(sample.stratum).tolist() == [9, 1]
    assert sample.inclusion.tolist() == [9 / 97] * 9 + [1 / 3]


def test_fewer_captions_than_strata_make_fewer_strata():
    sample = sample_captions(np.arange(30), 2, 1, by="length", strata=5)
    assert sample.stratum.tolist() == [0, 1]
    assert sample.inclusion.tolist() == [1 / 15, 1 / 15]


def test_impossible_samples_are_refused():
    with pytest.raises(ValueError, match="0 captions or more"):
        sample_captions(np.arange(3), -1, 1)
    with pytest.raises(ValueError, match="1 stratum or more"):
        sample_captions(np.arange(3), 1, 1, strata=0)
