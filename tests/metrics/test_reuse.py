"""Where positives stand, and which captions have them: from the command to its rows."""

import json
from collections import Counter

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from metrics.studies.likeness import Texts
from metrics.studies.reuse import reuse
from metrics.studies.study import NothingToStudy
from pooling.models import TrainingCaption
from tests.factories import make_benchmark, make_run
from tests.metrics.worlds import CAPTIONS, bare_worlds, make_world


def asked(capsys, *words) -> dict:
    call_command("reuse", "toy", *words, "--k", "3", "--json")
    return json.loads(capsys.readouterr().out)


@pytest.mark.django_db
def test_it_counts_positives_by_query_rank_and_words(capsys):
    make_world()
    told = asked(capsys, "--runs", "strong,weak")
    # a dog runs: 0, 3 and 5; a red ball: 1 and 2; a man cooks rice: 2 and 3; somebody sings: 4; it
    # snows: 1.
    # Original are two of a dog runs, one of each other but it snows; the rest was collected.
    assert told["positives_per_query"] == [
        {"positives": 0, "queries": 0, "original": 1, "collected": 1},
        {"positives": 1, "queries": 2, "original": 3, "collected": 4},
        {"positives": 2, "queries": 2, "original": 1, "collected": 0},
        {"positives": 3, "queries": 1, "original": 0, "collected": 0},
    ]  # fmt: skip
    assert told["ranks_of_positives"][:3] == [
        {"run": "strong", "rank": 1, "original": 3, "collected": 1},
        {"run": "strong", "rank": 2, "original": 1, "collected": 2},
        {"run": "strong", "rank": 3, "original": 1, "collected": 0},
    ]
    # In words: "a dog runs" (twice), "a red ball"; "a man cooks rice"; "somebody sings", "it
    # snows".
    assert told["positives_by_words"] == [
        {"words": 2, "positives": 1, "captions": 2},
        {"words": 3, "positives": 2, "captions": 3},
        {"words": 4, "positives": 2, "captions": 1},
    ]


@pytest.mark.django_db
def test_it_says_who_is_right_and_shows_captions(capsys):
    make_world()
    told = asked(capsys, "--runs", "strong,weak")
    assert told["runs_compared"] == ["strong", "weak"]
    original = [row for row in told["right_by_characters"] if row["positives"] == "original"]
    # Five captions have a known video. Strong has all of them within three ranks, weak has those of
    # captions 0, 1 and 4.
    assert original == [
        {
            "positives": "original",
            "characters": 0,
            "both": 3,
            "only_first": 2,
            "only_second": 0,
            "neither": 0,
            "n": 5,
        }
    ]
    texts = {row["text"] for row in told["caption_samples"] if row["set"] == "shortest"}
    assert texts == {text for text, _ in CAPTIONS}


@pytest.mark.django_db
def test_test_captions_are_compared_with_training_captions_where_there_are_some(capsys):
    benchmark = make_world()
    assert "similarity" not in asked(capsys)
    call_command("reuse", "toy", "--k", "3")
    assert "No training captions are kept" in capsys.readouterr().out
    TrainingCaption.objects.bulk_create(
        TrainingCaption(benchmark=benchmark, key=f"t{number}", video_key="t", text="A dog runs")
        for number in range(10)
    )
    told = asked(capsys)
    assert told["training_captions"] == 10
    assert [(row["convention"], row["length"]) for row in told["similarity"]] == [
        ("text", "words"),
        ("text", "characters"),
        ("release", "words"),
        ("release", "characters"),
    ]
    # The two captions that say so are entirely like the ten nearest; the other four have nothing in
    # common with them.
    assert told["similarity"][0]["mean"] == pytest.approx(2 / 6)
    assert told["similarity"][0]["n"] == 6
    everywhere = [row for row in told["right_by_similarity"] if row["positives"] == "all"]
    counts = [
        sum(row[key] for key in ("both", "only_first", "only_second", "neither"))
        for row in everywhere
    ]
    assert counts == [4, *[0] * 9, 2]
    for ways, keys in {
        "text": {"right_by_similarity"},
        "release": {"right_by_similarity_released"},
        "none": set(),
    }.items():
        found = asked(capsys, "--likeness", ways)
        assert {key for key in found if key.startswith("right_by_similarity")} == keys
        assert {row["convention"] for row in found.get("similarity", [])} == {ways} - {"none"}


@pytest.mark.django_db
def test_one_run_alone_is_compared_with_none(capsys):
    make_world()
    told = asked(capsys, "--runs", "strong")
    assert told["runs_compared"] is None
    assert "right_by_characters" not in told
    call_command("reuse", "toy", "--runs", "strong", "--k", "3")
    assert "takes two runs, and there is one" in capsys.readouterr().out


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--k", "4"), "expected 1 to 3"),
        (("--k", "0"), "a depth is at least 1, not 0"),
        (("--seed", "-1", "--k", "3"), "a seed is a whole number from 0"),
        (("--runs", "backwards", "--k", "3"), "backwards ranks captions for videos"),
    ],
)
def test_what_cannot_be_studied_is_said_plainly(words, said):
    make_world(backwards=True)
    with pytest.raises(CommandError, match=said):
        call_command("reuse", "toy", *words)


@pytest.mark.django_db
def test_without_positives_there_is_nothing_to_tell():
    make_run(make_benchmark([("a dog", "nobody knows")], "toy", ["v0"]), {0: [0]}, "run", depth=1)
    with pytest.raises(CommandError, match="no positive at all"):
        call_command("reuse", "toy", "--k", "1")


@given(world=bare_worlds(runs=2), k=st.integers(1, 8))
def test_it_is_the_definitions_written_out(world, k):
    snapshot = world.snapshot()
    texts = Texts([f"caption {query}" for query in world.queries], [])
    every = range(len(world.queries))
    if not all(map(any, world.rankings)) or not any(world.positives(caption) for caption in every):
        with pytest.raises(NothingToStudy):
            reuse(snapshot, texts, k)
        return
    study = reuse(snapshot, texts, k)
    of_query = {query: set() for query in range(max(world.queries) + 1)}
    for caption in every:
        of_query[world.queries[caption]] |= world.positives(caption)
    assert {n: count for n, count in enumerate(study.per_query.every) if count} == Counter(
        map(len, of_query.values())
    )
    for number, rankings in enumerate(world.rankings):
        found = study.ranks[f"run{number}"]
        standing = [
            (video, caption, rank)
            for caption in every
            for rank, video in enumerate(rankings[caption])
        ]
        original = Counter(
            rank for video, caption, rank in standing if video in world.original(caption)
        )
        either = Counter(
            rank for video, caption, rank in standing if video in world.positives(caption)
        )
        assert found.original.tolist() == [original[rank] for rank in range(8)]
        assert (found.original + found.collected).tolist() == [either[rank] for rank in range(8)]
        below = sum(len(world.positives(caption)) for caption in every) - len(
            list(either.elements())
        )
        assert found.original_below + found.collected_below == below
    known = [caption for caption in every if world.positives(caption)]
    right = [
        [bool(set(rankings[c][:k]) & world.positives(c)) for c in known]
        for rankings in world.rankings
    ]
    assert study.right["all"].both.sum() == sum(a and b for a, b in zip(*right, strict=True))
    assert study.right["all"].only_first.sum() == sum(
        a and not b for a, b in zip(*right, strict=True)
    )
    assert study.right["all"].left_out == len(world.queries) - len(known)
