"""Shares of clustered answers and their difference, against a slow twin that leaves clips out."""

import random

import numpy as np
import pytest

from measures.clustered_share import clustered_share
from measures.proportions import difference_of, share_of


def make(clusters: int, seed: int, *, share: float = 0.3, alike: float = 0.2):
    """Clips with one to nine answers each; each clip has a share of its own."""
    drawn = random.Random(seed)
    made = {}
    for cluster in range(clusters):
        own = min(1.0, max(0.0, drawn.gauss(share, alike)))
        size = drawn.randint(1, 9)
        made[cluster] = (size, sum(drawn.random() < own for _ in range(size)))
    return made


def share(counts) -> float:
    return sum(right for _, right in counts.values()) / sum(size for size, _ in counts.values())


def jackknife(clusters, value) -> float:
    """The error by leaving out one cluster after another."""
    left_out = [value(cluster) for cluster in clusters]
    mean = sum(left_out) / len(left_out)
    n = len(left_out)
    return ((n - 1) / n * sum((one - mean) ** 2 for one in left_out)) ** 0.5


def without(counts, cluster):
    return {key: value for key, value in counts.items() if key != cluster}


def half_width(found) -> float:
    return (found.high - found.low) / 2


def test_a_share_has_the_error_that_leaving_clips_out_gives():
    counts = make(300, seed=1)
    found = share_of(counts)
    assert found.value == pytest.approx(share(counts))
    error = jackknife(counts, lambda cluster: share(without(counts, cluster)))
    assert half_width(found) == pytest.approx(1.96 * error, rel=0.03)
    assert (found.clusters, found.n) == (300, sum(size for size, _ in counts.values()))


def test_a_difference_over_the_same_clips_has_the_error_that_leaving_clips_out_gives():
    singles = {cluster: (1, right > 1) for cluster, (_, right) in make(200, seed=2).items()}
    together = make(300, seed=2)
    found = difference_of(singles, together)
    assert found.value == pytest.approx(share(together) - share(singles))
    error = jackknife(
        {**singles, **together},
        lambda cluster: share(without(together, cluster)) - share(without(singles, cluster)),
    )
    assert half_width(found) == pytest.approx(1.96 * error, rel=0.03)


def test_what_is_the_same_in_both_does_not_differ():
    counts = make(50, seed=3)
    found = difference_of(counts, counts)
    assert (found.value, found.low, found.high) == (0.0, 0.0, 0.0)


def test_of_nothing_there_is_no_share_and_of_one_clip_no_interval():
    assert share_of({}).value is None
    assert difference_of({}, {1: (2, 1)}).value is None
    alone = share_of({1: (4, 1)})
    assert (alone.value, alone.low, alone.high) == (0.25, None, None)


@pytest.mark.slow
def test_nineteen_of_twenty_intervals_hold_the_truth():
    """Ratio of the whole: of clips with random shares around 0.3."""
    whole = share(make(60_000, seed=99))
    held = 0
    for seed in range(400):
        found = share_of(make(80, seed=1_000 + seed))
        held += found.low <= whole <= found.high
    assert 362 <= held <= 396  # of 400: 380, and 4 standard errors below


@pytest.mark.parametrize("seed", range(6))
def test_a_share_has_the_interval_that_the_pages_of_agreement_show_of_it(seed):
    """Clips of one size, uneven ones, few, and a share of none."""
    counts = make([2, 5, 40, 12, 30, 60][seed], seed, share=[0.3, 0.3, 0.1, 0.0, 0.9, 0.5][seed])
    if seed == 4:
        counts[0] = (300, 240)
    values = np.concatenate([np.arange(size) < right for size, right in counts.values()])
    videos = np.repeat(np.arange(len(counts)), [size for size, _ in counts.values()])
    shown = clustered_share(values.astype(float), videos)
    found = share_of(counts)
    assert found.value == pytest.approx(shown.value)
    assert [found.low, found.high] == pytest.approx(shown.ends(), abs=1e-9)


def test_a_clip_with_half_of_all_answers_leaves_less_to_go_by():
    even = {clip: (8, 2 + clip % 3) for clip in range(50)}
    uneven = {clip: (4, clip % 3) for clip in range(50)} | {50: (200, 90)}
    widths = [found.high - found.low for found in (share_of(even), share_of(uneven))]
    assert widths[1] > 1.5 * widths[0]
