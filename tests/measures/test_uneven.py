"""Clusters of any sizes: degrees of freedom and variances against matrices, captions one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures import uneven

SIZES = st.lists(st.integers(1, 30), min_size=2, max_size=9).map(lambda one: np.array(one, float))


def matrix_of(sizes):
    """Of squares of independent captions: their sum is the variance that is estimated."""
    labels = np.repeat(np.arange(len(sizes)), sizes.astype(int))
    n = len(labels)
    residuals = np.eye(n) - 1 / n
    sums = (labels[:, None] == np.arange(len(sizes))).T @ residuals / n
    return sums.T @ np.diag(1 / (1 - sizes / n)) @ sums


@given(SIZES)
def test_degrees_are_those_of_the_chi_squared_that_squares_of_clusters_are_like(sizes):
    matrix = matrix_of(sizes)
    wanted = np.trace(matrix) ** 2 / np.trace(matrix @ matrix)
    assert uneven.degrees(sizes) == pytest.approx(wanted, abs=1e-6)


@given(SIZES)
def test_of_independent_captions_the_variance_is_right_on_average(sizes):
    assert np.trace(matrix_of(sizes)) == pytest.approx(1 / sizes.sum())


@given(SIZES, st.integers(0, 1_000))
def test_the_variance_is_that_of_the_matrix(sizes, seed):
    values = np.random.default_rng(seed).normal(size=int(sizes.sum()))
    labels = np.repeat(np.arange(len(sizes)), sizes.astype(int))
    sums = np.bincount(labels, (values - values.mean()) / len(values))
    assert uneven.variance(sums, sizes) == pytest.approx(values @ matrix_of(sizes) @ values)


@given(st.integers(2, 200), st.integers(1, 40))
def test_of_one_size_clusters_count_by_their_number(clusters, size):
    sizes = np.full(clusters, float(size))
    sums = np.random.default_rng(clusters).normal(size=clusters)
    assert uneven.effective(sizes) == pytest.approx(clusters)
    assert uneven.degrees(sizes) == clusters - 1
    assert uneven.variance(sums, sizes) == pytest.approx(
        clusters / (clusters - 1) * (sums**2).sum()
    )


def test_a_cluster_with_half_of_all_leaves_four_of_fifty_one():
    sizes = np.array([200.0] + [4.0] * 50)
    assert uneven.effective(sizes) == pytest.approx(3.92, abs=0.01)
    assert uneven.degrees(sizes) == pytest.approx(3.8, abs=0.05)
    assert (uneven.degrees(sizes[:1]), np.isnan(uneven.variance(sizes[:1], sizes[:1]))) == (0, True)
