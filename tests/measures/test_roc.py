"""The area under the ROC curve against every two pairs and scipy, and what moves it."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from measures.roc import area_under_roc, moved_area, placements
from tests.metrics.proxied import slow_auc

PAIRS = st.lists(
    st.tuples(st.integers(0, 4), st.booleans(), st.integers(0, 5)), min_size=1, max_size=30
)


def arrays(pairs):
    values, relevant, clusters = zip(*pairs, strict=True)
    return np.array(values) / 4, np.array(relevant), np.array(clusters)


@given(pairs=PAIRS)
def test_the_area_is_the_share_of_two_pairs_in_order(pairs):
    values, relevant, _ = arrays(pairs)
    assume(relevant.any() and not relevant.all())
    found = area_under_roc(values, relevant)
    assert found == pytest.approx(slow_auc(values.tolist(), relevant.tolist()), abs=1e-12)
    statistic = stats.mannwhitneyu(values[relevant], values[~relevant]).statistic
    assert found == pytest.approx(statistic / (relevant.sum() * (~relevant).sum()), abs=1e-12)


def test_it_is_undefined_where_one_class_is_empty():
    values = np.array([0.1, 0.2])
    for relevant in (np.zeros(2, bool), np.ones(2, bool)):
        assert np.isnan(area_under_roc(values, relevant))


@given(pairs=PAIRS)
def test_a_placement_is_the_share_of_the_other_class_on_the_right_side(pairs):
    values, relevant, _ = arrays(pairs)
    assume(relevant.any() and not relevant.all())
    for place, found in enumerate(placements(values, relevant)):
        others = values[relevant != relevant[place]]
        way = 1 if relevant[place] else -1
        sides = [(np.sign(way * (values[place] - other)) + 1) / 2 for other in others]
        assert found == pytest.approx(np.mean(sides))


@given(pairs=PAIRS)
def test_a_pair_moves_the_area_as_a_small_change_of_its_weight_does(pairs):
    values, relevant, _ = arrays(pairs)
    assume(relevant.any() and not relevant.all())
    moved = moved_area(values, relevant)

    def weighted(weights):
        above = np.sign(values[relevant][:, None] - values[~relevant]) / 2 + 0.5
        both = np.outer(weights[relevant], weights[~relevant])
        return (above * both).sum() / both.sum()

    for place in range(len(values)):
        weights, step = np.ones(len(values)), 1e-6
        weights[place] += step
        slope = (weighted(weights) - weighted(np.ones(len(values)))) / step
        assert moved.influence[0, place] == pytest.approx(slope, abs=1e-5)
    assert moved.value[0] == pytest.approx(area_under_roc(values, relevant))
