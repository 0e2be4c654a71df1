"""What is drawn when a campaign that shows pairs together is opened. Pure.

Pairs of one bundle (a caption, or a clip) are shown together. A share of all pairs is drawn to come
by itself, wherever its bundle is: what showing pairs together does is known from them. Each drawing
has a stream of its own, so that none shifts another.
"""

import numpy as np
from numpy.typing import NDArray

ALONE, RUN, BEHIND = 4, 5, 6  # streams; 2 and 3 are those of actions/open_campaign.py

Numbers = NDArray[np.int64]
Truths = NDArray[np.bool_]


def draw_share(count: int, share: float, seed: int, stream: int = ALONE) -> Truths:
    """(n,): which pairs come by themselves, or are labelled twice: exactly the share, rounded, each
    equally likely."""
    chosen = np.zeros(count, bool)
    drawn = np.random.PCG64([seed, stream]).random_raw(count)
    chosen[np.argsort(drawn, kind="stable")[: round(share * count)]] = True
    return chosen


def draw_order_of_bundles(bundles: Numbers, alone: Truths, seed: int) -> Numbers:
    """(n,): each pair's position. Bundles are in a random order, and so are the pairs of each; what
    comes by itself is anywhere between the bundles, not beside its own."""
    generator = np.random.PCG64(seed)
    own = generator.random_raw(len(bundles))
    numbers, of = np.unique(bundles, return_inverse=True)
    turns = generator.random_raw(len(numbers))
    return np.argsort(np.lexsort((own, np.where(alone, own, turns[of]))))


def draw_doubled_together(bundles: Numbers, alone: Truths, share: float, seed: int) -> Truths:
    """(n,): which pairs are labelled twice. What is shown together is labelled twice together, so
    that the second look is like the first.

    The pairs are laid in a circle, bundle by bundle in a random order, and a run of them is taken
    that begins anywhere: exactly the share, each pair equally likely, and two bundles cut at most.
    """
    generator = np.random.PCG64([seed, RUN])
    doubled = np.zeros(len(bundles), bool)
    for these in (np.flatnonzero(alone), np.flatnonzero(~alone)):
        if not len(these):
            continue
        numbers, of = np.unique(bundles[these], return_inverse=True)
        turns = generator.random_raw(len(numbers))
        circle = these[np.lexsort((generator.random_raw(len(these)), turns[of]))]
        begin = int(generator.random_raw() % np.uint64(len(these)))
        doubled[np.roll(circle, -begin)[: round(share * len(these))]] = True
    return doubled


def draw_second_places(bundles: Numbers, alone: Truths, positions: Numbers, seed: int) -> Numbers:
    """(n,): where second labels stand: anywhere behind the first, those of a bundle side by
    side."""
    count = len(bundles)
    numbers, of = np.unique(bundles, return_inverse=True)
    last = np.full(len(numbers), -1, np.int64)
    np.maximum.at(last, of[~alone], positions[~alone])
    generator = np.random.PCG64([seed, BEHIND])
    after = np.where(alone, positions, last[of])
    drawn = np.where(
        alone, generator.random_raw(count), generator.random_raw(len(numbers))[of]
    ).astype(np.uint64)
    ahead = drawn % np.maximum(count - after, 1).astype(np.uint64)
    return after + 1 + ahead.astype(np.int64)
