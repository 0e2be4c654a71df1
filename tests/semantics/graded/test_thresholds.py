"""How many captions count as relevant at each threshold."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semantics.graded import evaluation as thresholds
from semantics.graded.evaluation import THRESHOLDS, count_relevant
from semantics.proxies.relevance import Relevance

# Fractions of small sets, as proxies have them; among them every threshold.
FRACTIONS = sorted({a / b for b in range(1, 11) for a in range(b + 1)})


@given(
    cells=st.lists(
        st.lists(st.sampled_from(FRACTIONS), min_size=3, max_size=3), min_size=1, max_size=8
    ),
    repeats=st.sampled_from([1, 40]),  # few cells above 0, kept sparse
    chunk=st.sampled_from([1, 5, 1 << 22]),
)
def test_pairs_at_or_above_a_threshold_are_counted_however_they_are_kept(cells, repeats, chunk):
    matrix = np.zeros((len(cells), 3 * repeats), np.float32)
    matrix[:, :3] = cells
    relevance = Relevance.of_blocks([matrix], matrix.shape)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thresholds, "CHUNK", chunk)
        found = [count_relevant(one) for one in (relevance, relevance.turned())]
    expected = [sum(cell >= threshold for row in cells for cell in row) for threshold in THRESHOLDS]
    assert [one.tolist() for one in found] == [expected] * 2
