"""The share right and its interval, against known values and a slow twin."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures.accuracy import Accuracy, rolling, wilson


# Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
@pytest.mark.parametrize(
    ("right", "n", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_is_wilsons(right, n, low, high):
    assert wilson(right, n) == pytest.approx((low, high), abs=5.1e-5)


def slow_wilson(right: int, n: int, z: float = 1.959963984540054) -> tuple[float, float]:
    """The shares that a test would not reject: |p - share| <= z * sqrt(p(1-p)/n), found by
    halving."""
    share = right / n

    def rejects(p: float) -> bool:
        return abs(p - share) > z * math.sqrt(p * (1 - p) / n)

    def edge(outside: float) -> float:
        inside = share
        for _ in range(200):
            middle = (inside + outside) / 2
            inside, outside = (inside, middle) if rejects(middle) else (middle, outside)
        return inside

    return edge(0.0), edge(1.0)


@given(st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_holds_the_shares_that_no_test_rejects(counted):
    right, n = counted
    assert wilson(right, n) == pytest.approx(slow_wilson(right, n), abs=1e-7)


@given(st.lists(st.booleans(), max_size=60), st.integers(1, 20))
def test_the_rolling_share_is_that_of_the_last_answers(answers, window):
    slow = [
        Accuracy(sum(answers[max(0, end - window) : end]), len(answers[max(0, end - window) : end]))
        for end in range(1, len(answers) + 1)
    ]
    assert rolling(answers, window) == slow


def test_nothing_is_said_of_nobodys_answers():
    assert (Accuracy(0, 0).share, Accuracy(0, 0).interval) == (None, None)
    with pytest.raises(ValueError, match="no share"):
        wilson(1, 0)


def test_the_bar_is_a_plain_share_over_enough_answers():
    assert not Accuracy(0, 19).is_below(0.7, 20)
    assert Accuracy(13, 20).is_below(0.7, 20)
    assert not Accuracy(14, 20).is_below(0.7, 20)
    assert Accuracy(16, 20).reaches(0.8, 20)
    assert not Accuracy(15, 20).reaches(0.8, 20)
    assert not Accuracy(10, 10).reaches(0.8, 20)
