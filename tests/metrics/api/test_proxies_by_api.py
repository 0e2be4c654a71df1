"""Proxies against people by API: the command's objects, and a job that computes them."""

import json

import pytest
from django.core.management import call_command

from jobs.models import Job
from jobs.running import run_job
from people.models import Scope
from tests.api.conftest import check_problem

pytestmark = pytest.mark.django_db


def test_a_lead_has_it_computed_and_a_script_reads_it(api, script, viewer, proxied_world, capsys):
    path = f"benchmarks/{proxied_world.pk}/proxies/people"
    reading = script(viewer, Scope.READ)
    check_problem(reading.get(path), 409)
    assert reading.post(path).status_code == 403
    answer = api.post(path)
    assert answer.status_code == 202
    job = Job.objects.get(pk=answer.json()["job"]["id"])
    run_job(job.pk, worker="w")
    found = reading.get(path).json()
    assert found["current"] is True
    for name, words in (("proxy_study", []), ("thresholds", [])):
        call_command(name, "toy", *words, "--json")
        assert found[name] == json.loads(capsys.readouterr().out)
    call_command("proxy_correlation", "toy", "--json")
    assert found["correlation"] == json.loads(capsys.readouterr().out)
    for under in found["under"]:
        for name in ("graded", "ceiling"):
            call_command(name, "toy", under["proxy"], "--json")
            assert under[name] == json.loads(capsys.readouterr().out)
        assert under["hard_negatives"]["depth"] == 3
    assert found["nothing"] == {}
    assert reading.get(f"benchmarks/{proxied_world.pk}/studies/proxies").json() == found
    call_command("study", "toy", "proxies", "--json")
    assert json.loads(capsys.readouterr().out).items() <= found.items()
    call_command("study", "toy", "proxies")
    printed = capsys.readouterr().out
    assert all(f"nDCG under {proxy}: toy" in printed for proxy in ("syn", "bow"))
