"""Runs that find the originals and rank noise besides: found where the columns were permuted, and
not in good runs, whatever they look like."""

import numpy as np
import pytest
from scipy import sparse

from measures.dependence import Dependence
from measures.off_diagonal import (
    Tops,
    depth_for,
    mean_rows,
    others_in_words,
    shared_others,
    tops_of,
    unit_rows,
)

DIMENSIONS, WORDS = 12, 60


class World:
    """Videos in a space of meanings, captions that describe them, and words near each caption."""

    def __init__(self, seed: int, captions: int = 240, videos: int = 240) -> None:
        self.draw = np.random.default_rng(seed)
        self.own = self.draw.permutation(np.arange(captions) % videos)
        self.videos = self.draw.normal(size=(videos, DIMENSIONS))
        self.captions = self.videos[self.own] + 0.3 * self.draw.normal(size=(captions, DIMENSIONS))
        said = self.captions @ self.draw.normal(size=(DIMENSIONS, WORDS))
        self.words = unit_rows(sparse.csr_matrix(said >= np.sort(said, axis=1)[:, [-6]]))
        self.dependence = Dependence.of(captions, self.own)

    def run(self, noise: float) -> np.ndarray:
        """(captions, videos): the scores of a model that sees both sides through noise of its
        own."""
        sides = (
            one + noise * self.draw.normal(size=one.shape) for one in (self.captions, self.videos)
        )
        captions, videos = (one / np.linalg.norm(one, axis=1)[:, None] for one in sides)
        return captions @ videos.T

    def permuted(self, scores: np.ndarray) -> np.ndarray:
        """The columns in another order, but each caption's own score in its place."""
        found = scores[:, self.draw.permutation(scores.shape[1])]
        rows = np.arange(len(scores))
        found[rows, self.own] = scores[rows, self.own]
        return found

    def tops(self, scores: np.ndarray) -> Tops:
        columns = scores.shape[1]
        ranked = np.argsort(-scores, axis=1, kind="stable").astype(np.int32)
        return tops_of(ranked, self.own, columns, depth_for(columns))

    def by_words(self, run: Tops):
        videos = mean_rows(self.words, self.own, run.columns)
        return others_in_words(run, self.words, videos, self.dependence, 2)

    def by_pair(self, a: Tops, b: Tops):
        return shared_others(a, b, self.dependence, 1)


def test_a_permuted_run_is_found_by_its_words_and_by_a_good_one():
    world = World(1)
    good, other, bad = (world.tops(one) for one in (
        world.run(0.3), world.run(0.4), world.permuted(world.run(0.3)),
    ))  # fmt: skip
    assert good.is_good
    assert bad.is_good
    fine = world.by_words(good), world.by_words(other), world.by_pair(good, other)
    assert not any(one.is_below for one in fine)
    by_words, by_pair = world.by_words(bad), world.by_pair(good, bad)
    assert by_words.is_below
    assert by_pair.is_below
    assert by_words.found < by_words.floor
    assert by_words.chance < by_words.floor
    assert by_pair.found == pytest.approx(by_pair.chance, rel=0.5)
    assert by_pair.floor == 2 * by_pair.chance


@pytest.mark.parametrize("noise", [0.0, 0.5, 1.0, 1.5])
def test_good_runs_are_not_suspected_however_good(noise):
    """A dozen worlds each; thousands were drawn once (docs/doctor.md), with none suspected."""
    for seed in range(12):
        world = World(seed, captions=120 + seed, videos=90 + seed)
        a, b = (world.tops(world.run(noise)) for _ in range(2))
        if a.is_good:
            assert not world.by_words(a).is_below, seed
        if a.is_good and b.is_good:
            assert not world.by_pair(a, b).is_below, seed


def test_nothing_is_suspected_where_there_is_too_little_to_tell():
    few = World(3, captions=15, videos=15)
    bad = few.tops(few.permuted(few.run(0.1)))
    assert not bad.is_good
    assert few.by_pair(bad, bad) is None
    assert few.by_words(bad) is None


def test_words_that_tell_nothing_lead_to_no_suspicion():
    """Each caption says the same, so that no video is nearer than another."""
    world = World(4)
    world.words = unit_rows(sparse.csr_matrix(np.ones((240, 1))))
    assert not world.by_words(world.tops(world.permuted(world.run(0.3)))).is_below


def test_a_weak_run_is_no_good_one():
    world = World(5)
    assert not world.tops(world.draw.normal(size=(240, 240))).is_good


def test_the_shares_are_those_of_plain_loops():
    world = World(6)
    a = world.tops(world.run(0.3))
    b = world.tops(world.permuted(world.run(0.3)))
    found = world.by_pair(a, b)
    shared = room = chance = 0.0
    for caption, own in enumerate(world.own):
        first, second = ({*one.top[caption].tolist()} - {own} for one in (a, b))
        shared += len(first & second)
        room += min(len(first), len(second))
        chance += len(first) * len(second) / (a.columns - 1)
    assert (found.found, found.chance) == pytest.approx((shared / room, chance / room))


def test_cosines_are_those_of_plain_loops():
    world = World(7)
    bad = world.tops(world.permuted(world.run(0.2)))
    found = world.by_words(bad)
    words = world.words.toarray()
    videos = np.array([words[world.own == video].sum(axis=0) for video in range(240)])
    videos /= np.linalg.norm(videos, axis=1)[:, None]
    seen, usual = [], []
    for caption, own in enumerate(world.own):
        others = [video for video in bad.top[caption] if video != own]
        if others:
            seen.append(np.mean([words[caption] @ videos[video] for video in others]))
            usual.append(
                np.mean([words[caption] @ videos[video] for video in range(240) if video != own])
            )
    assert (found.found, found.chance) == pytest.approx((np.mean(seen), np.mean(usual)))
