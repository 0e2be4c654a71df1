"""manage.py evaluate and compare: a benchmark's runs in, tables and JSON out."""

import csv
import io
import json
import subprocess
import sys

import numpy as np
import pytest
from django.core.management import CommandError, call_command, get_commands

from foundation.home import CHECKOUT
from metrics.apps import STUDIES
from metrics.management.studies import COMMANDS
from pooling.demo.world import make_world as make_demo
from tests.factories import make_benchmark, make_run
from tests.metrics.worlds import IRRELEVANT, RELEVANT, judge, make_world

pytestmark = pytest.mark.django_db
TOP = 10


@pytest.fixture
def toy():
    return make_world(backwards=True)


@pytest.fixture
def said(capsys):
    def say(*words: str) -> str:
        call_command(*words)
        return capsys.readouterr().out

    return say


def test_evaluate_gives_every_run_under_every_measure(toy, said):
    told = json.loads(said("evaluate", "toy", "--json"))
    assert set(told) >= {"benchmark", "positives", "rows"}
    assert [(row["run"], row["measure"]) for row in told["rows"]] == [
        (run, measure)
        for run in ("strong", "weak", "weak again")
        for measure in ("C@1", "C@5", "C@10", "AP")
    ]
    assert all(row["interval"] is None for row in told["rows"])
    strong, weak = told["rows"][0], told["rows"][4]
    assert (strong["all"], strong["original"], strong["n"], strong["missing"]) == (
        4 / 6,
        3 / 5,
        6,
        0,
    )
    assert (weak["all"], weak["original"], weak["n"], weak["missing"]) == (4 / 6, 1 / 5, 6, 1)
    assert told["positives"]["original"] == told["positives"]["collected"] == 5


def test_runs_measures_and_positives_are_those_that_are_asked_for(toy, said):
    words = (
        "--runs",
        "weak, backwards",
        "--measures",
        "Judged@2",
        "--positives",
        "original",
        "--json",
    )
    rows = json.loads(said("evaluate", "toy", *words))["rows"]
    assert [(row["run"], row["n"], row["all"]) for row in rows] == [
        ("weak", 6, None),
        ("backwards", 6, None),
    ]
    # weak, its first two: 5 and 0 of v0's caption are judged; 2, 1; 4; 5 of v3's; 4; nothing
    assert rows[0]["original"] == pytest.approx((1 + 1 + 1 / 2 + 1 / 2 + 1 / 2 + 0) / 6)


def test_captions_with_the_same_text_share_their_videos_if_asked(toy, said):
    apart, shared = (
        json.loads(
            said("evaluate", "toy", "--runs", "strong", "--measures", "P@2", "--json", *words)
        )["rows"][0]["original"]
        for words in ((), ("--same-text",))
    )
    assert (apart, shared) == (
        pytest.approx((1 + 1 + 1 + 1 + 0) / 10),
        pytest.approx((2 + 1 + 1 + 2 + 0) / 10),
    )


def test_intervals_repeat_with_their_seed(toy, said):
    words = ("evaluate", "toy", "--measures", "C@1", "--intervals", "--resamples", "200", "--json")
    first, again, other = (said(*words, "--seed", seed) for seed in ("1", "1", "2"))
    assert first == again != other
    low, high = json.loads(first)["rows"][0]["interval"]
    assert 0 <= low <= 4 / 6 <= high <= 1


def test_latex_is_table_1_for_booktabs(toy, said):
    text = said("evaluate", "toy", "--measures", "C@1", "--latex")
    assert r"C@1 & 66.7 (60.0 + 6.7) \% & 66.7 (20.0 + 46.7) \%" in text
    assert r"\toprule" in text


def test_csv_has_all_digits(toy, said):
    row, judged = csv.DictReader(io.StringIO(said("evaluate", "toy", "--measures", "C@1", "--csv")))
    assert (judged["measure"], judged["strong_original"], judged["strong_delta"]) == (
        "Judged@1",
        "",
        "",
    )
    assert 0 < float(judged["strong_all"]) < 1
    assert (row["strong_all"], row["strong_original"], row["weak_original"]) == (
        str(4 / 6),
        "0.6",
        "0.2",
    )


def test_compare_tells_who_is_better_and_how_surely(toy, said):
    words = (
        "compare",
        "toy",
        "strong",
        "weak",
        "weak again",
        "--measures",
        "C@1",
        "--positives",
        "original",
    )
    few = ("--resamples", "100", "--permutations", "500")
    rows = json.loads(said(*words, *few, "--json"))["rows"]
    assert [(row["a"], row["b"], row["wins"], row["losses"], row["ties"]) for row in rows] == [
        ("strong", "weak", 3, 1, 1), ("strong", "weak again", 3, 1, 1),
        ("weak", "weak again", 0, 0, 5),
    ]  # fmt: skip
    assert rows[0]["difference"] == pytest.approx(2 / 5)
    # of 16 ways to give four differences a sign, 10 come as far as 2
    assert rows[0]["p"] == pytest.approx(10 / 16, abs=0.1)
    assert rows[0]["p_holm"] == 1
    lines = said(*words, *few).splitlines()
    assert lines[3].split()[:4] == ["strong", "weak", "C@1", "40.0"]


# The demo's truth


def test_scores_with_all_labels_are_the_true_ones(said):
    """People judged everything that three models found, and did not err: C@K and P@K are what the
    truth says they are."""
    world = make_demo()
    keys = [clip.key for clip in world.clips]
    demo = make_benchmark(
        [(caption.text, keys[caption.clip]) for caption in world.captions], "demo", keys
    )
    top = {
        model.name: np.argsort(-model.similarity, axis=1, kind="stable")[:, :TOP]
        for model in world.models
    }
    for name, ranking in top.items():
        make_run(demo, dict(enumerate(ranking.tolist())), name, depth=TOP)
    found = {
        (n, int(clip)) for ranking in top.values() for n, row in enumerate(ranking) for clip in row
    }
    judge(
        demo,
        {
            (world.captions[n].text, clip): RELEVANT if world.truth[n, clip] else IRRELEVANT
            for n, clip in found
        },
    )

    rows = json.loads(said("evaluate", "demo", "--measures", "C@1,C@5,P@10", "--json"))["rows"]
    for row in rows:
        kind, depth = row["measure"].split("@")
        right = np.take_along_axis(world.truth, top[row["run"]][:, : int(depth)], axis=1)
        assert row["all"] == pytest.approx(
            (right.any(axis=1) if kind == "C" else right.mean(axis=1)).mean(), abs=1e-12
        )
        assert row["all"] > row["original"]


# Bad input


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("evaluate", "tox"), "no benchmark is called 'tox': did you mean toy?"),
        (
            ("evaluate", "toy", "--runs", "strung"),
            "no run is called 'strung': did you mean strong?",
        ),
        (
            ("evaluate", "toy", "--measures", "recall@5"),
            "no measure is called 'recall@5'; the nearest is R@5",
        ),
        (("evaluate", "toy", "--measures", ""), "no measure is called ''"),
        (
            ("evaluate", "toy", "--intervals", "--resamples", "0"),
            "resamples are 1 to 1,000,000, not 0",
        ),
        (("compare", "toy", "strong", "--seed", "-1"), "a seed is a whole number from 0, not -1"),
        (
            ("compare", "toy", "strong"),
            "two runs are needed to compare them, and only strong is there",
        ),
        (("compare", "toy", "strong", "backwards"), "compare those of one direction"),
        (
            ("compare", "toy", "strong", "weak", "--measures", "MedR"),
            "MedR has no score for each caption",
        ),
    ],
)
def test_what_cannot_be_done_is_said(toy, words, told):
    with pytest.raises(CommandError) as refused:
        call_command(*words)
    assert told in str(refused.value)


def test_a_benchmark_without_runs_or_with_a_run_of_another_one_is_said():
    bare = make_benchmark([("one", "v0")], "bare")
    with pytest.raises(
        CommandError, match="bare has no run to score: bring one in with import_run"
    ):
        call_command("evaluate", "bare")
    make_run(bare, {}, "stranger")
    with pytest.raises(
        CommandError, match="run stranger ranks nothing for any of the captions of bare"
    ):
        call_command("evaluate", "bare")


def test_no_positive_at_all_is_said():
    bare = make_benchmark([("one", "nobody knows")], "bare", videos=["v0"])
    make_run(bare, {0: [0]}, "run")
    with pytest.raises(CommandError, match="bare has no positive at all"):
        call_command("evaluate", "bare")


def test_usage_is_refused_with_status_1():
    done = subprocess.run(
        [sys.executable, "manage.py", "evaluate", "toy", "--positives", "none"],
        cwd=CHECKOUT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("error: argument --positives: invalid choice")


def test_every_row_of_a_study_is_a_command_that_django_knows():
    assert set(STUDIES) == set(COMMANDS)
    assert {get_commands()[name] for name in COMMANDS} == {"metrics"}
