"""The share of labels that a witness saves: against its plainest definition, against the worth of
the estimators, and how far one label can move it."""

import numpy as np
import pytest

from measures.dependence import Dependence
from measures.saving import (
    FEW_OF_A_KIND,
    FEW_VIDEOS,
    SAME,
    crossed_residuals,
    share_saved,
    weight_of_a_label,
)
from measures.witness import Stratum, cross_fitted, folds_of, worth


def drawn(n=600, videos=60, seed=1, noise=0.25):
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < 0.3).astype(float)
    f = np.clip(rng.normal(0.35 + 0.3 * y, noise), 0, 1)
    dependence = Dependence.of(n, rng.integers(0, videos, n), rng.integers(0, 2 * videos, n))
    return y, f, dependence


def slow_share(y, f, videos) -> float:
    """Slope by slope, sum by sum."""
    folds, mean, residuals = folds_of(videos, 5), sum(f) / len(f), []
    for place in range(len(y)):
        others = [n for n in range(len(y)) if folds[n] != folds[place]]
        of_y, of_f = (sum(one[n] for n in others) / len(others) for one in (y, f))
        both = sum((f[n] - of_f) * (y[n] - of_y) for n in others)
        slope = both / sum((f[n] - of_f) ** 2 for n in others)
        residuals.append(y[place] - slope * (f[place] - mean))

    def spread(values) -> float:
        middle = sum(values) / len(values)
        return sum((value - middle) ** 2 for value in values)

    return 1 - spread(residuals) / spread(list(y))


def test_it_is_one_less_the_ratio_of_two_variances():
    y, f, dependence = drawn(80, 20)
    found = share_saved(y, f, dependence)
    assert found.value == pytest.approx(slow_share(y, f, dependence.videos), abs=1e-12)


def test_it_says_what_the_worth_of_the_estimators_says():
    y, f, dependence = drawn()
    everywhere = f.mean(axis=0, keepdims=True)
    with_it = cross_fitted(Stratum(y, f[:, None], everywhere, 10**9), dependence.videos)
    alone = cross_fitted(Stratum(y, np.zeros((len(y), 1)), np.zeros(1), 10**9), dependence.videos)
    saved = share_saved(y, f, dependence).value
    assert 1 / (1 - saved) == pytest.approx(worth(alone, with_it), rel=1e-9)


def test_a_constant_added_and_another_scale_change_nothing():
    y, f, dependence = drawn()
    value = share_saved(y, f, dependence).value
    assert share_saved(y, 3 - 7 * f, dependence).value == pytest.approx(value, abs=1e-12)


def test_who_is_always_right_saves_all_and_who_guesses_saves_nothing():
    y, _, dependence = drawn()
    assert share_saved(y, y, dependence).value == pytest.approx(1)
    noise = np.random.default_rng(5).random(len(y))
    found = share_saved(y, noise, dependence)
    assert found.value == pytest.approx(0, abs=0.02)
    low, high = found.ends()
    assert low < 0 < high


def test_its_interval_holds_what_is_true_of_many_pairs():
    """Pairs of one video are alike, by what the judge gets wrong there."""

    def of_world(videos: int, rng):
        video = np.repeat(np.arange(videos), 8)
        y = (rng.random(len(video)) < 0.4).astype(float)
        hard = rng.normal(0, 0.15, videos)[video]
        f = 0.3 + 0.4 * y + hard + rng.normal(0, 0.2, len(video))
        return y, f, Dependence.of(len(y), video)

    truth = share_saved(*of_world(40_000, np.random.default_rng(0))).value
    rng, held = np.random.default_rng(7), 0
    for _ in range(200):
        low, high = share_saved(*of_world(60, rng)).ends()
        held += low <= truth <= high
    assert held >= 180


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"y": np.zeros(600)}, FEW_OF_A_KIND),
        ({"y": np.ones(600)}, FEW_OF_A_KIND),
        ({"f": np.full(600, 0.5)}, SAME),
        ({"dependence": Dependence.of(600, np.arange(600) % 9)}, FEW_VIDEOS),
    ],
)
def test_where_nothing_can_be_said_there_is_the_reason(change, why):
    given = dict(zip(("y", "f", "dependence"), drawn(), strict=True))
    found = share_saved(**given | change)
    assert (found.value, found.reason, found.ends()) == (None, why, None)


def test_the_folds_are_of_whole_videos():
    """A pair's own label has no part in the slope that it is held against."""
    y, f, dependence = drawn()
    own = dependence.videos == dependence.videos[0]
    turned = np.where(own, 1 - y, y)
    before, after = (crossed_residuals(one, f, dependence.videos) for one in (y, turned))
    assert np.abs(after - before)[own].tolist() == pytest.approx([1.0] * own.sum())


@pytest.mark.parametrize("kind", ["a judge", "nearly right", "known but for one", "one apart"])
def test_one_label_moves_it_no_farther_than_twice_its_weight(kind):
    """Whatever is handed in: also by somebody who knows all other labels."""
    y, f, dependence = drawn(500, 50, seed=3)
    rng = np.random.default_rng(4)
    handed = {
        "a judge": f,
        "nearly right": np.abs(y - (rng.random(len(y)) < 0.02)),
        "known but for one": np.where(np.arange(len(y)) == 9, 0.0, y),
        "one apart": (np.arange(len(y)) == 9).astype(float),
    }[kind]
    turned = np.where(np.arange(len(y)) == 9, 1 - y, y)
    one, other = (share_saved(labels, handed, dependence).value for labels in (y, turned))
    assert abs(one - other) <= 2 * weight_of_a_label(y)
