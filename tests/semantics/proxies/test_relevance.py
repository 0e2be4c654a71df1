"""Relevance is kept sparse until a tenth of it is not 0."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy.sparse import csr_array, issparse

from semantics.proxies.relevance import Relevance

HALVES = st.integers(0, 4).map(lambda n: n / 4)
MATRICES = arrays.arrays(
    np.float32, st.tuples(st.integers(1, 7), st.integers(1, 9)), elements=HALVES
)


def blocks_of(matrix, sizes, is_sparse):
    start = 0
    while start < len(matrix):
        block = matrix[start : start + sizes]
        yield csr_array(block) if is_sparse else block
        start += sizes


@given(matrix=MATRICES, size=st.integers(1, 8), is_sparse=st.booleans())
def test_blocks_come_back_as_they_were_given(matrix, size, is_sparse):
    relevance = Relevance.of_blocks(blocks_of(matrix, size, is_sparse), matrix.shape)
    assert (relevance.rows(0, len(matrix)) == matrix).all()
    assert relevance.shape == matrix.shape
    assert relevance.above_zero == np.count_nonzero(matrix)
    assert issparse(relevance.cells) == (np.count_nonzero(matrix) <= matrix.size / 10)
    assert (relevance.turned().rows(0, matrix.shape[1]) == matrix.T).all()
    assert sorted(relevance.turned().stored[relevance.turned().stored > 0]) == sorted(
        matrix[matrix > 0]
    )
    again = np.array([0, len(matrix) - 1, 0])
    assert (relevance.of_rows(again).rows(0, 3) == matrix[again]).all()


def test_no_rows_are_a_relevance_too():
    relevance = Relevance.of_blocks([], (0, 5))
    assert relevance.shape == (0, 5)
    assert list(relevance.blocks()) == []


def test_rows_missing_or_too_many_or_of_another_width_are_refused():
    block = np.zeros((2, 3), np.float32)
    with pytest.raises(ValueError, match="2 of 3 rows were given"):
        Relevance.of_blocks([block], (3, 3))
    with pytest.raises(ValueError, match=r"a block of \(2, 3\) does not fit in \(3, 3\)"):
        Relevance.of_blocks([block, block], (3, 3))
    with pytest.raises(ValueError, match="does not fit"):
        Relevance.of_blocks([block], (2, 4))
