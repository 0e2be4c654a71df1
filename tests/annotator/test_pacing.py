"""The rule from times to a lease, without a database."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.pacing import BREAK, LONGEST, SHORTEST, lease_of, measure, per_hour, times_of_answers

NOT_KNOWN = float("nan")
SOME_SECONDS = st.one_of(st.just(NOT_KNOWN), st.floats(0, 4 * BREAK))


def slow_times(gaps, active) -> list[float]:
    times = []
    for one in zip(gaps, active, strict=True):
        known = [seconds for seconds in one if seconds <= BREAK]  # nan is not
        if known:
            times.append(max(known))
    return times


@given(st.lists(st.tuples(SOME_SECONDS, SOME_SECONDS), max_size=20))
def test_times_are_the_longer_of_what_is_known_and_no_break(rows):
    gaps, active = np.array(rows, np.float64).reshape(-1, 2).T
    assert times_of_answers(gaps, active).tolist() == slow_times(gaps.tolist(), active.tolist())


def test_a_mean_and_a_long_answer_follow_from_the_times():
    found = measure(np.arange(1.0, 102.0), np.full(101, NOT_KNOWN))
    assert (found.answers, found.mean_seconds, found.long_seconds) == (101, 51.0, 96.0)


@given(st.lists(st.floats(0, BREAK), min_size=1, max_size=30))
def test_half_of_the_answers_take_no_longer_than_the_median_which_no_long_answer_is_below(times):
    found = measure(np.array(times), np.full(len(times), NOT_KNOWN))
    assert found.median_seconds <= found.long_seconds * (1 + 1e-12)
    assert 2 * sum(seconds <= found.median_seconds for seconds in times) >= len(times)


@pytest.mark.parametrize("times", [[], [NOT_KNOWN], [BREAK + 1]])
def test_what_was_not_timed_has_no_measure(times):
    assert measure(np.array(times, np.float64), np.full(len(times), NOT_KNOWN)) is None


def test_a_lease_is_long_enough_for_all_that_one_may_hold_and_half_as_much():
    assert lease_of(52.0, 20) == 26 * 60
    assert lease_of(20.5, 20) == 11 * 60  # 615 s, in whole minutes


@given(st.floats(0, BREAK), st.integers(1, 200))
def test_a_lease_lies_between_its_bounds_and_grows_with_both(seconds, held):
    lease = lease_of(seconds, held)
    assert SHORTEST <= lease <= LONGEST
    assert lease % 60 == 0
    assert lease <= lease_of(seconds + 1, held) <= lease_of(seconds + 1, held + 1)


def test_answers_without_a_time_have_no_pace():
    assert (per_hour(20.0), per_hour(0.0)) == (180.0, None)
