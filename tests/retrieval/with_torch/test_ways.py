"""What the findings compare: every claim has its ways and measure, and relevance is what its
sentence says."""

import numpy as np

from bench.stage import ways
from bench.stage.kitchens import build_world

WORLD = build_world(100)


def iou(first, second):
    first, second = set(first.tolist()), set(second.tolist())
    return len(first & second) / len(first | second) if first | second else 0


def test_every_claim_names_ways_and_measures_that_are_there():
    for claim in ways.CLAIMS:
        assert {claim.first, claim.second} <= set(ways.WAYS)
        assert claim.measure in ways.MEASURES
    assert {name for claim in ways.CLAIMS for name in (claim.first, claim.second)} == set(ways.WAYS)


def test_ways_that_are_compared_differ_in_what_the_claim_is_about():
    found = {name: way.settings for name, way in ways.WAYS.items()}
    assert found["instances"] == found["collected"] == found["SYN"]
    assert found["MMEN of captions"] == found["MMEN of verbs and nouns"]
    assert found["Triplet"].validate_by == found["Triplet-RANP"].validate_by


def test_relevance_by_classes_equals_its_slow_twin():
    clips = WORLD.validation
    matrix = ways.by_classes(clips)
    for i, j in np.random.default_rng(0).integers(0, len(clips), (200, 2)):
        expected = sum(
            iou(bags.of(i), bags.of(j)) for bags in (clips.verb_classes, clips.noun_classes)
        )
        assert matrix[i, j] == np.float32(expected / 2)
    assert (matrix.diagonal() == 1).all()


def test_relevance_by_words_is_an_angular_similarity():
    matrix = ways.by_words(WORLD.validation)
    np.testing.assert_allclose(matrix.diagonal(), 1, atol=1e-3)
    assert 0 <= matrix.min() < 0.5 < matrix.max() <= 1


def test_what_people_found_holds_every_captions_own_clip():
    source = ways.found_by_people(WORLD)
    rows = np.arange(100)
    relevance = source.of(rows, np.arange(len(WORLD.training)))
    assert (relevance[rows, rows] == 1).all()
    pairs = set(zip(WORLD.found_captions.tolist(), WORLD.found_clips.tolist(), strict=True))
    for row in rows:
        found = set(np.flatnonzero(relevance[row]).tolist())
        assert found == {clip for caption, clip in pairs if caption == row} | {row}
