"""Letters of groups: two share one exactly where they cannot be told apart."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from measures.letters import groups_of, letters_of


def test_the_best_shares_a_letter_with_what_it_cannot_be_told_apart_from():
    # 0 is apart from 2 and 3, 1 from 3: the usual staircase.
    assert letters_of(4, {(0, 2), (0, 3), (3, 1)}) == ["a", "ab", "bc", "c"]


def test_none_apart_is_one_group_and_all_apart_are_their_own():
    assert letters_of(3, set()) == ["a", "a", "a"]
    assert letters_of(3, set(combinations(range(3), 2))) == ["a", "b", "c"]
    assert letters_of(0, set()) == []


def test_being_not_apart_is_not_passed_on():
    assert letters_of(3, {(0, 1)}) == ["a", "b", "ab"]


@given(
    st.integers(1, 8).flatmap(
        lambda n: st.tuples(
            st.just(n), st.sets(st.sampled_from(_pairs(n))) if n > 1 else st.just(set())
        )
    )
)
def test_groups_are_the_largest_sets_without_two_that_are_apart(world):
    count, apart = world
    assert set(groups_of(count, apart)) == _by_trying_all(count, apart)
    letters = letters_of(count, apart)
    assert letters[0].startswith("a")
    assert all(letters)
    for a, b in combinations(range(count), 2):
        assert bool(set(letters[a]) & set(letters[b])) == ((a, b) not in apart)


def _pairs(n):
    return list(combinations(range(n), 2))


def _by_trying_all(count, apart):
    sets = [
        frozenset(chosen)
        for size in range(1, count + 1)
        for chosen in combinations(range(count), size)
        if not any(pair in apart for pair in combinations(chosen, 2))
    ]
    return {one for one in sets if not any(one < other for other in sets)}
