"""Probes: /healthz for the process, /readyz for all that it needs, with real parts missing."""

import json
import socket
import subprocess
import time
from datetime import timedelta
from unittest.mock import ANY

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from foundation.home import Home
from jobs.actions.attempt import claim_job
from jobs.actions.request import start_job
from jobs.models import Job, WorkerSighting
from people.actor import SYSTEM
from stack import health
from stack.supervisor import broker_answers, broker_command
from stack.written import known_migrations


@pytest.fixture(scope="module")
def broker(tmp_path_factory):
    """A real Valkey's URL."""
    home = Home(tmp_path_factory.mktemp("b"))
    home.broker_socket.parent.mkdir(parents=True)
    server = subprocess.Popen(
        broker_command(home), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while not broker_answers(home):
        assert server.poll() is None
        time.sleep(0.02)
    yield home.broker_url
    server.terminate()
    server.wait()


@pytest.fixture
def all_well(transactional_db, broker, settings, tmp_path):
    settings.BROKER_URL = broker
    settings.MEDIA_ROOT = tmp_path
    WorkerSighting.objects.create(worker="celery@here", seen_at=timezone.now())


def ask(client) -> tuple[int, dict[str, dict]]:
    answer = client.get("/readyz")
    body = json.loads(answer.content)
    assert body["status"] == ("ok" if answer.status_code == 200 else "not ready")
    return answer.status_code, body["checks"]


def not_ok(checks) -> set[str]:
    return {name for name, found in checks.items() if not found["ok"]}


def test_the_process_answers_without_database_session_https_or_host_name(client, settings):
    settings.SECURE_SSL_REDIRECT = True
    settings.ALLOWED_HOSTS = ["truepool.example.org"]
    answer = client.get(
        "/healthz", headers={"Host": "10.1.2.3"}
    )  # this test has asked for no database, so none can be reached
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert not answer.cookies
    assert answer["Cache-Control"] == "no-store"


def test_with_everything_there_it_is_ready(client, all_well):
    status, checks = ask(client)
    assert (status, not_ok(checks)) == (200, set())
    assert set(checks) == {"database", "broker", "migrations", "files", "worker", "jobs", "disk"}


def test_without_a_broker_it_is_not_ready(client, all_well, settings, tmp_path):
    settings.BROKER_URL = f"redis+socket://{tmp_path}/nothing.sock"
    status, checks = ask(client)
    assert (status, not_ok(checks)) == (503, {"broker"})


def test_a_broker_that_hangs_does_not_make_the_answer_hang(client, all_well, settings):
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        settings.BROKER_URL = f"redis://127.0.0.1:{deaf.getsockname()[1]}/0"
        status, checks = ask(client)
    assert (status, not_ok(checks)) == (503, {"broker"})


def test_without_a_database_it_says_so_and_still_answers(client, all_well, monkeypatch, tmp_path):
    monkeypatch.setitem(connections.settings["default"], "HOST", str(tmp_path))
    status, checks = ask(client)
    assert (status, not_ok(checks)) == (503, {"database", "migrations", "files", "worker", "jobs"})


def test_a_migration_that_is_not_applied_is_counted(client, all_well):
    name = next(name for app, name in known_migrations() if app == "jobs")
    MigrationRecorder(connection).record_unapplied("jobs", name)
    try:
        status, checks = ask(client)
    finally:
        MigrationRecorder(connection).record_applied("jobs", name)
    assert (status, not_ok(checks)) == (503, {"migrations"})
    assert checks["migrations"]["detail"] == "1 not applied: run manage.py migrate"


def test_a_worker_that_has_fallen_silent_is_missed(client, all_well):
    WorkerSighting.objects.update(seen_at=timezone.now() - timedelta(seconds=75))
    status, checks = ask(client)
    assert (status, not_ok(checks)) == (503, {"worker"})


def test_a_worker_that_never_came_is_missed(client, all_well):
    WorkerSighting.objects.all().delete()
    status, checks = ask(client)
    assert (status, checks["worker"]) == (503, {"ok": False, "detail": "none was ever seen"})


def test_a_disk_that_is_nearly_full_is_said(client, all_well, monkeypatch):
    monkeypatch.setattr(health, "LEAST_FREE", 2**60)
    status, checks = ask(client)
    assert (status, not_ok(checks)) == (503, {"disk"})


def test_nothing_secret_is_told(client, all_well, settings, monkeypatch, tmp_path):
    settings.BROKER_URL = "redis://:hunter2@127.0.0.1:1/0"
    monkeypatch.setitem(connections.settings["default"], "HOST", str(tmp_path))
    monkeypatch.setitem(connections.settings["default"], "PASSWORD", "hunter2")
    told = json.dumps(ask(client)[1])
    for secret in ("hunter2", "127.0.0.1", str(tmp_path), connection.settings_dict["NAME"]):
        assert secret not in told


def test_the_command_tells_the_same(client, all_well, capsys):
    call_command("ready", "--json")
    assert json.loads(capsys.readouterr().out) == ask(client)[1] | {"worker": ANY}
    call_command("ready", "database", "worker")
    assert capsys.readouterr().out.startswith("ok       database: answers\nok       worker: seen ")


def test_the_command_fails_with_what_is_missing(all_well, capsys):
    WorkerSighting.objects.all().delete()
    with pytest.raises(CommandError, match="not ready: worker"):
        call_command("ready")
    assert "missing  worker: none was ever seen" in capsys.readouterr().out
    with pytest.raises(CommandError, match="moon: expected one of database, broker"):
        call_command("ready", "moon")


def test_a_check_that_breaks_is_a_part_that_is_not_well():
    found = health.look_at({"odd": lambda: 1 // 0})
    assert found["odd"] == health.Finding(
        ok=False, detail="does not answer as expected (ZeroDivisionError)"
    )


def test_a_check_is_not_waited_for_longer_than_its_time(monkeypatch):
    monkeypatch.setattr(health, "PATIENCE", 0.05)
    found = health.look_at(
        {"slow": lambda: time.sleep(0.4) or health.Finding(ok=True, detail="at last")}
    )
    assert found["slow"].ok is False
    assert "gave no answer" in found["slow"].detail


def test_a_job_that_reports_nothing_new_is_said_and_takes_no_site_away(client, all_well):
    job = claim_job(start_job("jobs.tidy_up", actor=SYSTEM).pk, worker="w")
    Job.objects.filter(pk=job.pk).update(progress_at=timezone.now() - timedelta(minutes=11))
    status, checks = ask(client)
    said = "1 reported nothing new for long: see the jobs page"
    assert (status, checks["jobs"]) == (200, {"ok": True, "detail": said})
