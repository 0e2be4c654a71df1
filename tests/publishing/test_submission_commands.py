"""Commands of the author's door."""

import json

import pytest
from django.core.management import CommandError, call_command

from pooling.models import Benchmark, Run
from tests.publishing.submitting import make_open_benchmark, submit

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


def told(capsys, *words: str) -> dict:
    call_command(*words, "--json")
    return json.loads(capsys.readouterr().out)


def test_a_benchmark_is_opened_and_closed_and_lists_what_was_handed_in(submitter, capsys):
    of = make_open_benchmark()
    handed_in = submit(submitter, of)
    assert told(capsys, "submissions", "open", "--close")["open"] is False
    assert Benchmark.objects.get(pk=of.pk).takes_submissions is False
    found = told(capsys, "submissions", "open", "--open")
    assert found["open"] is True
    (row,) = found["rows"]
    assert (row["run"], row["name"], row["submitter"]) == (
        handed_in.blind_name,
        "SecretNet",
        "sina",
    )
    assert (row["state"], row["stage"]) == ("private", "waiting")


def test_a_run_is_published_blinded_and_taken_back(submitter, capsys):
    handed_in = submit(submitter, make_open_benchmark())
    found = told(capsys, "publish_run", "open", handed_in.blind_name)
    assert (found["run"], found["state"], found["before"]) == ("SecretNet", "published", "private")
    found = told(capsys, "publish_run", "open", "SecretNet", "--state", "blinded")
    assert (found["run"], found["state"]) == (handed_in.blind_name, "blinded")
    assert Run.objects.get(pk=handed_in.pk).model.name == handed_in.blind_name


def test_one_is_approved_under_a_budget_and_refused(submitter, capsys):
    handed_in = submit(submitter, make_open_benchmark())
    words = ("decide_submission", "open", handed_in.blind_name)
    found = told(capsys, *words, "--pairs", "10", "--depth", "2", "--reference", "open rival")
    assert (found["stage"], found["unjudged"], found["captions"]) == ("approved", 10, 5)
    handed_in.refresh_from_db()
    assert handed_in.reference.name == "open rival"
    assert told(capsys, *words, "--refuse", "Enough.")["stage"] == "refused"


def test_the_teams_own_runs_need_no_decision(db):
    make_open_benchmark()
    with pytest.raises(CommandError, match="no submission"):
        call_command("decide_submission", "open", "open rival", "--pairs", "5")


def test_a_budget_is_needed(submitter):
    handed_in = submit(submitter, make_open_benchmark())
    with pytest.raises(CommandError, match="a budget"):
        call_command("decide_submission", "open", handed_in.blind_name)
