"""A FIRE release is read a block of pairs at a time. That comes to what reading pair by pair comes
to, whatever is wrong with it."""

import io
import json
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.formats import fire
from annotator.formats.collected import KnownBenchmark, LabelFile
from annotator.formats.fire_blocks import take_block
from pooling.formats.fire import LISTS
from pooling.formats.json_items import BLOCK_VALUES, read_blocks
from pooling.formats.keys import Axis
from pooling.formats.problem import Problems
from pooling.formats.text import open_text
from tests.annotator.exchanging import fire_pair

YES, NO = "relevant", "irrelevant"
QUERIES, VIDEOS = 40, 30
KNOWN = KnownBenchmark(
    Axis("caption", ()),
    Axis("video", tuple(f"v{n}" for n in range(VIDEOS))),
    [],
    {f"query {n}": n for n in range(QUERIES)},
)
ANSWERS = st.lists(st.sampled_from([YES, NO]), min_size=1, max_size=4)
# A change to one pair: most make it wrong, some only unusual.
CHANGES = [
    {"query": "nobody wrote this"},
    {"query": 7},
    {"video_id": "v99"},
    {"video_id": None},
    {"label": YES},
    {"label": "maybe"},
    {"annotator_ids": [True]},
    {"annotator_ids": ["1"]},
    {"annotator_ids": [10**100]},
    {"annotator_ids": "12"},
    {"annotator_labels": ["Relevant"]},
    {"annotator_labels": []},
    {"annotator_labels": [[]]},
    {"response_ids": [1.0]},
    {"response_ids": []},
    {"queue_ids": [None]},
    {"models": [1]},
    {"models": []},
    {"models": "CLIP"},
    {"dataset": "other"},
    {"dataset": "a\u0000b"},
    {"dataset": ["MSVD"]},
    {"adjudicator_id": 77},
    {"adjudicator_id": 77, "label": NO},
    {"another": {"field": [1]}},
]


@st.composite
def releases(draw) -> dict:
    """Of a few pairs up to more than a block holds; some twice, some changed."""
    count = draw(st.sampled_from([1, 3, BLOCK_VALUES + 2]))
    answers = draw(st.lists(ANSWERS, min_size=3, max_size=3))
    pairs = [
        fire_pair(
            f"query {number % QUERIES}",
            f"v{number % VIDEOS}",
            one := answers[number % 3],
            [number % 5 + n * (number % 4 > 0) for n in range(len(one))],
        )
        for number in range(count)
    ]
    for place in draw(st.lists(st.integers(0, count - 1), max_size=3)):
        pairs[place] |= draw(st.sampled_from(CHANGES))
    for place in draw(st.lists(st.integers(0, count - 1), max_size=1)):
        pairs.append(pairs[place])
    missing = draw(st.sampled_from([None, "queue_ids", "dataset"]))
    if missing and draw(st.booleans()):
        del pairs[-1][missing]
    return {
        "annotations": [pair for pair in pairs if "label" in pair],
        "disagreements": [pair for pair in pairs if "label" not in pair],
    }


def read(release: dict, take, dataset: str | None) -> tuple:
    file, datasets, repeated = LabelFile("fire", KNOWN), Counter(), 0
    text = open_text(io.BytesIO(json.dumps(release, indent=0).encode()), Problems())
    for block in read_blocks(text, "a release"):
        if block.key in LISTS:
            repeated += take(block, file, dataset, datasets)
    labels, pairs = file.labels, file.pairs
    return (
        [(one.line, one.code, one.message) for one in file.problems.errors],
        file.problems.error_codes,
        list(zip(pairs.query, pairs.video, pairs.line, strict=True)),
        list(labels),
        b"".join(file.facts),
        datasets,
        repeated,
    )


def one_by_one(block, *others) -> int:
    """The slow twin."""
    return sum(fire._judgement(item, *others) for item in block.items())


@given(release=releases(), dataset=st.sampled_from([None, "MSVD", "other"]))
def test_a_block_comes_to_what_its_pairs_come_to_one_by_one(release, dataset):
    assert read(release, fire._judgements, dataset) == read(release, one_by_one, dataset)


def block_of(*pairs: dict):
    """The first block of a release: what follows keeps its last pair from the window's edge."""
    release = {"annotations": list(pairs), "website": "https://example.org/"}
    text = open_text(io.BytesIO(json.dumps(release).encode()), Problems())
    block = next(read_blocks(text, "a release"))
    assert len(block.values) == len(pairs)
    return block


GOOD = fire_pair("query 1", "v1", [YES], [1])


def test_a_block_that_is_right_is_taken_as_one():
    file = LabelFile("fire", KNOWN)
    other = fire_pair("query 2", "v1", [NO, NO, YES], [1, 1, 2])
    assert take_block(block_of(GOOD, other), file, None, Counter()) == 1
    assert [label.answer for label in file.labels] == [YES, NO, NO, YES]
    assert [label.rater for label in file.labels] == ["1", "1", "1", "2"]


@pytest.mark.parametrize("change", [one for one in CHANGES if "another" not in one])
def test_of_a_block_with_one_doubtful_pair_nothing_is_taken(change):
    doubtful = fire_pair("query 2", "v2", [NO], [1]) | change
    if change in ({"dataset": "other"}, {"models": []}):
        return  # nothing is wrong with these
    file, datasets = LabelFile("fire", KNOWN), Counter()
    assert take_block(block_of(GOOD, doubtful), file, None, datasets) is None
    assert (len(file.pairs), len(file.labels), file.facts, datasets) == (0, 0, [], Counter())


def test_a_pair_that_an_earlier_block_named_is_not_taken_again():
    file = LabelFile("fire", KNOWN)
    assert take_block(block_of(GOOD), file, None, Counter()) == 0
    assert take_block(block_of(GOOD), file, None, Counter()) is None
    assert len(file.pairs) == 1


def test_a_label_is_kept_in_columns_as_it_was_put_in():
    file = LabelFile("fire", KNOWN)
    take_block(block_of(GOOD), file, None, Counter())
    (plain,) = file.labels
    said = replace(
        plain,
        kind="third",
        reason="unclear_video",
        comment="dark",
        active_ms=0,
        plays=2,
        too_fast=True,
        version=3,
        supersedes=0,
        disregarded=True,
        line=2**33,
    )
    file.labels.append(said)
    assert list(file.labels) == [plain, said]
