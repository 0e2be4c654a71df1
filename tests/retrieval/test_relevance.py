"""What is relevant in a batch, from each source, equals what it says cell by cell."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from retrieval.training.relevance import (
    ComparedRelevance,
    InstanceRelevance,
    MatrixRelevance,
    SharedClasses,
    collected,
)
from semantics.proxies.overlaps import Compared as SidedSets
from semantics.proxies.overlaps import OfSets
from semantics.proxies.registry import KINDS
from semantics.proxies.relevance import Relevance
from semantics.words.bags import Bags, number_words
from tests.semantics.worded import TABLES, WORLDS, material

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


COMPARING = sorted(name for name, kind in KINDS.items() if kind.compare is not None)


def test_the_kinds_that_compare_some_without_the_others():
    assert COMPARING == ["angular", "bow", "given", "pos", "ranp", "syn"]


def compared(kind: str, made) -> ComparedRelevance:
    return ComparedRelevance(KINDS[kind].compare(made), made.caption_texts, made.video_of)


@pytest.mark.parametrize("kind", COMPARING)
@given(world=WORLDS, data=st.data())
def test_a_batch_is_compared_as_the_whole_is(kind, world, data):
    """Held against all texts with all videos, before it is rounded to be kept."""
    texts, _ = zip(*world, strict=True)
    made = material(
        *zip(*world, strict=True),
        columns=[[text.replace(" and ", ";") for text in dict.fromkeys(texts)]],
        **TABLES,
    )
    blocks = [one if isinstance(one, np.ndarray) else one.toarray() for one in relate(kind, made)]
    whole = np.concatenate(blocks)[made.caption_texts].copy()
    whole[np.arange(len(world)), made.video_of] = 1
    captions, videos = (
        np.array(data.draw(st.lists(st.integers(0, side - 1), min_size=1, max_size=5)))
        for side in whole.shape
    )
    found = compared(kind, made).of(captions, videos)
    assert found.dtype == np.float32
    expected = whole[captions[:, None], videos]
    if kind == "angular":
        assert found == pytest.approx(expected, abs=2e-3)  # near 1 an arccos is all rounding
    else:
        assert found.tolist() == expected.tolist()


def relate(kind: str, made):
    return KINDS[kind].relate(made)


def test_all_pairs_are_never_laid_out():
    count = 20_000
    bags = Bags(np.arange(count + 1), RNG.integers(0, 9, count).astype(np.int32), 9)
    own = np.arange(count)
    source = ComparedRelevance(OfSets([SidedSets(bags, bags, 1.0)]), own, own)
    tracemalloc.start()
    found = source.of(own[:50], own[-50:])
    source.digest()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found.shape == (50, 50)
    assert most < count * 50  # bytes; one row of all videos is 80,000


def test_digests_tell_sources_apart():
    one, other = InstanceRelevance(np.array([0, 1])), InstanceRelevance(np.array([1, 0]))
    assert one.digest() == InstanceRelevance(np.array([0, 1])).digest() != other.digest()
    changed = DENSE.copy()
    changed[4, 4] = 0.123
    worlds = (["take cup", "put pan"], ["take cup", "put cup"])
    assert len({compared("syn", material(one, [0, 1])).digest() for one in worlds}) == 2
    digests = {MatrixRelevance(Relevance(cells)).digest() for cells in (DENSE, changed)}
    assert len(digests) == 2
