"""Whole rankings: every measure finds in them what it finds in rows that are as deep."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures import whole
from measures.hits import Pairs, find_hits
from measures.names import parse_all
from measures.scoring import score
from measures.whole import WholeRanks, rank_table
from tests.measures.ranked import VIDEOS, padded, pairs_of, pooled_worlds, slow, worlds

NAMES = "C@3,P@5,R@5,AP,AP@4,RR,MedR,MeanR,nDCG,nDCG@5,nDCG-whole,RBP,Rprec,GMR,AP-found"


def ranks_of(rankings, rows: int | None = None, columns: int = VIDEOS) -> WholeRanks:
    """rows, columns: of the array, where it is smaller than what is asked of it."""
    ranks = np.zeros((len(rankings) if rows is None else rows, columns), np.uint16)
    for row, ranking in zip(ranks, rankings, strict=False):
        for rank, video in enumerate(ranking, start=1):
            row[video] = rank
    return WholeRanks(ranks, len(rankings), VIDEOS)


@given(world=worlds(max_gain=3))
def test_hits_are_those_of_rows_as_deep(world):
    rankings, gains = world
    rows, found = (
        find_hits(ranked, pairs_of(gains))
        for ranked in (padded(rankings, VIDEOS), ranks_of(rankings))
    )
    for name in ("row", "rank", "nth", "gain", "positives", "lengths"):
        assert getattr(found, name).tolist() == getattr(rows, name).tolist(), name
    assert found.depth == VIDEOS


@given(world=pooled_worlds(max_gain=3), block=st.sampled_from([1, 5, 1 << 22]))
def test_scores_are_those_of_rows_as_deep(world, block):
    rankings, pools = world
    gains = pairs_of([{v: grade for v, (_, grade) in pool.items() if grade > 0} for pool in pools])
    judged = pairs_of([{v: 1 for v, (_, grade) in pool.items() if grade >= 0} for pool in pools])
    names = [*NAMES.split(","), "AP'", "Bpref", "infAP", "Judged@3"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(whole, "CELLS", block)
        rows, found = (
            score(ranked, gains, names, judged=judged)
            for ranked in (padded(rankings, VIDEOS), ranks_of(rankings))
        )
    for measure, values in rows.values.items():
        np.testing.assert_array_equal(found.values[measure], values, err_msg=str(measure))
    assert found.summaries == rows.summaries or any(
        np.isnan(one.value.value or 0) for one in rows.summaries.values()
    )


@given(world=worlds(max_gain=3))
def test_ndcg_over_the_whole_ranking_is_what_the_definition_says(world):
    rankings, gains = world
    (measure,) = parse_all("nDCG-whole")
    found = score(ranks_of(rankings), pairs_of(gains), [measure.kind.name]).values[measure]
    expected = [slow(measure, *caption) for caption in zip(rankings, gains, strict=True)]
    np.testing.assert_allclose(found, expected, atol=1e-12)


def test_what_lies_beyond_its_rows_and_columns_is_not_ranked():
    rankings = [[2, 0], [1], [0, 1]]
    small = ranks_of(rankings, rows=2, columns=3)
    assert (len(small), small.lengths.tolist()) == (3, [2, 1, 0])
    assert small.at(np.array([0, 0, 2, 0]), np.array([2, 5, 0, 0])).tolist() == [1, 0, 0, 2]
    assert small.table().tolist() == [[2, 0, 1] + [0] * 9, [0, 1] + [0] * 10, [0] * 12]
    assert small[1:].table().tolist() == small.table()[1:].tolist()
    assert small[1:].lengths.tolist() == [1, 0]
    expected = rank_table(padded([[2, 0], [1], []]), VIDEOS)
    np.testing.assert_array_equal(rank_table(small, VIDEOS), expected)
    hits = find_hits(small, Pairs.of([0, 1, 2], [0, 5, 0], (3, VIDEOS)))
    assert (hits.row.tolist(), hits.rank.tolist()) == ([0], [2])


def test_ranks_of_other_pairs_are_refused():
    with pytest.raises(ValueError, match="expected ranks of 2 x 12, found those of 1 x 12"):
        find_hits(ranks_of([[0]]), Pairs.of([], [], (2, VIDEOS)))
