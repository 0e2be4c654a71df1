"""How many captions must be labelled: from the command to its rows."""

import json
import math

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from measures.names import parse_all
from metrics.studies.registry import tables_of
from metrics.studies.sample_size import ALL_EQUAL, sample_sizes
from metrics.studies.study import NothingToStudy
from tests.factories import make_benchmark, make_run
from tests.metrics.worlds import Bare, bare_worlds, make_world

pytestmark = pytest.mark.django_db


def asked(capsys, *words) -> dict:
    call_command("sample_size", "toy", *words, "--json")
    return json.loads(capsys.readouterr().out)


def test_it_tells_a_row_for_each_measure_and_size(capsys):
    make_world()
    told = asked(capsys, "strong", "--measures", "C@1,AP", "--n", "2,6", "--resamples", "3000")
    assert [(row["run"], row["measure"], row["n"]) for row in told["rows"]] == [
        ("strong", "C@1", 2), ("strong", "C@1", 6), ("strong", "AP", 2), ("strong", "AP", 6),
    ]  # fmt: skip
    first = told["rows"][0]
    # C@1: captions 0, 1, 2 and 3 are right; 4 is not, nor is 5, whose only positive stands second.
    assert first["score"] == pytest.approx(4 / 6)
    assert first["expected"] == pytest.approx(1.959964 * math.sqrt(4 / 6 * 2 / 6) / math.sqrt(2))
    assert (first["captions"], first["left_out"], first["missing"], first["depth"]) == (6, 0, 0, 1)
    assert (told["seed"], told["resamples"], told["level"]) == (0, 3000, 0.95)
    # Two captions drawn of six, four of them right: none, one or two right, as often as 1, 4 and 4
    # times in 9. Their means are 4/6, 1/6 and 2/6 away from 4/6.
    assert list(first["quantiles"].values()) == pytest.approx([1 / 6, 1 / 6, 1 / 3, 1 / 3, 4 / 6])
    assert first["detectable"] == first["half_width"] == first["expected"]
    average_precision = told["rows"][2]
    assert average_precision["quantiles"]["q95"] == average_precision["half_width"]
    assert told["two_runs"] == []


def test_sizes_of_its_own_are_those_that_the_benchmark_has_captions_for(capsys):
    make_world()
    assert {row["n"] for row in asked(capsys, "strong", "--resamples", "50")["rows"]} == {6}
    many = Bare(2, [0] * 1200, [0] * 1200, {}, [[[0, 1]] * 600 + [[1, 0]] * 600]).snapshot(2)
    assert [row.size for row in sample_sizes(many, parse_all("C@1"), resamples=20).rows] == [
        500,
        1000,
    ]


def test_a_seed_gives_the_same_numbers_and_another_seed_others(capsys):
    make_world()
    words = ("strong", "--measures", "AP", "--n", "3", "--resamples", "100", "--seed")
    one, again, other = (
        asked(capsys, *words, seed)["rows"][0]["detectable"] for seed in ("1", "1", "2")
    )
    assert one == again != other


def test_the_notes_say_what_has_to_be_known(capsys):
    make_world()
    call_command(
        "sample_size",
        "toy",
        "weak",
        "--positives",
        "original",
        "--measures",
        "C@1",
        "--resamples",
        "50",
    )
    printed = capsys.readouterr().out
    for said in ("Positives: original.", "seed 0", "1 without positives left out", "Ties: "):
        assert said in printed


def test_a_run_from_video_to_text_is_scored_over_videos(capsys):
    make_world(backwards=True)
    told = asked(capsys, "backwards", "--measures", "C@1", "--resamples", "50")
    assert (told["rows"][0]["captions"], told["rows"][0]["missing"]) == (6, 1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("strong", "--n", "7"), "a sample has 1 to 6 captions, those that have a positive, not 7"),
        (("strong", "--n", "0"), "a sample has 1 to 6"),
        (("strong", "--n", "many"), "expected whole numbers"),
        (("strong", "--measures", "MRR"), "the nearest is RR"),
        (("strong", "--measures", "GMR"), "ask for C@1,C@5,C@10 instead"),
        (("strong", "--resamples", "0"), "resamples are 1 to"),
        (("stronk",), "did you mean strong"),
    ],
)
def test_what_cannot_be_studied_is_said_plainly(words, said):
    make_world()
    with pytest.raises(CommandError, match=said):
        call_command("sample_size", "toy", *words)


def test_a_run_without_a_known_caption_and_a_benchmark_without_positives_are_refused():
    make_run(make_benchmark([("a dog", "v0")], "toy", ["v0"]), {}, "empty", depth=1)
    with pytest.raises(CommandError, match="run empty ranks nothing"):
        call_command("sample_size", "toy", "empty")
    make_run(make_benchmark([("a dog", "nobody knows")], "bare", ["v0"]), {0: [0]}, "run", depth=1)
    with pytest.raises(CommandError, match="no positive at all"):
        call_command("sample_size", "bare", "run")


@given(world=bare_worlds(runs=1), seed=st.integers(0, 9))
def test_the_score_is_the_mean_over_captions_with_positives(world, seed):
    right = [
        bool(set(ranking[:2]) & world.positives(caption))
        for caption, ranking in enumerate(world.rankings[0])
        if world.positives(caption)
    ]
    if not right or not any(world.rankings[0]):
        with pytest.raises(NothingToStudy):
            sample_sizes(world.snapshot(), parse_all("C@2"), resamples=10, seed=seed)
        return
    (row,) = sample_sizes(
        world.snapshot(), parse_all("C@2"), [len(right)], resamples=10, seed=seed
    ).rows
    assert row.summary.value.value == pytest.approx(np.mean(right))
    if len(set(right)) == 1:
        assert row.expected.value is row.half_width.value is None
        assert row.expected.reason == row.half_width.reason == ALL_EQUAL
        return
    assert row.expected.value == pytest.approx(
        1.959963984540054 * np.std(right) / math.sqrt(len(right))
    )
    assert row.half_width.value == row.expected.value


def two_of(captions: int, only_first: int, only_second: int) -> Bare:
    """Each caption has a video of its own; half are right in both runs."""
    own = list(range(captions))
    right, wrong = [[n] for n in own], [[(n + 1) % captions] for n in own]
    both = captions // 2
    first = right[: both + only_first] + wrong[both + only_first :]
    second = right[:both] + wrong[both : both + only_first]
    second += right[both + only_first : both + only_first + only_second]
    second += wrong[both + only_first + only_second :]
    return Bare(captions, own, own, {}, [first, second])


def test_two_runs_need_captions_by_how_often_one_alone_is_right():
    """26 of 200 captions, d = 6/200: the variance by hand."""
    found = sample_sizes(two_of(200, 16, 10).snapshot(), parse_all("C@1"), [100], resamples=20)
    (two,) = found.as_json()["two_runs"]
    assert (two["a"], two["b"], two["n"], two["captions"]) == ("run0", "run1", 100, 200)
    assert (two["discordant"], two["difference"]) == pytest.approx((26 / 200, 6 / 200))
    variance = (26 / 200 - 0.03**2) * 200 / 199
    multiple = stats.t.ppf(0.975, 199) + stats.t.ppf(0.8, 199)
    assert two["detectable"] == pytest.approx(multiple * math.sqrt(variance / 100))
    assert two["captions_needed"] == math.ceil(multiple**2 * variance / 0.03**2)
    titles = [table.key for table in tables_of(found)]
    assert titles == ["sample_size", "two_runs", "distances"]


def test_what_two_runs_need_is_absent_with_its_reason():
    (equal,) = sample_sizes(two_of(200, 8, 8).snapshot(), parse_all("C@1"), [100]).two_runs
    assert (equal.needed.value, "scores are equal" in equal.needed.reason) == (None, True)
    assert equal.detectable.value is not None
    (few,) = sample_sizes(two_of(4, 1, 0).snapshot(), parse_all("C@1"), [4]).two_runs
    assert "with 4 clusters the smallest possible p is 0.125" in few.detectable.reason
    assert few.detectable.value is few.needed.value is None
