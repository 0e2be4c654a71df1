"""What `up` says when it is ready, of what it means to serve others."""

import sys
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import timezone

from jobs.actions.request import start_job
from jobs.models import Job
from people.actor import SYSTEM
from stack.management.commands.up import Command
from stack.supervisor import StartPlan


def said(host: str) -> str:
    command = Command(stdout=StringIO())
    command.none_yet = False
    plan = StartPlan(settings.HOME, host, 8000, workers=1, database_given=True, broker_url=None)
    command._ready(plan, {"demo": False})
    return command.stdout.getvalue()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ("done", "The demo is ready.\n"),
        ("failed", "The demo was not filled: http://127.0.0.1:8000/jobs/{job}/ says why.\n"),
        ("cancelled", "The demo was not filled: http://127.0.0.1:8000/jobs/{job}/ says why.\n"),
    ],
)
def test_once_the_demo_is_filled_it_says_so_and_only_once(state, sentence):
    command = Command(stdout=StringIO())
    command.demo = start_job("metrics.make_demo", actor=SYSTEM)
    command.accounts = [("lead", "lead")]
    plan = StartPlan(
        settings.HOME, "127.0.0.1", 8000, workers=1, database_given=True, broker_url=None
    )
    command._ready(plan, {"demo": True})
    job = command.demo.pk
    assert "The demo is still being filled" in command.stdout.getvalue()
    before = len(command.stdout.getvalue())
    command._look_at_demo(plan)
    assert len(command.stdout.getvalue()) == before
    command.next_look = 0
    error = {"type": "Trouble", "message": "No disk."} if state == "failed" else None
    Job.objects.filter(pk=job).update(state=state, finished_at=timezone.now(), error=error)
    for _ in range(2):
        command.next_look = 0
        command._look_at_demo(plan)
    assert command.stdout.getvalue()[before:] == sentence.format(job=job)


@pytest.mark.django_db(transaction=True)
def test_a_demo_that_an_earlier_start_began_to_fill_is_waited_for():
    """Two jobs that fill one demo disturb each other."""
    began = [Command(stdout=StringIO()) for _ in range(3)]
    for command in began[:2]:
        command._fill_demo(models=False)
    assert began[0].demo == began[1].demo == Job.objects.get()
    Job.objects.update(state="failed", finished_at=timezone.now(), error={"message": "No disk."})
    began[2]._fill_demo(models=False)
    assert Job.objects.count() == 2


@pytest.mark.parametrize("host", ["0.0.0.0", "10.0.0.7", "::"])
def test_others_are_served_in_clear_and_it_says_so(host):
    assert f"plain HTTP at {host}: whoever is on the way can read passwords and labels" in said(
        host
    )
    assert "put a proxy with a certificate in front" in said(host)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_whoever_serves_themselves_alone_is_not_warned(host):
    assert "plain HTTP" not in said(host)


def test_models_are_those_of_the_demo():
    with pytest.raises(CommandError, match=r"--models: expected --demo beside it"):
        call_command("up", "--models")


def test_without_pytorch_nothing_is_started_for_models(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(CommandError, match=r"--models: .*make setup EXTRAS=models"):
        call_command("up", "--demo", "--models")


@pytest.mark.django_db
@pytest.mark.parametrize("models", [True, False])
def test_the_demos_job_trains_models_if_they_are_asked_for(models):
    command = Command(stdout=StringIO())
    command._fill_demo(models=models)
    assert command.demo is not None
    assert command.demo.arguments == {"models": models}
