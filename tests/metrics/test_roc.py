"""The area under the ROC curve against every two pairs and scipy, and its resamples against a
resample written out."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from metrics.measures import roc
from metrics.measures.draws import weights_in_blocks
from metrics.measures.roc import Ladder, area_under_roc, resample_area
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
        drawn = resample_area(values, relevant, np.array([0, 1]), resamples=5, seed=0)
        assert np.isnan(drawn.means).all()


@given(pairs=PAIRS, seed=st.integers(0, 9))
def test_a_resample_is_the_area_of_the_pairs_of_the_drawn_videos(pairs, seed):
    values, relevant, clusters = arrays(pairs)
    _, labels = np.unique(clusters, return_inverse=True)
    found = resample_area(values, relevant, clusters, resamples=12, seed=seed).means[0]
    (weights,) = weights_in_blocks(int(labels.max()) + 1, 12, seed)
    for area, drawn in zip(found, weights, strict=True):
        times = drawn[labels].astype(int)
        again = [np.repeat(one, times).tolist() for one in (values, relevant)]
        if len(set(again[1])) < 2:
            assert np.isnan(area)
        else:
            assert area == pytest.approx(slow_auc(*again), abs=1e-12)


def test_steps_that_hold_one_class_are_one(monkeypatch):
    values = np.arange(9) / 8
    relevant = np.array([0, 0, 0, 1, 1, 0, 1, 1, 1], bool)
    ladder = Ladder.of(values, relevant, np.zeros(9, np.int64))
    assert ladder.relevant.shape[0] == 4
    drawn = resample_area(values, relevant, np.arange(9), resamples=50, seed=1)
    monkeypatch.setattr(roc, "BLOCK", 8)
    few = resample_area(values, relevant, np.arange(9), resamples=50, seed=1)
    np.testing.assert_array_equal(drawn.means, few.means)
