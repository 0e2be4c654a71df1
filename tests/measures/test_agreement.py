"""Agreement of raters against slow twins, the krippendorff package, and the paper's and the
textbooks' arithmetic."""

import itertools
import math

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from measures.agreement import (
    FIGURES,
    NO_UNIT,
    ONE_VALUE,
    agreement,
    agreement_of_units,
    alpha,
    by_number_of_labels,
    count_values,
    figures,
    statistics,
)
from measures.raters import (
    DISAGREEMENT,
    IRRELEVANT,
    RELEVANT,
    UNKNOWN,
    beside_truth,
    compare_raters,
    count_resolved,
    repeats,
)

COUNTS = arrays.arrays(
    np.int64, st.tuples(st.integers(1, 12), st.just(2)), elements=st.integers(0, 4)
)
LABELS = st.dictionaries(
    st.tuples(st.integers(0, 6), st.integers(0, 4)), st.integers(0, 1), max_size=24
)


def doubled(both: int, neither: int, differing: int) -> np.ndarray:
    """(pairs, 2): pairs with two labels each."""
    return np.array([[0, 2]] * both + [[2, 0]] * neither + [[1, 1]] * differing, np.int64).reshape(
        -1, 2
    )


def slow_pairs(counts) -> list[tuple[int, int, float]]:
    """Each ordered pair of labels of a unit, with its weight: a unit's label is compared with all
    others and weighs 1."""
    found = []
    for irrelevant, relevant in counts:
        labels = [0] * irrelevant + [1] * relevant
        found += [(a, b, 1 / (len(labels) - 1)) for a, b in itertools.permutations(labels, 2)]
    return found


@given(COUNTS)
def test_percent_agreement_is_averaged_over_pairs_of_labels_and_then_over_units(counts):
    slow = []
    for irrelevant, relevant in counts:
        together = list(itertools.combinations([0] * irrelevant + [1] * relevant, 2))
        slow.append(np.mean([a == b for a, b in together]) if together else math.nan)
    np.testing.assert_allclose(agreement_of_units(counts), slow)
    known = [one for one in slow if not math.isnan(one)]
    percent = agreement(counts).percent
    assert percent.value == pytest.approx(np.mean(known)) if known else percent.reason == NO_UNIT


@given(COUNTS)
def test_positive_and_negative_agreement_weigh_each_label_once(counts):
    weighed = slow_pairs(counts)
    for value, found in ((1, agreement(counts).positive), (0, agreement(counts).negative)):
        given_as = sum(weight for a, _, weight in weighed if a == value)
        same = sum(weight for a, b, weight in weighed if a == b == value)
        assert found.value == pytest.approx(same / given_as) if given_as else found.value is None


@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
def test_of_two_labels_it_is_the_formula_of_the_textbooks(a, d, differing):
    found = agreement(doubled(a, d, differing))
    assert found.positive.value == (
        pytest.approx(2 * a / (2 * a + differing)) if a + differing else None
    )
    assert found.negative.value == (
        pytest.approx(2 * d / (2 * d + differing)) if d + differing else None
    )


@given(
    arrays.arrays(
        np.int64, st.tuples(st.integers(1, 10), st.integers(2, 4)), elements=st.integers(0, 3)
    )
)
def test_alpha_is_that_of_the_raters_table(counts):
    """krippendorff again, by its other door: a table of raters x units with gaps."""
    labels = [np.repeat(np.arange(counts.shape[1]), row).astype(float) for row in counts]
    table = np.full((max(map(len, labels)) or 1, len(labels)), np.nan)
    for column, given_labels in enumerate(labels):
        table[: len(given_labels), column] = given_labels
    found = alpha(counts)
    used = {value for given_labels in labels if len(given_labels) > 1 for value in given_labels}
    if len(used) < 2:
        assert found.reason == (ONE_VALUE if used else NO_UNIT)
    else:
        assert found.value == pytest.approx(
            krippendorff.alpha(table, level_of_measurement="nominal"), abs=1e-9
        )


@given(COUNTS)
@example(doubled(1, 1, 0))
def test_what_is_resampled_is_what_is_shown(counts):
    shown, resampled = agreement(counts), figures(statistics(counts).sum(axis=0))
    for name in FIGURES:
        assert float(resampled[name]) == pytest.approx(
            float(getattr(shown, name)), abs=1e-9, nan_ok=True
        )


@given(COUNTS)
def test_ac1_is_gwets(counts):
    """irrCAC's formulas for any number of labels, of the units with two or more."""
    kept = counts[counts.sum(axis=1) > 1]
    assume(len(kept))
    labels = kept.sum(axis=1)
    pa = ((kept * (kept - 1)).sum(axis=1) / (labels * (labels - 1))).mean()
    pi = (kept / labels[:, None]).mean(axis=0)
    pe = (pi * (1 - pi)).sum() / (2 - 1)
    found = agreement(counts)
    assert found.ac1.value == pytest.approx((pa - pe) / (1 - pe), abs=1e-9)
    assert found.prevalence.value == pytest.approx(pi[1], abs=1e-9)


@pytest.mark.parametrize("value", [IRRELEVANT, RELEVANT])
def test_one_value_everywhere_leaves_alpha_undefined_though_all_agree(value):
    counts = np.zeros((5, 2), np.int64)
    counts[:, value] = 2
    found = agreement(counts)
    assert (found.alpha.value, found.alpha.reason) == (None, ONE_VALUE)
    assert (found.percent.value, found.ac1.value) == (1.0, 1.0)
    assert {found.positive.value, found.negative.value} == {1.0, None}


@pytest.mark.parametrize("counts", [np.zeros((0, 2), np.int64), np.array([[1, 0], [0, 1], [0, 0]])])
def test_without_a_second_label_nothing_is_defined(counts):
    found = agreement(counts)
    assert {getattr(found, name).reason for name in FIGURES} == {NO_UNIT}
    assert (found.units, found.labels, by_number_of_labels(counts)) == (0, 0, [])


@given(COUNTS)
def test_pairs_with_one_label_change_nothing(counts):
    assert agreement(np.concatenate([counts, [[1, 0], [0, 1], [0, 0]]])) == agreement(counts)


def test_agreement_is_shown_by_number_of_labels():
    found = by_number_of_labels(np.array([[2, 0], [1, 1], [0, 1], [2, 1], [4, 0]]))
    assert [(one.labels, one.units, one.percent.value) for one in found] == [
        (2, 2, 0.5),
        (3, 1, pytest.approx(1 / 3)),
        (4, 1, 1.0),
    ]


@given(LABELS)
def test_labels_are_counted_by_unit_and_value(labels):
    unit, value = [key[0] for key in labels], list(labels.values())
    slow = [
        [sum(u == at and v == of for u, v in zip(unit, value, strict=True)) for of in (0, 1)]
        for at in range(7)
    ]
    assert count_values(unit, value, 7).tolist() == slow


@pytest.mark.parametrize(("unit", "value"), [([7], [0]), ([-1], [0]), ([0], [2]), ([0], [-1])])
def test_a_label_outside_is_refused(unit, value):
    with pytest.raises(ValueError, match="outside"):
        count_values(unit, value, 7)


@given(LABELS)
def test_each_two_raters_are_compared_over_what_both_labelled(labels):
    unit, rater = ([key[i] for key in labels] for i in (0, 1))
    found = compare_raters(unit, [10 * one for one in rater], list(labels.values()))
    names = sorted(set(rater))
    assert found.raters.tolist() == [10 * one for one in names]
    for (i, first), (j, second) in itertools.permutations(enumerate(names), 2):
        both = [u for u in range(7) if (u, first) in labels and (u, second) in labels]
        alike = sum(labels[u, first] == labels[u, second] for u in both)
        assert (found.shared[i, j], found.agreeing[i, j]) == (len(both), alike)


@given(LABELS)
def test_each_rater_is_compared_with_all_others(labels):
    unit, rater = ([key[i] for key in labels] for i in (0, 1))
    found = compare_raters(unit, rater, list(labels.values())).against_others()
    for place, me in enumerate(found.raters):
        others = [
            (labels[u, me], v)
            for (u, other), v in labels.items()
            if other != me and (u, me) in labels
        ]
        assert (found.n[place], found.agreeing[place]) == (
            len(others),
            sum(a == b for a, b in others),
        )


def test_a_rater_who_labelled_a_pair_twice_is_no_two_raters():
    found = compare_raters([1, 1, 1, 2, 2], [4, 5, 4, 4, 4], [0, 0, 1, 1, 1])
    assert found.raters.tolist() == [4, 5]
    assert found.shared.tolist() == [[0, 1], [1, 0]]  # unit 2 has labels of one rater alone
    assert found.agreeing.tolist() == [
        [0, 1],
        [1, 0],
    ]  # the first label of rater 4 counts, which agrees


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3)), max_size=20))
def test_a_repeated_label_is_one_whose_rater_was_at_the_unit_before(labels):
    unit, rater = ([label[side] for label in labels] for side in (0, 1))
    assert repeats(unit, rater).tolist() == [
        label in labels[:place] for place, label in enumerate(labels)
    ]


@given(
    LABELS,
    st.lists(
        st.sampled_from([UNKNOWN, IRRELEVANT, RELEVANT, DISAGREEMENT]), min_size=7, max_size=7
    ),
)
def test_each_rater_is_compared_with_what_is_known(labels, truth):
    unit, rater = ([key[i] for key in labels] for i in (0, 1))
    found = beside_truth(unit, rater, list(labels.values()), truth)
    for place, me in enumerate(found.raters):
        known = [
            (v, truth[u])
            for (u, who), v in labels.items()
            if who == me and truth[u] in (IRRELEVANT, RELEVANT)
        ]
        assert (found.n[place], found.agreeing[place]) == (
            len(known),
            sum(a == b for a, b in known),
        )


def test_an_empty_table_2_has_no_shares():
    assert {one.value for one in count_resolved([], 0).shares.values()} == {None}
    only_open = count_resolved([UNKNOWN, UNKNOWN], 2).shares
    assert (only_open["resolved"].value, only_open["relevant"].reason) == (
        0.0,
        "no pair is resolved",
    )
