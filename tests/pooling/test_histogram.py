"""Histograms: every value is counted once, and the words say what the bars show."""

from hypothesis import given
from hypothesis import strategies as st

from pooling.histogram import MOST_BARS, TICKS, draw_histogram

COUNTS = st.dictionaries(st.integers(0, 3_000), st.integers(1, 50), min_size=1)


def test_nothing_has_no_histogram():
    assert draw_histogram({}) is None
    assert draw_histogram({3: 0}) is None


def test_one_value_is_one_bar_of_full_height():
    drawn = draw_histogram({7: 5})
    assert [(bar.label, bar.count, bar.left, bar.width, bar.height) for bar in drawn.bars] == [
        ("7", 5, 0, 100, 100)
    ]
    assert drawn.middle_half == "7"


def test_a_gap_is_an_empty_bar():
    assert [(bar.label, bar.count) for bar in draw_histogram({2: 1, 4: 3}).bars] == [
        ("2", 1),
        ("3", 0),
        ("4", 3),
    ]


def test_the_middle_half_lies_between_the_quartiles():
    drawn = draw_histogram({1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1})
    assert (drawn.middle_half, drawn.least, drawn.most) == ("2\N{EN DASH}6", 1, 8)


@given(COUNTS)
def test_every_value_stands_in_one_bar_and_half_of_them_in_the_middle(counts):
    drawn = draw_histogram(counts)
    assert sum(bar.count for bar in drawn.bars) == drawn.n == sum(counts.values())
    assert len(drawn.bars) <= MOST_BARS
    assert len(drawn.ticks) <= TICKS
    assert max(bar.height for bar in drawn.bars) == 100
    assert (
        2 * sum(count for value, count in counts.items() if drawn.low <= value <= drawn.high)
        >= drawn.n
    )
