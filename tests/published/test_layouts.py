"""Data sets' own files come in whole, with the counts that their authors published."""

from pathlib import Path

import pytest

from pooling.formats.captions import read_benchmark, read_video_list
from pooling.formats.hub import read_hub
from pooling.formats.problem import Unreadable
from tests.published import published

LAYOUTS = "layouts"
# A file, its options, and how many captions and videos (or films, or paragraphs) it has.
FILES = [
    ("youcook2/validation_youcook.csv", {}, (3_350, 3_349)),
    ("youcook2/captioning_val.json", {}, (3_492, 3_491)),
    ("charades/Charades_v1_test.csv", {}, (4_537, 1_863)),
    ("charades/charades_sta_test.txt", {"unit": "films"}, (3_720, 1_334)),
    ("didemo/test_data.json", {}, (4_021, 1_037)),
    (
        "didemo/test_data.json",
        {"unit": "paragraphs", "list": "didemo/test_list.txt"},
        (1_004, 1_004),
    ),
    ("clotho/test.csv", {}, (5_225, 1_045)),
    ("audiocaps/test.csv", {}, (4_875, 975)),
    ("tvr/tvr_test_public_release.jsonl", {}, (5_445, 0)),
    ("qvhighlights/highlight_test_release.jsonl", {}, (1_542, 1_529)),
]


@pytest.mark.parametrize(
    ("name", "options", "counts"), FILES, ids=[f"{name} {options}" for name, options, _ in FILES]
)
def test_a_file_has_its_published_counts(name, options, counts):
    options, path = dict(options), published(f"{LAYOUTS}/{name}")
    if listed := options.pop("list", None):
        with published(f"{LAYOUTS}/{listed}").open("rb") as file:
            options["keep"] = read_video_list(file, listed)
    with path.open("rb") as file:
        found = read_benchmark(file, path.name, **options)
    assert (len(found.captions), len(found.videos)) == counts


def test_epic_kitchens_100_has_its_columns():
    path = published("epic100/EPIC_100_retrieval_test.csv")
    with path.open("rb") as file:
        found = read_benchmark(file, path.name)
    assert (len(found.captions), len(found.videos)) == (9_668, 9_668)
    groups = found.values_by_column()
    assert {"participant_id", "verb_class", "all_noun_classes"} <= set(groups)


@pytest.mark.parametrize(
    ("name", "split", "captions", "videos", "judgements"),
    [
        ("arcd", "test", 50, 255, 0),
        ("scifact", "test", 300, 283, 339),
        ("scifact", "train", 809, 565, 919),
    ],
)
def test_folders_of_judged_queries(name, split, captions, videos, judgements):
    found = read_hub(published(f"{LAYOUTS}/beir/{name}"), split=split)
    counts = len(found.file.captions), len(found.file.videos), len(found.judgements)
    assert counts == (captions, videos, judgements)


def test_the_broken_file_is_refused_in_one_sentence():
    path: Path = published(f"{LAYOUTS}/charades/Charades_v1_train_mini.broken.csv")
    with path.open("rb") as file, pytest.raises(Unreadable) as refused:
        read_benchmark(file, path.name, split="train")
    assert len(refused.value.lines()) == 1
