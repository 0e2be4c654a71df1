"""The one rule: who may learn of which run, and of what is made of it."""

import pytest
from django.core.exceptions import PermissionDenied

from foundation.refused import Refused
from metrics.queries.reports import access_reports
from metrics.studies.asked import EvaluationAsked
from people.actor import SYSTEM
from pooling.actions.build_pool import PoolParameters, build_pool
from pooling.models import Run
from pooling.queries.benchmarks import count_benchmarks, runs_of
from pooling.queries.names import find_runs
from pooling.queries.pools import access_pools
from pooling.queries.runs import access_models, access_runs, runs_by_model
from tests.factories import make_benchmark, make_run
from tests.metrics.reporting import make_report

RANKINGS = {0: [0, 1], 1: [1, 0]}


@pytest.fixture
def runs(submitter, other_submitter) -> dict[str, Run]:
    of = make_benchmark([("a cat", "v0"), ("a dog", "v1")], name="pets")

    def made(name: str, **fields: object) -> Run:
        return make_run(of, RANKINGS, name, depth=2, **fields)

    return {
        "team": made("team"),
        "mine": made("mine", submitted_by=submitter),
        "theirs": made("theirs", submitted_by=other_submitter),
        "blinded": made("blinded", submitted_by=submitter, state="blinded"),
        "published": made("published", submitted_by=other_submitter, state="published"),
    }


def _seen(person) -> set[str]:
    return set(access_runs(person).values_list("name", flat=True))


def test_readers_see_what_is_the_teams_blinded_or_published(runs, viewer):
    assert _seen(viewer) == {"team", "blinded", "published"}


@pytest.mark.parametrize("who", ["lead", "administrator"])
def test_leads_see_all(runs, who, request):
    assert _seen(request.getfixturevalue(who)) == set(runs)


def test_submitters_see_their_own_and_no_other_whatever_its_state(runs, submitter, other_submitter):
    assert _seen(submitter) == {"mine", "blinded"}
    assert _seen(other_submitter) == {"theirs", "published"}


@pytest.mark.parametrize("who", ["rater", "adjudicator"])
def test_raters_stay_blind(runs, who, request):
    with pytest.raises(PermissionDenied):
        _seen(request.getfixturevalue(who))


def test_one_benchmarks_are_found_by_it(runs, lead):
    other = make_benchmark([("a cow", "v0")], name="farm")
    assert not access_runs(lead, other).exists()
    assert access_runs(lead, runs["team"].benchmark).count() == len(runs)


def test_a_model_known_by_a_private_run_alone_is_not_there_for_viewers(runs, viewer, lead):
    assert {model.name for model in access_models(viewer)} == {"team", "blinded", "published"}
    assert {model.name for model in access_models(lead)} == set(runs)


def test_counts_leave_private_runs_out(runs):
    (counted,) = count_benchmarks([runs["team"].benchmark])
    assert counted.runs == 3
    assert runs_by_model([run.model for run in runs.values()]) == {
        runs[name].model_id: 1 for name in ("team", "blinded", "published")
    }


def test_commands_take_no_private_run_that_is_not_named(runs):
    of = runs["team"].benchmark
    assert [run.name for run in find_runs(of, None)] == ["team", "blinded", "published"]
    assert [run.name for run in find_runs(of, "mine")] == ["mine"]


@pytest.mark.parametrize("asked", ["thiers", "zzz"])
def test_an_error_names_no_private_run(runs, asked):
    with pytest.raises(Refused) as refused:
        find_runs(runs["team"].benchmark, asked)
    assert "theirs" not in str(refused.value)
    assert "mine" not in str(refused.value)


def test_a_pool_with_a_private_run_is_not_for_viewers(runs, viewer, lead):
    def pooled(name: str, *members: Run):
        parameters = PoolParameters(tuple(run.pk for run in members), depth=2)
        return build_pool(
            actor=SYSTEM, benchmark=members[0].benchmark, name=name, parameters=parameters
        )

    pooled("open", runs["team"], runs["published"])
    pooled("closed", runs["team"], runs["mine"])
    renamed = pooled("renamed", runs["blinded"])
    assert {pool.name for pool in access_pools(viewer)} == {"open", "renamed"}
    Run.objects.filter(pk=runs["blinded"].pk).update(name="under another name")
    assert {pool.name for pool in access_pools(viewer)} == {"open"}
    Run.objects.filter(pk=runs["blinded"].pk).update(state="published")
    assert {pool.name for pool in access_pools(viewer)} == {"open", renamed.name}
    assert access_pools(lead).count() == 3
    (counted,) = count_benchmarks([runs["team"].benchmark])
    assert counted.pools == 2


def test_a_report_that_tells_of_a_private_run_is_not_for_viewers(runs, viewer, lead):
    of = runs["team"].benchmark
    asked = EvaluationAsked(resamples=100)
    usual = make_report(of, asked, runs=[run.pk for run in runs_of(of)])
    whole = make_report(of, asked, runs=[run.pk for run in runs.values()])
    assert set(access_reports(viewer)) == {usual}
    assert set(access_reports(lead)) == {usual, whole}
    Run.objects.filter(pk=runs["blinded"].pk).update(name="under another name")
    assert not access_reports(viewer).exists()
