"""Errors of means over captions that share videos and texts, against a slow twin and simulation."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures.dependence import Dependence, errors_of_means

NAN = float("nan")


def slow_variance(values, labels) -> float:
    """One caption after the other."""
    known = [k for k, value in enumerate(values) if not math.isnan(value)]
    mean = sum(values[k] for k in known) / len(known)
    of: dict = {}
    for k in known:
        of.setdefault(labels[k], []).append(values[k] - mean)
    if len(of) < 2:
        return NAN
    # A cluster with the share h of the captions pulls the mean towards itself.
    squares = [sum(some) ** 2 / (1 - len(some) / len(known)) for some in of.values()]
    return sum(squares) / len(known) ** 2


def slow_error(values, videos, texts) -> float:
    by_video, by_text = slow_variance(values, videos), slow_variance(values, texts)
    both = slow_variance(values, list(zip(videos, texts, strict=True)))
    if math.isnan(by_video) or math.isnan(by_text):
        return NAN
    shared = any(
        one == other and a != b
        for (a, one), (b, other) in itertools.combinations(zip(videos, texts, strict=True), 2)
    )
    if not shared:
        return by_video**0.5
    summed = by_video + by_text - both
    larger = max(by_video, by_text)
    return (summed if summed > 1e-12 * larger else larger) ** 0.5


@st.composite
def worlds(draw):
    n = draw(st.integers(1, 12))
    of = lambda some: draw(st.lists(some, min_size=n, max_size=n))  # noqa: E731
    score = st.one_of(st.just(NAN), st.sampled_from([0.0, 0.5, 1.0]))
    return of(score), of(st.integers(0, 4)), of(st.integers(0, 4))


@given(worlds())
def test_errors_equal_those_of_the_slow_twin(world):
    values, videos, texts = world
    found = errors_of_means(np.array([values]), Dependence.of(len(values), videos, texts))
    if all(map(math.isnan, values)):
        assert np.isnan(found.error[0])
        return
    expected = slow_error(values, videos, texts)
    assert found.error[0] == pytest.approx(expected, abs=1e-9, nan_ok=True)


@given(worlds())
def test_texts_within_videos_add_nothing(world):
    values, videos, _ = world
    one_way = errors_of_means(np.array([values]), Dependence.of(len(values), videos))
    texts = list(zip(videos, range(len(values)), strict=True))
    texts = [texts.index(text) for text in texts]
    two_way = errors_of_means(np.array([values]), Dependence.of(len(values), videos, texts))
    assert two_way.error[0] == pytest.approx(one_way.error[0], abs=1e-12, nan_ok=True)
    assert not two_way.two_way[0]


def test_captions_alone_have_the_textbooks_error():
    values = np.random.default_rng(1).random(50)
    found = errors_of_means(values[None], Dependence.of(50))
    assert found.error[0] == pytest.approx(values.std(ddof=1) / 50**0.5)
    assert found.design_effect[0] == pytest.approx(1)
    assert (found.degrees[0], found.clusters[0], found.shared[0]) == (49, 50, 0)
    assert found.effective[0] == 50


def test_degrees_go_by_what_clusters_hold_and_by_the_fewer_of_videos_and_texts():
    values = np.random.default_rng(2).random((1, 60))
    videos = np.repeat(np.arange(11), [30] + [3] * 10)
    alone = errors_of_means(values, Dependence.of(60, videos))
    assert alone.effective[0] == pytest.approx(60**2 / (30**2 + 10 * 3**2))
    assert 3 < alone.degrees[0] < 4
    one_text = np.where(np.arange(60) < 54, 99, np.arange(60))
    both = errors_of_means(values, Dependence.of(60, videos, one_text))
    assert both.effective[0] == pytest.approx(60**2 / (54**2 + 6))
    assert 1 <= both.degrees[0] < 1.5


@given(worlds())
def test_connected_groups_are_those_that_walking_finds(world):
    _, videos, texts = world
    of = Dependence.of(len(videos), videos, texts)
    group = list(range(len(videos)))
    for _ in videos:
        for a, b in itertools.combinations(range(len(videos)), 2):
            if videos[a] == videos[b] or texts[a] == texts[b]:
                group[a] = group[b] = min(group[a], group[b])
    assert len(set(zip(group, of.connected.tolist(), strict=True))) == len(set(group))
    assert len(set(of.connected.tolist())) == len(set(group))


def test_a_text_counts_as_shared_where_two_videos_have_it():
    of = Dependence.of(5, [0, 0, 1, 2, 3], [7, 7, 8, 8, 9])
    assert of.shared.tolist() == [0, 0, 1, 1, 0]
    assert of.two_way
    assert not Dependence.of(2, [0, 0], [7, 7]).two_way


def test_an_interval_of_captions_that_share_texts_across_videos_holds_in_95_of_100():
    """Each text has luck of its own, as each video has. By video alone it would hold in some 85."""
    held, replicates = 0, 400
    random = np.random.default_rng(3)
    for _ in range(replicates):
        videos, texts = random.integers(0, 60, 1_500), random.integers(0, 50, 1_500)
        values = random.normal(size=60)[videos] + random.normal(size=50)[texts]
        values = values + random.normal(size=1_500)
        found = errors_of_means(values[None], Dependence.of(1_500, videos, texts))
        held += abs(values.mean()) <= found.reach(0.95)[0]
    assert 0.91 <= held / replicates <= 0.985
