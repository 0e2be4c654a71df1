"""Agreement of raters against slow twins, the krippendorff package, and the paper's and the
textbooks' arithmetic."""

from itertools import combinations, permutations

import krippendorff
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from measures.agreement import (
    FIGURES,
    NO_UNIT,
    ONE_VALUE,
    agreement,
    agreement_of_units,
    alpha,
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
ANY_VALUES = arrays.arrays(
    np.int64, st.tuples(st.integers(1, 10), st.integers(2, 4)), elements=st.integers(0, 3)
)
LABELS = st.dictionaries(
    st.tuples(st.integers(0, 6), st.integers(0, 4)), st.integers(0, 1), max_size=24
)


def doubled(both: int, neither: int, differing: int) -> np.ndarray:
    """(pairs, 2): pairs with two labels each."""
    rows = [[0, 2]] * both + [[2, 0]] * neither + [[1, 1]] * differing
    return np.array(rows, np.int64).reshape(-1, 2)


def labels_in(counts) -> list[list[int]]:
    return [np.repeat(np.arange(counts.shape[1]), row).tolist() for row in counts]


@given(COUNTS)
@example(doubled(1, 1, 0))
def test_every_figure_is_what_loops_over_labels_find_and_what_is_resampled(counts):
    """Percent agreement is averaged over pairs of labels and then over units; in positive and
    negative agreement a label is compared with all others of its unit and weighs 1; AC1 is by
    irrCAC's formulas for any number of labels."""
    shares = [[a == b for a, b in combinations(of, 2)] for of in labels_in(counts)]
    each = [np.mean(one) if one else np.nan for one in shares]
    np.testing.assert_allclose(agreement_of_units(counts), each)
    found, resampled = agreement(counts), figures(statistics(counts).sum(axis=0))
    units = [of for of in labels_in(counts) if len(of) > 1]
    if not units:
        assert {one.reason for one in found.values()} == {NO_UNIT}
        return
    weighed = [(a, b, 1 / (len(of) - 1)) for of in units for a, b in permutations(of, 2)]

    def both(value: int) -> float:
        given_as = sum(weight for a, _, weight in weighed if a == value)
        same = sum(weight for a, b, weight in weighed if a == b == value)
        return same / given_as if given_as else np.nan

    pa, pi = np.nanmean(each), np.mean([np.mean(of) for of in units])
    pe = (pi * (1 - pi) + (1 - pi) * pi) / (2 - 1)
    slow = {"percent": pa, "positive": both(1), "negative": both(0), "prevalence": pi}
    slow |= {"ac1": (pa - pe) / (1 - pe), "alpha": float(alpha(counts))}
    assert [*found] == [*FIGURES]
    for name, expected in slow.items():
        for one in (found[name], resampled[name]):
            assert float(one) == pytest.approx(expected, abs=1e-9, nan_ok=True), name


@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
def test_of_two_labels_it_is_the_formula_of_the_textbooks(a, d, differing):
    found = agreement(doubled(a, d, differing))
    for name, same in (("positive", a), ("negative", d)):
        textbook = 2 * same / (2 * same + differing) if same + differing else None
        assert found[name].value == (textbook and pytest.approx(textbook))


@given(ANY_VALUES)
def test_alpha_is_that_of_the_raters_table(counts):
    """krippendorff again, by its other door: a table of raters x units with gaps."""
    labels = labels_in(counts)
    table = np.full((max(map(len, labels)) or 1, len(labels)), np.nan)
    for column, of in enumerate(labels):
        table[: len(of), column] = of
    found, used = alpha(counts), {value for of in labels if len(of) > 1 for value in of}
    if len(used) < 2:
        assert found.reason == (ONE_VALUE if used else NO_UNIT)
    else:
        expected = krippendorff.alpha(table, level_of_measurement="nominal")
        assert found.value == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("value", [IRRELEVANT, RELEVANT])
def test_one_value_everywhere_leaves_alpha_undefined_though_all_agree(value):
    counts = np.zeros((5, 2), np.int64)
    counts[:, value] = 2
    found = agreement(counts)
    assert (found["alpha"].value, found["alpha"].reason) == (None, ONE_VALUE)
    assert (found["percent"].value, found["ac1"].value) == (1.0, 1.0)
    other = {RELEVANT: "irrelevant", IRRELEVANT: "relevant"}[value]
    assert {found["positive"].reason, found["negative"].reason} == {"", f"no label says {other}"}


@pytest.mark.parametrize("counts", [np.zeros((0, 2), np.int64), np.array([[1, 0], [0, 1], [0, 0]])])
def test_without_a_second_label_nothing_is_defined(counts):
    assert {one.reason for one in agreement(counts).values()} == {NO_UNIT}


@given(COUNTS)
def test_pairs_with_one_label_change_nothing(counts):
    assert agreement(np.concatenate([counts, [[1, 0], [0, 1], [0, 0]]])) == agreement(counts)


@given(LABELS)
def test_labels_are_counted_by_unit_and_value(labels):
    unit, value = [key[0] for key in labels], list(labels.values())
    both = list(zip(unit, value, strict=True))
    slow = [[both.count((at, of)) for of in (0, 1)] for at in range(7)]
    assert count_values(unit, value, 7).tolist() == slow


@pytest.mark.parametrize(("unit", "value"), [([7], [0]), ([-1], [0]), ([0], [2]), ([0], [-1])])
def test_a_label_outside_is_refused(unit, value):
    with pytest.raises(ValueError, match="outside"):
        count_values(unit, value, 7)


# Raters


def columns(labels) -> tuple[list, list, list]:
    return [unit for unit, _ in labels], [rater for _, rater in labels], list(labels.values())


def assert_beside(found, compared) -> None:
    """compared: what a rater said and what stands beside it, of each pair of these."""
    for rater, n, agreeing in zip(found.raters, found.n, found.agreeing, strict=True):
        both = compared(rater)
        assert (n, agreeing) == (len(both), sum(a == b for a, b in both))


@given(LABELS)
def test_each_rater_is_compared_with_each_other_and_with_all_others(labels):
    unit, rater, value = columns(labels)
    found = compare_raters(unit, [10 * one for one in rater], value)
    names = sorted(set(rater))
    assert found.raters.tolist() == [10 * one for one in names]
    for (i, first), (j, second) in permutations(enumerate(names), 2):
        both = [u for u in range(7) if (u, first) in labels and (u, second) in labels]
        alike = sum(labels[u, first] == labels[u, second] for u in both)
        assert (found.shared[i, j], found.agreeing[i, j]) == (len(both), alike)

    def others(me):
        return [
            (labels[u, me // 10], v)
            for (u, other), v in labels.items()
            if 10 * other != me and (u, me // 10) in labels
        ]

    assert_beside(found.against_others(), others)


@given(
    LABELS,
    st.lists(
        st.sampled_from([UNKNOWN, IRRELEVANT, RELEVANT, DISAGREEMENT]), min_size=7, max_size=7
    ),
)
def test_each_rater_is_compared_with_what_is_known(labels, truth):
    known = {u for u in range(7) if truth[u] in (IRRELEVANT, RELEVANT)}
    assert_beside(
        beside_truth(*columns(labels), truth),
        lambda me: [(v, truth[u]) for (u, who), v in labels.items() if who == me and u in known],
    )


def test_a_rater_who_labelled_a_pair_twice_is_no_two_raters():
    found = compare_raters([1, 1, 1, 2, 2], [4, 5, 4, 4, 4], [0, 0, 1, 1, 1])
    assert found.raters.tolist() == [4, 5]
    assert found.shared.tolist() == [[0, 1], [1, 0]]  # unit 2 has labels of one rater alone
    assert found.agreeing.tolist() == [[0, 1], [1, 0]]  # the first label of rater 4 agrees


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3)), max_size=20))
def test_a_repeated_label_is_one_whose_rater_was_at_the_unit_before(labels):
    before = [label in labels[:place] for place, label in enumerate(labels)]
    assert repeats(*([label[side] for label in labels] for side in (0, 1))).tolist() == before


def test_an_empty_table_2_has_no_shares():
    assert {one.value for one in count_resolved([], 0).shares.values()} == {None}
    only_open = count_resolved([UNKNOWN, UNKNOWN], 2).shares
    assert only_open["resolved"].value == 0.0
    assert only_open["relevant"].reason == "no pair is resolved"
