"""The doctor, and the checks of a run that is tried, on runs that find the originals and rank noise
besides."""

from dataclasses import replace

import numpy as np
import pytest

from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.doctor import examine
from metrics.studies.doctor_material import Material
from metrics.studies.doctor_others import FINE, UNTOLD, check_others, look_at_others
from semantics.paraphrase.near_texts import Vocabulary
from tests.metrics.worlds import Bare

VIDEOS, TOPICS = 400, 40
THINGS = ("guitar", "tomato", "horse", "river", "engine", "violin", "snow", "bread", "tiger")
DOINGS = ("plays", "cuts", "rides", "crosses", "repairs", "tunes", "melts", "bakes")


@pytest.fixture
def world():
    """Videos of forty topics, one caption each; models that see a video's topic.

    Anew for each test: what a test draws must not depend on which tests the generator served
    before, since a permuted run is told by its words only nearly always."""
    draw = np.random.default_rng(8)
    topic = draw.integers(0, TOPICS, VIDEOS)
    texts = [
        f"somebody {DOINGS[one % len(DOINGS)]} a {THINGS[one % len(THINGS)]} number {n}"
        for n, one in enumerate(topic)
    ]
    alike = (topic[:, None] == topic[None, :]) + 3.0 * np.eye(VIDEOS)
    every = list(range(VIDEOS))
    bare = Bare(VIDEOS, every, every, {}, [])
    return draw, texts, alike, bare.snapshot()


def scores(world) -> np.ndarray:
    draw, _, alike, _ = world
    return alike + 0.5 * draw.normal(size=alike.shape)


def permuted(world) -> np.ndarray:
    """The columns in another order, but each caption's own score in its place."""
    found = scores(world)
    diagonal = found.diagonal().copy()
    found = found[:, world[0].permutation(VIDEOS)]
    np.fill_diagonal(found, diagonal)
    return found


def stored(name: str, table: np.ndarray, direction: str = "t2v") -> StoredRun:
    ranked = np.argsort(-table, axis=1, kind="stable")[:, :50].astype(np.int32)
    return StoredRun(name, name, name, direction, ranked)


def examined(world, runs: dict, texts=None, direction: str = "t2v") -> dict[str, list]:
    """By kind, the runs that are suspected."""
    _, given, _, snapshot = world
    of = replace(snapshot, runs=tuple(stored(*one, direction) for one in runs.items()))
    keys = [f"c{n}" for n in range(VIDEOS)], [f"v{n}" for n in range(VIDEOS)]
    found: dict[str, list] = {}
    for one in examine(Material(of, texts or given, *keys)).suspects:
        found.setdefault(one.kind, []).append(one)
    return found


@pytest.mark.parametrize("direction", ["t2v", "v2t"])
def test_a_permuted_run_is_named_by_its_words_and_the_good_ones_are_not(world, direction):
    runs = {"good": scores(world), "bad": permuted(world), "other": scores(world)}
    found = examined(world, runs, direction=direction)
    assert list(found) == ["off_diagonal_chance"]
    (one,) = found["off_diagonal_chance"]
    assert one.run == "bad"
    assert one.share == pytest.approx(one.chance, abs=0.02)
    assert "no nearer in words than anything else" in one.detail


def test_where_words_tell_nothing_it_is_named_by_the_others(world):
    runs = {"good": scores(world), "bad": permuted(world), "other": scores(world)}
    found = examined(world, runs, texts=["a man"] * VIDEOS)
    assert list(found) == ["shares_only_originals"]
    (one,) = found["shares_only_originals"]
    assert (one.run, one.other) == ("bad", "good")
    assert "of two good runs" in one.detail


def test_of_two_runs_that_share_nothing_either_may_be_wrong(world):
    runs = {"good": scores(world), "bad": permuted(world)}
    found = examined(world, runs, texts=["a man"] * VIDEOS)["shares_only_originals"]
    assert [(one.run, one.other) for one in found] == [("good", "bad"), ("bad", "good")]


def test_good_runs_alone_are_not_suspected(world):
    assert examined(world, {f"run{n}": scores(world) for n in range(4)}) == {}


def test_a_run_that_is_tried_is_checked_by_words(world):
    _, texts, _, snapshot = world

    def tried(table):
        found = check_others(replace(snapshot, runs=(stored("tried", table),)), texts)
        return found.state, found.detail

    state, detail = tried(permuted(world))
    assert state == "warning"
    assert detail.startswith("Besides the original, what it ranks among the first 10")
    assert tried(scores(world)) == ("good", FINE)
    assert tried(world[0].normal(size=(VIDEOS, VIDEOS))) == ("good", UNTOLD)


def test_runs_of_few_captions_are_let_be():
    every = list(range(6))
    rankings = [[[n, (n + 1) % 6] for n in every], [[n, (n + 3) % 6] for n in every]]
    snapshot: Snapshot = Bare(6, every, every, {}, rankings).snapshot(2)
    texts = Vocabulary(["a dog", "a cat"]).read(["a dog", "a cat"] * 3)
    assert list(look_at_others(snapshot, snapshot.runs, texts)) == []
