"""A finding appears where the whole interval of the paired differences is on its side."""

import math

import pytest

from bench.findings import compare, draw

FIRST = [0.52, 0.55, 0.50, 0.57, 0.54]
SECOND = [0.50, 0.51, 0.49, 0.52, 0.52]


def test_the_interval_is_that_of_paired_differences():
    found = compare("A above B", "mAP", FIRST, SECOND, above=True)
    differences = [a - b for a, b in zip(FIRST, SECOND, strict=True)]
    mean = sum(differences) / 5
    deviation = math.sqrt(sum((d - mean) ** 2 for d in differences) / 4)
    width = 2.7764451 * deviation / math.sqrt(5)  # t of 4 degrees of freedom
    assert (found.low, found.high) == pytest.approx((mean - width, mean + width))
    assert (found.first, found.second, found.seeds) == pytest.approx((0.536, 0.508, 5))
    assert found.appears


@pytest.mark.parametrize(
    ("first", "second", "above", "appears"),
    [
        (FIRST, SECOND, True, True),
        (FIRST, SECOND, False, False),
        (SECOND, FIRST, False, True),
        ([0.5, 0.6, 0.4], [0.45, 0.62, 0.41], True, False),
        ([0.5, 0.6, 0.4], [0.45, 0.62, 0.41], False, False),
    ],
)
def test_it_appears_on_its_own_side_alone(first, second, above, appears):
    assert compare("A and B", "mAP", first, second, above=above).appears == appears


def test_what_does_not_appear_is_printed_as_such():
    rows = draw(
        [
            compare("A above B", "mAP", FIRST, SECOND, above=True),
            compare("A below B", "mAP", FIRST, SECOND, above=False),
        ]
    ).splitlines()
    assert [row.split(" | ")[-1] for row in rows[2:]] == ["yes |", "NO |"]
