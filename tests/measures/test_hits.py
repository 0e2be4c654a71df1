"""Pairs as sorted keys, and where rankings meet them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures import hits
from measures.hits import Pairs, find_hits
from tests.measures.ranked import VIDEOS, padded, pairs_of, worlds

CELLS = st.sets(st.tuples(st.integers(0, 4), st.integers(0, 6)), max_size=12)


def pairs(cells, rows: int = 5) -> Pairs:
    row, column = zip(*cells, strict=True) if cells else ((), ())
    return Pairs.of(row, column, (rows, 7))


def cells(some: Pairs) -> set[tuple[int, int]]:
    assert (np.diff(some.keys) > 0).all()
    return {(int(key) // some.columns, int(key) % some.columns) for key in some.keys}


@given(world=worlds(max_gain=3), block=st.sampled_from([1, 20, 1 << 14]))
def test_hits_are_where_a_ranked_video_is_positive(world, block):
    rankings, gains = world
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hits, "BLOCK", block)
        found = find_hits(padded(rankings), pairs_of(gains))
    expected = [
        (row, rank, sum(v in gains[row] for v in ranking[:rank]), gains[row][video])
        for row, ranking in enumerate(rankings)
        for rank, video in enumerate(ranking, start=1)
        if video in gains[row]
    ]
    assert list(zip(found.row, found.rank, found.nth, found.gain, strict=True)) == expected
    assert found.positives.tolist() == [len(one) for one in gains]
    assert found.lengths.tolist() == [len(ranking) for ranking in rankings]


@given(CELLS, CELLS)
def test_pairs_behave_like_sets(some, others):
    assert cells(pairs(some).joined(pairs(others))) == some | others
    assert cells(pairs(some).without(pairs(others))) == some - others
    assert cells(pairs(some).turned()) == {(column, row) for row, column in some}
    assert cells(pairs(some).turned().turned()) == some


@given(CELLS, st.lists(st.integers(0, 4), max_size=8))
def test_captions_of_the_same_text_share_their_querys_positives(some, queries):
    spread = pairs(some).spread(queries)
    assert cells(spread) == {
        (c, column) for c, query in enumerate(queries) for row, column in some if row == query
    }


@given(CELLS)
def test_every_row_has_its_number_of_pairs(some):
    found = pairs(some)
    assert found.counts.tolist() == [
        sum(row == own for row, _ in some) for own in range(found.rows)
    ]


@given(CELLS, st.lists(st.integers(0, 4), min_size=1, max_size=8))
def test_gathered_is_the_inverse_of_spread(some, queries):
    chosen = pairs(some)
    back = chosen.spread(queries).gathered(queries, chosen.rows)
    assert cells(back) == {(row, column) for row, column in some if row in queries}
    assert (back.rows, back.columns, back.rule) == (chosen.rows, chosen.columns, chosen.rule)


def test_what_captions_of_one_text_share_is_gathered_once_with_the_highest_gain():
    graded = Pairs.of([0, 1, 2], [1, 1, 0], (3, 2), gains=[0.5, 3, 1])
    gathered = graded.gathered([0, 0, 1], 2)
    assert (gathered.keys.tolist(), gathered.gains.tolist()) == ([1, 2], [3, 1])


def test_a_gain_goes_with_its_pair():
    graded = Pairs.of([1, 0, 0], [0, 2, 1], (2, 3), gains=[3, 0, 0.5])
    assert (graded.keys.tolist(), graded.gains.tolist()) == ([1, 3], [0.5, 3])
    assert (graded.turned().keys.tolist(), graded.turned().gains.tolist()) == ([1, 2], [3, 0.5])
    assert graded.joined(Pairs.of([0, 1], [1, 0], (2, 3))).gains.tolist() == [1, 3]
    assert graded.at_least(1).keys.tolist() == [3]
    assert graded.at_least(1).gains.tolist() == [1]
    assert graded.spread([1, 1, 0]).gains.tolist() == [3, 3, 0.5]


@pytest.mark.parametrize(
    ("rankings", "message"),
    [
        ([[0, 0]], "twice"),
        ([[-1, 0]], "after a ranking's end"),
        ([[VIDEOS]], "not among"),
        ([[-2]], "not among"),
        ([[0], [1]], "rankings for 1 rows"),
    ],
)
def test_a_ranking_that_cannot_be_is_refused(rankings, message):
    with pytest.raises(ValueError, match=message):
        find_hits(np.array(rankings, np.int32), pairs_of([{0: 1}]))


@pytest.mark.parametrize(
    ("row", "column", "gains", "message"),
    [
        ([2], [0], None, "outside"),
        ([0], [-1], None, "outside"),
        ([0, 0], [1, 1], [1, 2], "different gains"),
        ([0], [1], [-1], "not below 0"),
        ([0], [1], [float("nan")], "not below 0"),
        ([0, 1], [1], None, "one row and one column"),
    ],
)
def test_pairs_that_cannot_be_are_refused(row, column, gains, message):
    with pytest.raises(ValueError, match=message):
        Pairs.of(row, column, (2, 3), gains=gains)


def test_more_pairs_than_keys_are_refused():
    with pytest.raises(ValueError, match="tell apart"):
        Pairs.of([0], [0], (1 << 40, 1 << 40))


def test_a_pair_named_twice_counts_once():
    assert Pairs.of([0, 0], [1, 1], (1, 2)).counts.tolist() == [1]


def test_sets_over_different_captions_do_not_mix():
    with pytest.raises(ValueError, match="not the same pairs"):
        Pairs.of([], [], (1, 2)).joined(Pairs.of([], [], (2, 1)))
