"""Tau of whole rankings is what every two ranks make of it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures.concordance import tau_of_rankings
from tests.metrics.proxied import slow_tau

ROW = st.lists(st.sampled_from([0.0, 0.0, 0.25, 0.5, 1.0]), max_size=9)


@given(st.lists(ROW, min_size=1, max_size=6))
def test_every_two_ranks_count(rows):
    ranked = np.full((len(rows), 9), np.nan)
    for row, values in zip(ranked, rows, strict=True):
        row[: len(values)] = values
    expected = [slow_tau(list(range(len(values))), values) if values else None for values in rows]
    found = [None if np.isnan(one) else one for one in tau_of_rankings(ranked)]
    assert found == [None if one is None else pytest.approx(one) for one in expected]


def test_a_ranking_by_relevance_has_1_and_its_reverse_minus_1():
    values = np.arange(3000.0)
    found = tau_of_rankings(np.stack([values[::-1], values]))
    np.testing.assert_allclose(found, [1, -1])
