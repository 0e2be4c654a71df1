"""Means resampled by video and by shared text, against a slow twin and the two-way error."""

import numpy as np
import pytest

from measures.dependence import Dependence, errors_of_means
from measures.draws import weights_in_blocks
from measures.resampling import resample


def crossed_slowly(scores, videos, texts, resamples, seed):
    """Each caption's weight written out: its video's times its text's, the latter damped so that
    the linear parts have the two-way variance."""
    shared = [
        t for t in set(texts) if len({v for v, u in zip(videos, texts, strict=True) if u == t}) > 1
    ]
    place = {t: number for number, t in enumerate(sorted(shared))}
    of_videos = np.vstack(list(weights_in_blocks(max(videos) + 1, resamples, seed)))
    of_texts = np.vstack(list(weights_in_blocks(len(place), resamples, seed, stream=1)))
    above = below = 0.0
    for row in scores:
        known = ~np.isnan(row)
        moved = np.where(known, row - row[known].mean(), 0) / known.sum()
        chosen = [k for k, t in enumerate(texts) if t in place]
        by_text, by_both = {}, {}
        for k in chosen:
            by_text[texts[k]] = by_text.get(texts[k], 0) + moved[k]
            by_both[videos[k], texts[k]] = by_both.get((videos[k], texts[k]), 0) + moved[k]
        of_text = sum(one**2 for one in by_text.values())
        of_both = sum(one**2 for one in by_both.values())
        above, below = above + of_text - of_both, below + of_text + of_both
    damping = min(max(above / below if below else 0, 0), 1) ** 0.5
    means = np.empty((len(scores), resamples))
    for n in range(resamples):
        weights = np.array(
            [
                of_videos[n, v] * (1 + damping * (of_texts[n, place[t]] - 1) if t in place else 1)
                for v, t in zip(videos, texts, strict=True)
            ]
        )
        for row, values in enumerate(scores):
            known = ~np.isnan(values)
            means[row, n] = (values * weights)[known].sum() / weights[known].sum()
    return means


def shared_world(seed: int):
    random = np.random.default_rng(seed)
    scores = random.random((3, 40))
    scores[1, ::7] = np.nan
    videos, texts = np.arange(40) % 9, random.integers(0, 25, 40)
    texts[:12] = 30
    return scores, videos.tolist(), texts.tolist()


@pytest.mark.parametrize("seed", range(4))
def test_videos_and_shared_texts_are_drawn_as_a_slow_twin_draws_them(seed, monkeypatch):
    scores, videos, texts = shared_world(seed)
    dependence = Dependence.of(40, videos, texts)
    drawn = resample(scores, dependence, resamples=30, seed=seed)
    np.testing.assert_allclose(
        drawn.means, crossed_slowly(scores, videos, texts, 30, seed), rtol=1e-9
    )
    monkeypatch.setattr("measures.resampling.BLOCK", 1 << 12)
    again = resample(scores, dependence, resamples=30, seed=seed)
    np.testing.assert_allclose(again.means, drawn.means, rtol=1e-12)


def test_where_no_text_is_shared_the_draws_are_those_by_video():
    scores, videos, _ = shared_world(1)
    alone = Dependence.of(40, videos, np.arange(40))
    within = Dependence.of(40, videos, videos)
    wanted = resample(scores, Dependence.of(40, videos), resamples=50, seed=3)
    for dependence in (alone, within):
        drawn = resample(scores, dependence, resamples=50, seed=3)
        np.testing.assert_array_equal(drawn.means, wanted.means)


def test_what_is_drawn_spreads_as_far_as_the_two_way_error_says():
    scores, videos, texts = shared_world(2)
    luck = np.random.default_rng(8).normal(size=31)
    values = scores[:1] + 2 * luck[texts]
    dependence = Dependence.of(40, videos, texts)
    drawn = resample(values, dependence, resamples=4_000, seed=1)
    error = float(errors_of_means(values, dependence).error[0])
    assert drawn.means.std() == pytest.approx(error, rel=0.25)
