"""The made-up release is the same each time, and as releases are."""

import json

from bench.stage.released import draw_labels, write_release
from bench.stage.simulated import sketch

SMALL = sketch(120, 7, 100)


def test_a_release_is_the_same_each_time_and_has_as_many_pairs_and_labels_as_asked(tmp_path):
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    for path in (first, second):
        write_release(SMALL, draw_labels(SMALL, 500, 554), path)
    assert first.read_bytes() == second.read_bytes()
    release = json.loads(first.read_text())
    pairs = release["annotations"] + release["disagreements"]
    assert len({(pair["query"], pair["video_id"]) for pair in pairs}) == 500
    assert sum(len(pair["annotator_labels"]) for pair in pairs) == 554
    assert release["disagreements"]


def test_labels_follow_from_their_raters_who_are_all_different(tmp_path):
    path = tmp_path / "release.json"
    write_release(SMALL, draw_labels(SMALL, 500, 554), path)
    release = json.loads(path.read_text())
    for pair in release["annotations"]:
        answers = pair["annotator_labels"]
        assert 2 * answers.count(pair["label"]) > len(answers)
        assert len(set(pair["annotator_ids"])) == len(answers)
    for pair in release["disagreements"]:
        assert sorted(pair["annotator_labels"]) == ["irrelevant", "relevant"]
