"""What is relevant in a batch, from each source, equals what it says cell by cell."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from retrieval.training.relevance import (
    InstanceRelevance,
    MatrixRelevance,
    SharedClasses,
    collected,
)
from semantics.proxies.relevance import Relevance
from semantics.words.bags import number_words

RNG = np.random.default_rng(0)
DENSE = np.where(RNG.random((9, 6)) < 0.5, RNG.random((9, 6)), 0).astype(np.float16)
CAPTIONS, VIDEOS = np.array([8, 0, 0, 3]), np.array([5, 1, 1])


@pytest.mark.parametrize("cells", [DENSE, csr_array(DENSE.astype(np.float32))])
def test_a_matrix_dense_or_sparse(cells):
    found = MatrixRelevance(Relevance(cells)).of(CAPTIONS, VIDEOS)
    assert found.dtype == np.float32
    assert found.tolist() == [[DENSE[c, v] for v in VIDEOS] for c in CAPTIONS]


def test_the_instance():
    found = InstanceRelevance(np.array([0, 0, 1, 5, 2, 2, 3, 4, 1])).of(CAPTIONS, VIDEOS)
    assert found.tolist() == [[0, 1, 1], [0, 0, 0], [0, 0, 0], [1, 0, 0]]


def test_collected_positives_join_the_instance_and_count_once():
    found = collected(np.array([0, 0, 2]), np.array([3, 3, 2]), np.array([0, 1, 2]), 4)
    assert found.rows(0, 3).tolist() == [[1, 0, 0, 1], [0, 1, 0, 0], [0, 0, 1, 0]]


def test_classes_in_common_of_those_that_either_has():
    numbers = {}
    captions = number_words([["cut"], ["cut", "peel"], [], ["stir"]], numbers)
    videos = number_words([["cut"], ["peel", "stir", "cut"], []], numbers)
    captions = number_words([["cut"], ["cut", "peel"], [], ["stir"]], numbers)
    found = SharedClasses(captions, videos).of(np.arange(4), np.arange(3))
    np.testing.assert_allclose(found, [[1, 1 / 3, 0], [1 / 2, 2 / 3, 0], [0, 0, 0], [0, 1 / 3, 0]])


def test_digests_tell_sources_apart():
    one, other = InstanceRelevance(np.array([0, 1])), InstanceRelevance(np.array([1, 0]))
    assert one.digest() == InstanceRelevance(np.array([0, 1])).digest() != other.digest()
    changed = DENSE.copy()
    changed[4, 4] = 0.123
    digests = {MatrixRelevance(Relevance(cells)).digest() for cells in (DENSE, changed)}
    assert len(digests) == 2
