"""Numbers as pages write them."""

import pytest

from pooling.templatetags.pooling import percent_of


@pytest.mark.parametrize(
    ("share", "n", "written"),
    [
        (0.8712, 31, "87 %"),
        (0.8712, 1000, "87.1 %"),
        (None, 0, "–"),
        (0.0, 820, "0 %"),
        (0.00466, 820, "0.5 %"),
        (0.9953, 820, "99.5 %"),
        (0.00004, 90_000, "0.004 %"),
        (1.0, 5, "100 %"),
    ],
)
def test_a_share_that_was_counted_and_the_ends_of_its_interval(share, n, written):
    assert percent_of(share, n) == written
