"""Table 4: each run without the positives that it alone had found."""

import json

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from measures.names import parse_all
from metrics.studies.leave_one_out import leave_one_out
from metrics.studies.study import NothingToStudy
from people.actor import SYSTEM
from pooling.actions.build_pool import PoolParameters, build_pool
from pooling.models import JudgedPair
from tests.factories import make_benchmark, make_run
from tests.metrics.worlds import RELEVANT, bare_worlds, judge, make_world

pytestmark = pytest.mark.django_db


def asked(capsys, *words) -> dict:
    call_command("leave_one_out", "toy", *words, "--json")
    return json.loads(capsys.readouterr().out)


def new_of(told, measure="C@1"):
    return {
        row["run"]: (row["all"], row["new"]) for row in told["rows"] if row["measure"] == measure
    }


def test_a_run_loses_what_no_other_run_found(capsys):
    make_world()
    told = asked(capsys, "--measures", "C@1,AP", "--depth", "3")
    scores = new_of(told)
    # Only strong finds (a man cooks rice, 3) in its first place; weak ranks it third, so all keep
    # it.
    assert scores["strong"] == pytest.approx((4 / 6, 4 / 6))
    # Of "a dog runs", video 5 stands first in both weak runs: each has it from the other.
    assert scores["weak"] == pytest.approx((scores["weak"][0],) * 2)
    assert [row["measure"] for row in told["rows"]] == ["C@1", "AP"] * 3
    assert told["positives"]["collected"] == 4
    assert (told["depth"], told["by"]) == (3, "run")


def test_ranks_that_a_matrix_gave_serve_all_and_new_alike(capsys):
    benchmark = make_world()
    for name, rankings in (
        ("matrix", {0: [5], 1: [2], 2: [4], 3: [5], 4: [0], 5: [1]}),
        ("other", {n: [4] for n in range(6)}),
    ):
        run = make_run(benchmark, rankings, name, depth=1, full_ranks=True)
        for item in range(5):
            run.rankings.filter(item=item).update(own_rank=2 + item)
    row = asked(capsys, "--runs", "matrix,other", "--measures", "MeanR", "--depth", "1")["rows"][0]
    assert (
        row["all"] is None
    )  # the collected positive of "a man cooks rice" may stand before its own video
    assert (
        row["new"] == (2 + 3 + 4 + 5 + 6) / 5
    )  # other found nothing, so own videos are all that is left


def test_by_family_a_run_loses_what_only_its_family_found(capsys):
    make_world()
    by_run, by_family = (
        asked(capsys, "--measures", "C@1", "--depth", "3", "--by", by) for by in ("run", "family")
    )
    # (a dog runs, 5) is in the two small runs and in no other: two captions.
    lost = {row["run"]: row["lost"] for row in by_family["rows"]}
    assert lost["weak"] == lost["weak again"] >= 1
    assert new_of(by_run)["weak"][1] - new_of(by_family)["weak"][1] == pytest.approx(2 / 6)
    row = by_family["rows"][1]
    assert row["difference"] == pytest.approx(row["new"] - row["all"])


def pooled(benchmark, *runs, depth, name="pool"):
    keys = tuple(benchmark.runs.get(name=run).pk for run in runs)
    return build_pool(
        actor=SYSTEM, benchmark=benchmark, name=name, parameters=PoolParameters(keys, depth=depth)
    )


def lost_by(told) -> dict[str, int]:
    return {row["run"]: row["lost"] for row in told["rows"]}


def test_the_pool_says_which_runs_found_what_and_how_deep(capsys):
    pooled(make_world(), "strong", "weak", depth=1)
    told = asked(capsys, "--measures", "C@1")
    # First places: strong's (a man cooks rice, 3); weak's (a dog runs, 5) and (a red ball, 2).
    # Nobody's (it snows, 1).
    assert (lost_by(told), told["depth"]) == ({"strong": 1, "weak": 2}, 1)
    assert told["positives"]["found_by_no_run"] == 1
    assert told["pool"] == ["Runs: the 2 of pool.", "Depth: 1, the largest of any pool."]
    # With the third run, which was not pooled, weak would have kept both.
    third = asked(capsys, "--measures", "C@1", "--runs", "strong,weak,weak again")
    assert (lost_by(third), third["depth"]) == ({"strong": 1, "weak": 0, "weak again": 0}, 1)
    assert third["pool"][0] == "Runs: those asked for."
    assert (
        asked(capsys, "--measures", "C@1", "--depth", "2")["pool"][1] == "Depth: 2, as asked for."
    )


def test_of_several_pools_all_runs_that_are_still_there_count_and_the_largest_depth(capsys):
    world = make_world()
    pooled(world, "strong", "weak", depth=2, name="one")
    pooled(world, "strong", "weak again", depth=1, name="two")
    told = asked(capsys, "--measures", "C@1")
    assert (list(lost_by(told)), told["depth"]) == (["strong", "weak", "weak again"], 2)
    world.runs.get(name="weak").delete()
    told = asked(capsys, "--measures", "C@1")
    assert (list(lost_by(told)), told["depth"]) == (["strong", "weak again"], 2)
    assert told["pool"][0] == "Runs: the 2 of one, two."


def test_without_a_pool_all_runs_are_it_as_deep_as_they_are_stored(capsys):
    make_world(backwards=True)
    told = asked(capsys, "--measures", "C@1")
    assert (list(lost_by(told)), told["depth"]) == (["strong", "weak", "weak again"], 3)
    assert told["pool"] == [
        "Runs: these, as the benchmark has no pool.",
        "Depth: 3, as it has none.",
    ]


def test_at_rank_one_less_was_found_than_at_rank_three(capsys):
    make_world()
    near, far = (asked(capsys, "--measures", "C@1", "--depth", depth) for depth in ("1", "3"))
    assert near["positives"]["found_by_no_run"] > far["positives"]["found_by_no_run"] == 0
    assert near["depth"] == 1


def test_the_notes_say_what_has_to_be_known(capsys):
    make_world()
    call_command("leave_one_out", "toy", "--measures", "AP", "--depth", "3")
    printed = capsys.readouterr().out
    for said in (
        "Table 4: toy",
        "within 3 ranks",
        "weak: 1 without a ranking",
        "3 ranks are looked at",
        "Ties: ",
    ):
        assert said in printed


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--runs", "strong"), "needs two runs, and there is only strong"),
        (
            ("--runs", "weak,weak again", "--by", "family"),
            "needs two families of runs, and there is only small",
        ),
        (("--runs", "strong,backwards"), "backwards ranks captions for videos"),
        (("--depth", "4"), "expected 1 to 3"),
        (("--depth", "0"), "a depth is at least 1, not 0"),
        (("--measures", "C@0"), "no measure is called"),
    ],
)
def test_what_cannot_be_studied_is_said_plainly(words, said):
    make_world(backwards=True)
    with pytest.raises(CommandError, match=said):
        call_command(
            "leave_one_out", "toy", *words, *([] if "--depth" in words else ["--depth", "3"])
        )


def test_without_collected_positives_or_runs_there_is_nothing_to_leave_out():
    benchmark = make_benchmark([("a dog", "v0")], "toy", ["v0"])
    with pytest.raises(CommandError, match="bring one in with import_run"):
        call_command("leave_one_out", "toy")
    for name in ("a", "b"):
        make_run(benchmark, {0: [0]}, name, depth=1)
    with pytest.raises(CommandError, match="label pairs first"):
        call_command("leave_one_out", "toy", "--depth", "1")
    make_run(benchmark, {}, "empty", depth=1)
    judge(benchmark, {("a dog", 0): RELEVANT})
    with pytest.raises(CommandError, match="run empty ranks nothing"):
        call_command("leave_one_out", "toy", "--depth", "1")
    assert JudgedPair.objects.count() == 1


@given(world=bare_worlds(runs=3), depth=st.integers(1, 4), by=st.sampled_from(["run", "family"]))
def test_new_is_the_definition_written_out(world, depth, by):
    snapshot = world.snapshot()
    if not snapshot.collected.keys.size or not all(map(any, world.rankings)):
        with pytest.raises(NothingToStudy):
            leave_one_out(snapshot, parse_all("C@2"), by, depth)
        return
    study = leave_one_out(snapshot, parse_all("C@2"), by, depth)
    for number, row in enumerate(study.rows):
        assert row.run.name == f"run{number}"
        assert float(row.new.value) == pytest.approx(slow(world, number, depth, by), nan_ok=True)


def slow(world, number, depth, by) -> float:
    group = (lambda run: run) if by == "run" else (lambda run: run // 2)
    others = [
        rankings for run, rankings in enumerate(world.rankings) if group(run) != group(number)
    ]
    values = []
    for caption, ranking in enumerate(world.rankings[number]):
        siblings = [n for n, query in enumerate(world.queries) if query == world.queries[caption]]
        found = {video for rankings in others for n in siblings for video in rankings[n][:depth]}
        query = world.queries[caption]
        collected = {
            video for (of, video), relevant in world.verdicts.items() if relevant and of == query
        }
        positives = world.original(caption) | (collected & found)
        if positives:
            values.append(bool(set(ranking[:2]) & positives))
    return float(np.mean(values)) if values else float("nan")
