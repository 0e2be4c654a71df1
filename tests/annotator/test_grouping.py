"""What is drawn for a campaign that shows pairs together."""

import numpy as np
import pytest

from annotator.grouping import (
    draw_doubled_together,
    draw_order_of_bundles,
    draw_second_places,
    draw_share,
)

BUNDLES = np.repeat(np.arange(30), [4, 7, 11] * 10)
COUNT = len(BUNDLES)


@pytest.mark.parametrize("share", [0.0, 0.05, 0.5])
def test_exactly_the_share_comes_by_itself(share):
    assert draw_share(COUNT, share, seed=1).sum() == round(share * COUNT)
    assert (draw_share(COUNT, share, seed=1) == draw_share(COUNT, share, seed=1)).all()


def test_pairs_of_a_bundle_follow_each_other_but_for_what_comes_by_itself():
    alone = draw_share(COUNT, 0.1, seed=2)
    positions = draw_order_of_bundles(BUNDLES, alone, seed=2)
    queue = BUNDLES[np.argsort(positions)]
    together = queue[~alone[np.argsort(positions)]]
    changes = np.count_nonzero(together[1:] != together[:-1])
    assert changes == len(np.unique(together)) - 1


def test_whole_bundles_are_labelled_twice_and_each_pair_is_as_likely_as_any():
    alone = np.zeros(COUNT, bool)
    times = np.zeros(COUNT)
    for seed in range(1_500):
        doubled = draw_doubled_together(BUNDLES, alone, 0.2, seed)
        assert doubled.sum() == round(0.2 * COUNT)
        times += doubled
        shares = [doubled[bundle == BUNDLES].mean() for bundle in np.unique(BUNDLES)]
        assert sum(0 < share < 1 for share in shares) <= 2
    # A share of 0.2 of 1,500 drawings: 300, with a standard deviation of 15.5; of 220 pairs none
    # is 4.7 of them away but once in two thousand.
    assert np.abs(times - 300).max() < 73


def test_second_labels_of_a_bundle_stand_side_by_side_behind_the_first():
    alone = draw_share(COUNT, 0.1, seed=4)
    positions = draw_order_of_bundles(BUNDLES, alone, seed=4)
    second = draw_second_places(BUNDLES, alone, positions, seed=4)
    assert (second > positions).all()
    for bundle in np.unique(BUNDLES):
        these = (bundle == BUNDLES) & ~alone
        assert len(np.unique(second[these])) == 1
        assert second[these].min() > positions[these].max()
