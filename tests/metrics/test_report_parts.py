"""What a report may have besides scores: pairs that are not judged, estimates from a sample, where
positives stand."""

import json

import pytest
from django.core.management import call_command
from django.utils import timezone

from annotator.actions.create_campaign import create_campaign
from annotator.models import MeasuredPace
from metrics.queries.reports import result_of
from metrics.queries.verified import verify_report
from metrics.studies.asked import EvaluationAsked
from metrics.studies.questions import QUESTIONS
from metrics.studies.registry import PARTS
from people.actor import SYSTEM
from pooling.actions.build_pool import PoolParameters, build_pool
from tests.factories import make_run
from tests.metrics.reporting import everything_since, make_report, started, tables_of
from tests.metrics.worlds import make_world

pytestmark = pytest.mark.django_db


@pytest.fixture
def world():
    return make_world(backwards=True)


@pytest.fixture
def pool(world):
    runs = tuple(world.runs.filter(direction="t2v").order_by("pk").values_list("pk", flat=True))
    parameters = PoolParameters(runs, depth=3, sample=4, by="length", seed=3)
    return build_pool(actor=SYSTEM, benchmark=world, name="half", parameters=parameters)


def asking(pool) -> EvaluationAsked:
    return EvaluationAsked(resamples=100, overlap=0, unjudged=3, estimate=pool.pk, reuse=True)


def test_they_tell_what_their_commands_tell(world, pool, capsys):
    parts = result_of(make_report(world, asking(pool)))["parts"]
    assert parts["estimate"]["found"] == call_json(capsys, "estimate", "toy", "half")
    assert parts["unjudged"]["found"]["rows"] == [
        call_json(capsys, "unjudged", "toy", run, "--depth", "3")
        for run in ("strong", "weak", "weak again")
    ]
    by_command, in_report = call_json(capsys, "reuse", "toy", "--k", "3"), parts["reuse"]["found"]
    assert in_report == by_command


def call_json(capsys, *words) -> dict:
    call_command(*words, "--json")
    return json.loads(capsys.readouterr().out)


def test_every_part_helps_to_answer_a_question():
    assert {study.question for study in PARTS.values()} == set(QUESTIONS)


def test_their_tables_have_keys_of_their_own(world, pool):
    keys = [
        table.key
        for _, tables, _ in tables_of(result_of(make_report(world, asking(pool))))
        for table in tables
    ]
    assert len(keys) == len(set(keys))
    assert {"unjudged", "bounds", "estimate", "positives_per_query", "ranks_of_positives"} <= set(
        keys
    )


def test_the_pool_and_the_pace_are_among_the_inputs_and_nothing_is_that_was_not_looked_at(
    world, pool
):
    inputs = make_report(world, asking(pool)).inputs
    assert (inputs["pool"]["id"], inputs["pool"]["name"], len(inputs["pool"]["sha256"])) == (
        pool.pk,
        "half",
        64,
    )
    assert inputs["pace"]["labels_an_hour"] == 180
    assert not {"pool", "pace"} & make_report(world).inputs.keys()


def test_they_are_computed_again_to_the_same_bytes_whatever_came_since(world, pool):
    report = make_report(world, asking(pool))
    everything_since(world)
    campaign = create_campaign(SYSTEM, pool, "round 1")
    MeasuredPace.objects.create(
        campaign=campaign,
        answers=500,
        mean_seconds=30.0,
        long_seconds=60.0,
        measured_at=timezone.now(),
    )
    assert verify_report(report).differences == ()
    later = make_report(world, asking(pool))
    assert later.inputs["pace"]["labels_an_hour"] == 120
    assert later.result != report.result


def test_a_run_of_the_other_direction_takes_no_part_in_them(world, pool):
    runs = [world.runs.get(name=name).pk for name in ("strong", "backwards")]
    parts = result_of(make_report(world, asking(pool), runs=runs))["parts"]
    assert {row["run"] for row in parts["estimate"]["found"]["rows"]} == {"strong"}
    assert [row["run"] for row in parts["unjudged"]["found"]["rows"]] == ["strong"]
    alone = result_of(make_report(world, asking(pool), runs=runs[1:]))["parts"]
    assert all(
        "has no run that ranks videos" in alone[part]["nothing"]
        for part in ("unjudged", "estimate", "reuse")
    )


def test_runs_of_both_directions_are_compared_and_left_out_as_those_of_one(world):
    runs = [run.pk for run in world.runs.order_by("pk")]
    parts = result_of(
        make_report(world, EvaluationAsked(resamples=100, overlap=0, leave_out="run"), runs=runs)
    )["parts"]
    alone = result_of(
        make_report(
            world, EvaluationAsked(resamples=100, overlap=0, leave_out="run"), runs=runs[:3]
        )
    )["parts"]
    assert parts["leave_one_out"] == alone["leave_one_out"]
    assert parts["comparison"]["found"] == alone["comparison"]["found"] | {
        "other_direction": ["backwards"]
    }
    assert (
        "Not compared, as they rank the other way: backwards."
        in parts["comparison"]["tables"][0]["notes"]
    )


def test_where_only_the_runs_from_videos_to_texts_are_two_they_are_compared(world):
    make_run(world, {0: [3, 0], 2: [4, 2], 5: [5]}, "back again", depth=3, direction="v2t")
    runs = [world.runs.get(name=name).pk for name in ("strong", "backwards", "back again")]
    told = result_of(make_report(world, EvaluationAsked(resamples=100, overlap=0), runs=runs))[
        "parts"
    ]["comparison"]["found"]
    assert {(row["a"], row["b"]) for row in told["rows"]} == {("backwards", "back again")}
    assert told["other_direction"] == ["strong"]


def leaving_out(world, *names):
    return make_report(
        world,
        EvaluationAsked(resamples=100, overlap=0, leave_out="run"),
        runs=[world.runs.get(name=n).pk for n in names],
    )


def test_what_is_left_out_is_left_out_of_the_pool_whichever_runs_are_scored(world, pool, capsys):
    by_command = call_json(capsys, "leave_one_out", "toy")
    told = result_of(leaving_out(world, "weak"))["parts"]["leave_one_out"]["found"]
    assert told["rows"] == [row for row in by_command["rows"] if row["run"] == "weak"]
    assert {name: told[name] for name in told if name != "rows"} == {
        n: by_command[n] for n in by_command if n != "rows"
    }


def test_a_run_that_was_not_pooled_is_named_and_not_left_out(world):
    keys = tuple(world.runs.get(name=name).pk for name in ("strong", "weak"))
    build_pool(actor=SYSTEM, benchmark=world, name="p", parameters=PoolParameters(keys, depth=2))
    part = result_of(leaving_out(world, "strong", "weak again"))["parts"]["leave_one_out"]
    assert ({row["run"] for row in part["found"]["rows"]}, part["found"]["not_pooled"]) == (
        {"strong"},
        ["weak again"],
    )
    assert "Not in the pool, and so not here: weak again." in part["tables"][0]["notes"]
    alone = result_of(leaving_out(world, "weak again"))["parts"]["leave_one_out"]
    assert "no pool of toy was made of any of these runs" in alone["nothing"]


def test_the_pools_of_that_time_are_frozen_and_give_the_same_bytes_whatever_came_since(world, pool):
    report = leaving_out(world, "strong")
    assert report.inputs["leave_out"]["depth"] == 3
    assert [run["name"] for run in report.inputs["leave_out"]["runs"]] == [
        "strong",
        "weak",
        "weak again",
    ]
    everything_since(world)
    make_run(world, {0: [5], 1: [2]}, "newest", depth=3)
    key = world.runs.get(name="newest").pk
    build_pool(
        actor=SYSTEM, benchmark=world, name="later", parameters=PoolParameters((key,), depth=1)
    )
    assert verify_report(report).differences == ()
    assert len(leaving_out(world, "strong").inputs["leave_out"]["runs"]) == 4
    world.runs.get(name="renamed").delete()
    assert "without its rankings the pool is not whole" in " ".join(
        verify_report(report).differences
    )


def test_a_depth_that_no_run_has_is_said_in_its_place(world):
    parts = result_of(make_report(world, EvaluationAsked(resamples=100, overlap=0, unjudged=9)))[
        "parts"
    ]
    assert "expected 1 to 3" in parts["unjudged"]["nothing"]


def test_a_pool_of_another_benchmark_is_not_there(world):
    other = make_world("other")
    run = other.runs.get(name="strong")
    pool = build_pool(
        actor=SYSTEM, benchmark=other, name="p", parameters=PoolParameters((run.pk,), depth=3)
    )
    job = started(world, EvaluationAsked(resamples=100, estimate=pool.pk))
    assert f"toy has no pool {pool.pk}" in job.error["message"]


def test_a_report_whose_pool_lost_a_run_says_that_it_cannot_be_computed_again(world, pool):
    report = make_report(world, asking(pool), runs=[world.runs.get(name="strong").pk])
    world.runs.get(name="weak").delete()
    assert "a run of pool half is not there any more" in " ".join(verify_report(report).differences)
