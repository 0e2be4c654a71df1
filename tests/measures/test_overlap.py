"""Overlap and rank-biased overlap against slow twins, lists completed by hand, and published
values."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures import overlap
from measures.overlap import RBO, overlap_at, rank_biased_overlap

RANKING = st.lists(st.integers(0, 15), unique=True, max_size=12)
PAIRS_OF_RANKINGS = st.lists(st.tuples(RANKING, RANKING), min_size=1, max_size=6)
PERSISTENCE = st.floats(0.05, 0.97)


def padded(rankings, dtype=np.int64) -> np.ndarray:
    """(captions, depth), -1 after each ranking's end."""
    out = np.full((len(rankings), max(map(len, rankings), default=0)), -1, dtype)
    for row, ranking in zip(out, rankings, strict=True):
        row[: len(ranking)] = ranking
    return out


def rbo_of(first, second, p: float = 0.9) -> tuple[float, float, float]:
    videos = sorted({*first, *second})
    rows = [padded([[videos.index(video) for video in ranking]]) for ranking in (first, second)]
    got = rank_biased_overlap(*rows, p)
    return got.lower[0], got.residual[0], got.extrapolated[0]


def shared(first, second, depth: int) -> int:
    return len(set(first[:depth]) & set(second[:depth]))


def slow_overlap(first, second, k: int) -> float:
    longer = max(len(first[:k]), len(second[:k]))
    return shared(first, second, k) / min(k, longer) if longer else math.nan


def slow_rbo(first, second, p: float) -> float:
    """Eq. 4 for lists long enough to be taken for endless."""
    return (1 - p) * sum(
        p ** (d - 1) * shared(first, second, d) / d
        for d in range(1, max(len(first), len(second)) + 1)
    )


def end_of_patience(p: float) -> int:
    """Ranks after which all further weight together is below 1e-10."""
    return math.ceil(math.log(1e-10) / math.log(p))


def least_alike(first, second, p: float) -> tuple[list, list]:
    """Both lists continued with videos that the other one never names."""
    n = end_of_patience(p)
    return first + [("a", i) for i in range(n)], second + [("b", i) for i in range(n)]


def most_alike(first, second, p: float) -> tuple[list, list]:
    """Both lists continued as alike as what is seen allows.

    The shorter one first takes what only the longer one has, from the top; each then what only the
    other has; then the same news.
    """
    shorter, longer = sorted((first, second), key=len)
    only_longer = [video for video in longer if video not in shorter]
    grown = shorter + only_longer
    level = grown[: len(longer)]
    lacks = [video for video in level if video not in longer]
    waits = [video for video in longer if video not in level]
    news = [("new", i) for i in range(end_of_patience(p))]
    return level + waits + news, longer + lacks + news


def slow_extrapolated(first, second, p: float) -> float:
    """Eq. 28-32 as they are told: agreement goes on at the level it had where it was last known."""
    shorter, longer = sorted((first, second), key=len)
    s, l = len(shorter), len(longer)  # noqa: E741  the paper's letters
    if l == 0:
        return math.nan
    kept = shared(shorter, longer, s) / s if s else 0.0
    total = 0.0
    for d in range(1, end_of_patience(p) + l):
        seen = shared(shorter, longer, min(d, l))
        unseen = (
            kept * (min(d, l) - s) if d > s else 0.0
        )  # what the shorter list would have shared, had it gone on
        total += p ** (d - 1) * (seen + unseen) / min(d, l)
    return (1 - p) * total


@given(pairs=PAIRS_OF_RANKINGS, k=st.integers(1, 14))
def test_overlap_counts_what_both_name(pairs, k):
    got = overlap_at(padded([a for a, _ in pairs]), padded([b for _, b in pairs]), k)
    np.testing.assert_allclose(got, [slow_overlap(a, b, k) for a, b in pairs], atol=1e-12)


@given(pairs=PAIRS_OF_RANKINGS, p=PERSISTENCE)
def test_the_bounds_are_those_of_the_least_and_the_most_alike_continuations(pairs, p):
    got = rank_biased_overlap(padded([a for a, _ in pairs]), padded([b for _, b in pairs]), p)
    np.testing.assert_allclose(
        got.lower, [slow_rbo(*least_alike(a, b, p), p) for a, b in pairs], atol=1e-9
    )
    np.testing.assert_allclose(
        got.lower + got.residual, [slow_rbo(*most_alike(a, b, p), p) for a, b in pairs], atol=1e-9
    )


@given(pairs=PAIRS_OF_RANKINGS, p=PERSISTENCE)
def test_the_sum_that_is_cut_is_that_of_the_ranks_seen(pairs, p):
    a, b = padded([a for a, _ in pairs]), padded([b for _, b in pairs])
    got, depth = rank_biased_overlap(a, b, p), max(a.shape[1], b.shape[1])
    slow = [
        (1 - p) * sum(p ** (d - 1) * shared(a, b, d) / d for d in range(1, depth + 1))
        for a, b in pairs
    ]
    np.testing.assert_allclose(got.cut, slow, atol=1e-12)
    assert (got.cut <= got.lower + 1e-12).all()


def test_the_same_ten_ranks_have_a_cut_sum_of_65_percent():
    """1 - 0.9^10: as much as the implementation that counts ranks alone gives two equal lists."""
    ten = padded([list(range(10))])
    assert rank_biased_overlap(ten, ten, 0.9).cut[0] == pytest.approx(1 - 0.9**10)


@given(pairs=PAIRS_OF_RANKINGS, p=PERSISTENCE)
def test_extrapolation_lets_the_agreement_seen_go_on(pairs, p):
    got = rank_biased_overlap(padded([a for a, _ in pairs]), padded([b for _, b in pairs]), p)
    np.testing.assert_allclose(
        got.extrapolated, [slow_extrapolated(a, b, p) for a, b in pairs], atol=1e-9
    )


@given(pairs=PAIRS_OF_RANKINGS, p=PERSISTENCE)
def test_extrapolation_stays_between_the_bounds(pairs, p):
    got = rank_biased_overlap(padded([a for a, _ in pairs]), padded([b for _, b in pairs]), p)
    known = ~np.isnan(got.extrapolated)
    assert (got.lower - 1e-9 <= got.extrapolated)[known].all()
    assert (got.extrapolated <= got.lower + got.residual + 1e-9)[known].all()


@given(pairs=PAIRS_OF_RANKINGS, p=PERSISTENCE, k=st.integers(1, 14))
def test_the_order_of_two_runs_does_not_matter(pairs, p, k):
    a, b = padded([a for a, _ in pairs]), padded([b for _, b in pairs])
    np.testing.assert_array_equal(overlap_at(a, b, k), overlap_at(b, a, k))
    for there, back in zip(
        _values(rank_biased_overlap(a, b, p)), _values(rank_biased_overlap(b, a, p)), strict=True
    ):
        np.testing.assert_array_equal(there, back)


@given(
    rankings=st.lists(RANKING.filter(len), min_size=1, max_size=6),
    p=PERSISTENCE,
    k=st.integers(1, 14),
)
def test_identical_rankings_overlap_wholly(rankings, p, k):
    a = padded(rankings)
    np.testing.assert_array_equal(overlap_at(a, a, k), np.ones(len(a)))
    got = rank_biased_overlap(a, a, p)
    np.testing.assert_allclose(got.extrapolated, 1, atol=1e-12)
    np.testing.assert_allclose(got.lower + got.residual, 1, atol=1e-12)


@given(pairs=PAIRS_OF_RANKINGS)
def test_the_names_of_videos_and_the_width_of_numbers_do_not_matter(pairs):
    a, b = padded([a for a, _ in pairs]), padded([b for _, b in pairs])
    plain = rank_biased_overlap(a, b)
    for named in (lambda x: np.where(x < 0, x, 10**12 - x), lambda x: x.astype(np.int16)):
        for expected, got in zip(
            _values(plain), _values(rank_biased_overlap(named(a), named(b))), strict=True
        ):
            np.testing.assert_allclose(got, expected, atol=1e-14)


@given(pairs=st.lists(st.tuples(RANKING, RANKING), max_size=12))
def test_blocks_of_captions_join_without_a_seam(pairs):
    a, b = padded([a for a, _ in pairs]), padded([b for _, b in pairs])
    whole = overlap_at(a, b, 5), *_values(rank_biased_overlap(a, b))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(overlap, "BLOCK", 1)  # a caption at a time
        single = overlap_at(a, b, 5), *_values(rank_biased_overlap(a, b))
    for expected, got in zip(whole, single, strict=True):
        np.testing.assert_array_equal(got, expected)


def _values(rbo: RBO) -> tuple[np.ndarray, ...]:
    return rbo.cut, rbo.lower, rbo.residual, rbo.extrapolated


def test_ten_ranks_bear_86_percent_of_the_weight_at_nine_tenths():
    """Webber et al., section 4.3: with p = 0.9 the first ten ranks have 86 % of the weight (Eq.
    21)."""
    assert rbo_of("abcdefghij", "abcdefghij")[0] == pytest.approx(0.8556, abs=5e-5)


@pytest.mark.parametrize(("first", "second"), [("abcdefg", "abcdefg"), ("abcdefgh", "abcdefg")])
def test_public_implementations_print_the_same_bounds(first, second):
    lower, residual, extrapolated = rbo_of(first, second)
    assert (round(lower, 3), round(residual, 3), round(extrapolated, 3)) == (0.767, 0.233, 1.0)


def test_the_example_of_the_paper_by_hand():
    """abcdefg and zcavwxy share c at depth 3, a at depth 3: agreements 0, 0, 2/3, 2/4, 2/5, 2/6,
    2/7, and 2/7 from there on."""
    p = 0.9
    agreements = [0, 0, 2 / 3, 2 / 4, 2 / 5, 2 / 6, 2 / 7]
    base = (1 - p) * sum(p**d * agreement for d, agreement in enumerate(agreements))
    lower, residual, extrapolated = rbo_of("abcdefg", "zcavwxy", p)
    assert extrapolated == pytest.approx(base + p**7 * 2 / 7, abs=1e-12)
    assert lower == pytest.approx(
        base + (1 - p) * 2 * sum(p ** (d - 1) / d for d in range(8, 400)), abs=1e-12
    )
    assert lower < extrapolated < lower + residual < 1


def test_disjoint_lists_may_still_turn_out_alike():
    lower, residual, extrapolated = rbo_of("ab", "cd", p=0.5)
    assert (lower, extrapolated) == (0, 0)
    # At best abcd.. and cdab..: agreements 0, 0, 2/3, 1, 1, ...
    assert residual == pytest.approx(0.5 * (0.25 * 2 / 3 + 0.125 * 2), abs=1e-12)


def test_one_empty_ranking_agrees_with_nothing_and_could_still_be_the_same():
    assert rbo_of("", "abc") == (0, pytest.approx(1), 0)
    assert overlap_at(padded([[]]), padded([[1, 2]]), 10) == [0]


def test_two_empty_rankings_have_no_value():
    a = np.full((1, 3), -1)
    assert np.isnan(overlap_at(a, a, 2)).all()
    got = rank_biased_overlap(a, a)
    assert (got.lower, got.residual) == ([0], [1])
    assert np.isnan(got.extrapolated).all()


def test_short_identical_rankings_overlap_wholly_and_a_short_one_does_not_excuse_a_long_one():
    assert overlap_at(padded([[3, 1]]), padded([[1, 3]]), 10) == [1]
    assert overlap_at(padded([[3, 1]]), padded([[1, 3, 5, 7]]), 10) == [0.5]


def test_no_captions_have_no_values():
    none = np.empty((0, 10), np.int64)
    assert overlap_at(none, none, 3).shape == (0,)
    assert rank_biased_overlap(none, none).extrapolated.shape == (0,)


@pytest.mark.parametrize(
    ("a", "b", "words"),
    [
        ([[1, 2]], [[1, 1]], "names a video twice"),
        ([[5, 2, 5]], [[5, 1, 2]], "names a video twice"),
        ([[1, -1, 2]], [[1, 2, 3]], "after a ranking's end"),
        ([[1, 2]], [[1, 2], [3, 4]], "as many captions"),
        ([1, 2], [1, 2], "as many captions"),
        ([[1 << 62]], [[1]], "too large"),
    ],
)
def test_what_is_no_ranking_is_refused(a, b, words):
    with pytest.raises(ValueError, match=words):
        rank_biased_overlap(np.array(a), np.array(b))


@pytest.mark.parametrize("p", [0, 1, -0.5, math.nan])
def test_a_persistence_that_is_none_is_refused(p):
    with pytest.raises(ValueError, match="between 0 and 1"):
        rank_biased_overlap(padded([[1]]), padded([[1]]), p)


def test_a_depth_of_nothing_is_refused():
    with pytest.raises(ValueError, match="at least 1"):
        overlap_at(padded([[1]]), padded([[1]]), 0)
