"""The world of the findings is that of its seed, and what people find in it is mostly true."""

import numpy as np

from bench.stage.kitchens import MISTAKEN, POOLED, SEEDS, TRYING, build_world


def test_a_world_is_its_seeds():
    first, again, other = build_world(0), build_world(0), build_world(1)
    np.testing.assert_array_equal(first.training.features, again.training.features)
    np.testing.assert_array_equal(first.found_clips, again.found_clips)
    assert not np.array_equal(first.training.features, other.training.features)


def test_worlds_for_trying_are_not_those_of_the_findings():
    assert len(SEEDS) >= 5
    assert not set(SEEDS) & set(TRYING)


def test_the_world_is_the_one_that_was_fixed():
    """Integers alone: they do not depend on how a machine adds."""
    test = build_world(0).test
    assert test.actions[:8].tolist() == ACTIONS_OF_SEED_0


ACTIONS_OF_SEED_0 = [425, 412, 374, 376, 330, 706, 199, 0]


def test_what_people_find_is_mostly_true():
    world = build_world(2)
    clips = world.training
    found = clips.true[world.found_captions, world.found_clips]
    wrong = (~found).sum()
    assert 0 < wrong < 1.5 * MISTAKEN * POOLED * len(clips)
    assert found.mean() > 0.9
    unclaimed = found & (world.found_captions != world.found_clips)
    assert unclaimed.sum() > len(clips)  # more than a clip that its own caption does not name
    same = clips.actions[world.found_captions] == clips.actions[world.found_clips]
    assert (found & ~same).sum() > 100  # that show it as an action without a caption


def test_classes_of_captions_are_those_of_their_words():
    clips = build_world(3).training
    assert [clips.verb_classes.of(i)[0] for i in range(50)] == clips.verbs[:50, 0].tolist()
    for i in range(50):
        pair = {int(clips.nouns[i, 0]), int(clips.second_nouns[i])} - {-1}
        assert set(clips.noun_classes.of(i).tolist()) == pair
