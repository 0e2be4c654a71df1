"""The best of each row, beside a slow twin that sorts every row by score and key."""

import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from pooling.depth import Own, batches, top_of_matrix
from pooling.orientation import own_ranks_transposed, suspect_orientation
from pooling.whole import new_ranks

# Few different scores, so that ties cross every depth; -0.0 is 0.0. In double precision some differ
# that are one in single.
SINGLE = [-1.0, -0.0, 0.0, 0.5, 2.0]
SCORES = {
    np.float32: st.sampled_from(SINGLE),
    np.float64: st.sampled_from([*SINGLE, 0.5 + 1e-9, 0.5 - 1e-9, 2.0 + 1e-8, 1e-60, -1e-60]),
}


@st.composite
def matrices(draw):
    """Scores; the number of each row and column; the order of all keys; own targets; a depth; where
    blocks end."""
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 8))
    dtype = draw(st.sampled_from([np.float32, np.float64]))
    scores = draw(arrays.arrays(dtype, (rows, columns), elements=SCORES[dtype]))
    items = np.array(draw(st.permutations(range(rows + 2)))[:rows], np.int32)
    targets = np.array(draw(st.permutations(range(columns + 2)))[:columns], np.int32)
    key_order = np.array(draw(st.permutations(range(columns + 2))), np.int32)
    own = draw(
        st.lists(st.tuples(st.integers(0, rows + 1), st.integers(0, columns + 1)), max_size=8)
    )
    cut = draw(st.integers(0, rows))
    return scores, items, targets, key_order, own, draw(st.integers(1, 10)), cut


def single(score) -> float:
    """As a float of C holds it."""
    return struct.unpack("f", struct.pack("f", score))[0]


def slow_row(scores, targets, key_order):
    return sorted(
        targets.tolist(),
        key=lambda target: (single(scores[targets.tolist().index(target)]), key_order[target]),
        reverse=True,
    )


def top(matrix, whole=None):
    scores, items, targets, key_order, own, depth, cut = matrix
    pairs = np.array(own, np.int32).reshape(-1, 2)
    blocks = [scores[:cut], scores[cut:]]
    owned = Own(pairs[:, 0], pairs[:, 1])
    return top_of_matrix(
        *(blocks, depth),
        items=items,
        targets=targets,
        key_order=key_order,
        own=owned,
        whole=whole,
    )


@given(matrices())
def test_each_row_is_what_sorting_it_whole_would_give(matrix):
    scores, items, targets, key_order, own, depth, _ = matrix
    rankings = top(matrix)
    crossing = 0
    for row, item in enumerate(items.tolist()):
        whole = slow_row(scores[row], targets, key_order)
        by_target = dict(zip(targets.tolist(), scores[row].tolist(), strict=True))
        kept = min(depth, len(whole))
        assert rankings.items[row] == item
        assert rankings.lengths[row] == kept
        assert rankings.targets[row].tolist() == whole[:depth] + [-1] * (depth - kept)
        assert rankings.scores[row, :kept].tolist() == [
            by_target[target] for target in whole[:depth]
        ]
        assert np.isnan(rankings.scores[row, kept:]).all()
        ranks = [
            whole.index(target) + 1 for owner, target in own if owner == item and target in whole
        ]
        assert rankings.own_ranks[row] == min(ranks, default=0)
        crossing += len(whole) > depth and single(by_target[whole[depth - 1]]) == single(
            by_target[whole[depth]]
        )
    assert rankings.ties_across_depth == crossing
    assert rankings.full_ranks


@given(matrices(), st.sampled_from([np.uint16, np.uint32]))
def test_whole_ranks_are_what_sorting_whole_rows_would_give_and_change_nothing_else(matrix, dtype):
    scores, items, targets, key_order, _, _, _ = matrix
    ranks = np.zeros((len(scores) + 2, scores.shape[1] + 2), dtype)
    without, rankings = top(matrix), top(matrix, ranks)
    for name in ("targets", "scores", "lengths", "own_ranks"):
        np.testing.assert_array_equal(getattr(rankings, name), getattr(without, name))
    assert rankings.ties_across_depth == without.ties_across_depth
    expected = np.zeros_like(ranks)
    for row, item in enumerate(items.tolist()):
        for rank, target in enumerate(slow_row(scores[row], targets, key_order), start=1):
            expected[item, target] = rank
    assert rankings.whole is ranks
    assert ranks.tolist() == expected.tolist()


@pytest.mark.parametrize(
    ("shape", "depth", "kept"),
    [
        ((3, 5), 4, "uint16"),
        ((3, 5), 5, None),  # the rows have them all
        ((2, 65_535), 10, "uint16"),
        ((2, 65_536), 10, "uint32"),
        ((1 << 14, 1 << 14), 10, "uint16"),
        ((1 << 14, (1 << 14) + 1), 10, None),
    ],
)
def test_whole_ranks_are_kept_as_small_as_they_are_and_up_to_a_size(shape, depth, kept):
    ranks = new_ranks(*shape, depth)
    assert (None if ranks is None else str(ranks.dtype)) == kept
    assert ranks is None or (ranks.shape == shape and not ranks[-1].any())


@given(matrices())
def test_a_shallower_look_is_the_beginning_of_a_deeper_one(matrix):
    *rest, depth, cut = matrix
    deeper = top((*rest, depth + 1, cut))
    np.testing.assert_array_equal(top((*rest, depth, cut)).targets, deeper.targets[:, :depth])
    np.testing.assert_array_equal(top((*rest, depth, cut)).own_ranks, deeper.own_ranks)


@given(matrices())
def test_nothing_that_was_given_is_changed(matrix):
    before = matrix[0].copy()
    top(matrix)
    np.testing.assert_array_equal(matrix[0], before)


def test_many_rows_with_many_ties_agree_with_a_stable_sort():
    scores = np.random.default_rng(1).integers(0, 30, (500, 200)).astype(np.float32)
    order = np.arange(200, dtype=np.int32)
    rankings = top_of_matrix(
        [scores],
        17,
        items=np.arange(500, dtype=np.int32),
        targets=order,
        key_order=order,
        own=Own.of_captions(np.arange(500) % 200),
    )
    backwards = 199 - np.argsort(-scores[:, ::-1], axis=1, kind="stable")
    np.testing.assert_array_equal(rankings.targets, backwards[:, :17])
    np.testing.assert_array_equal(
        rankings.own_ranks, 1 + np.argmax(backwards == (np.arange(500) % 200)[:, None], axis=1)
    )


@pytest.mark.parametrize("rows", [1, 3])
def test_blocks_that_are_not_the_whole_matrix_are_noticed(rows):
    numbers = np.arange(2, dtype=np.int32)
    with pytest.raises(ValueError, match="expected blocks of 2 rows"):
        top_of_matrix(
            [np.zeros((rows, 2))],
            1,
            items=numbers,
            targets=numbers,
            key_order=numbers,
            own=Own(numbers[:0], numbers[:0]),
        )


def test_captions_without_a_video_have_no_own_target():
    own = Own.of_captions(np.array([2, -1, 0]))
    assert (own.items.tolist(), own.targets.tolist()) == ([0, 2], [2, 0])
    turned = own.turned()
    assert (turned.items.tolist(), turned.targets.tolist()) == ([2, 0], [0, 2])


@given(total=st.integers(0, 50), width=st.integers(0, 50), budget=st.integers(1, 500))
def test_batches_cover_all_rows_once_within_their_budget(total, width, budget):
    found = list(batches(total, width, 4, budget))
    assert [row for first, count in found for row in range(first, first + count)] == list(
        range(total)
    )
    assert all(count == 1 or count * width * 4 <= budget for _, count in found)


# --- orientation


@given(
    st.integers(1, 7).flatmap(
        lambda n: arrays.arrays(np.float64, (n, n), elements=st.integers(0, 10**6), unique=True)
    )
)
def test_transposed_ranks_are_the_ranks_of_the_transposed_matrix(scores):
    n = len(scores)
    own = np.random.default_rng(2).permutation(n).astype(np.int32)
    own[0] = -1
    cells = np.where(own >= 0, scores[own, np.arange(n)], np.nan)
    ranks = own_ranks_transposed([scores[: n // 2], scores[n // 2 :]], own, cells)
    turned = scores.T
    slow = [
        0 if own[i] < 0 else sorted(turned[i], reverse=True).index(turned[i, own[i]]) + 1
        for i in range(n)
    ]
    assert ranks.tolist() == slow


GOOD, BAD, MIDDLE = np.full(40, 1), np.full(40, 95), np.tile([20, 80, 50, 51], 10)


@pytest.mark.parametrize(
    ("given_ranks", "transposed", "said"),
    [
        pytest.param(GOOD, None, None, id="nothing of a good matrix"),
        pytest.param(GOOD, GOOD, None, id="nothing where both ways are good"),
        pytest.param(
            BAD,
            GOOD,
            "better transposed (R@1 1.00 against 0.00, median rank 1 against 95)",
            id="a transposed one",
        ),
        pytest.param(
            np.full(40, 100),
            None,
            "sign reversed (R@1 1.00 against 0.00, median rank 1 against 100)",
            id="distances",
        ),
        pytest.param(MIDDLE, None, "as if by chance (median rank 50 of 100)", id="another order"),
        pytest.param(np.full(40, 30), None, None, id="nothing of a weak model"),
        pytest.param(np.full(9, 100), None, None, id="nothing from a handful of captions"),
        pytest.param(np.zeros(40, int), None, None, id="nothing without own targets"),
    ],
)
def test_a_suspicion_is_a_sentence_with_its_figures(given_ranks, transposed, said):
    sentence = suspect_orientation(given_ranks, 100, transposed)
    assert (said in sentence) if said else sentence is None
