"""What is seen of two web processes from outside: they add up, and they share their limits."""

import os
import re
import subprocess
import time
from collections.abc import Iterator

import pytest
from django.db import connection

from foundation.home import Home
from jobs.actions.request import start_job
from people.actions.tokens import make_token
from people.actor import SYSTEM
from people.models import Scope
from stack.supervisor import broker_answers, broker_command, web_answers, web_command
from tests.serving.conftest import Web, status_of
from tests.stack.stack import free_port, until

# The servers commit what they count, such as links that nobody made: it is emptied after each test.
pytestmark = pytest.mark.django_db(transaction=True)
TOKEN = "t0" * 14
PER_MINUTE = 10


@pytest.fixture(scope="module")
def seen(django_db_setup, tmp_path_factory) -> Iterator[Web]:
    home, port = Home(tmp_path_factory.mktemp("b")), free_port()
    home.broker_socket.parent.mkdir(parents=True)
    valkey = subprocess.Popen(broker_command(home), stdout=subprocess.DEVNULL)
    until(lambda: broker_answers(home))
    database = connection.settings_dict
    given = {
        "DATABASE_URL": (
            f"postgresql://{database['USER']}@/{database['NAME']}?host={database['HOST']}"
        ),
        "BROKER_URL": home.broker_url,
        "TRUEPOOL_DATABASE_POOL": "10",
        "TRUEPOOL_METRICS_TOKEN": TOKEN,
        "TRUEPOOL_METRICS_NETWORKS": "10.0.0.0/8",
        "TRUEPOOL_TRUSTED_PROXIES": "1",
        "TRUEPOOL_API_PER_MINUTE": str(PER_MINUTE),
    }
    with (home.root / "log").open("wb") as log:
        command = web_command("127.0.0.1", port)
        process = subprocess.Popen(
            command, env=os.environ | given, stdout=log, stderr=log, start_new_session=True
        )
    web = Web(port, process)
    web.log = home.root / "log"
    try:
        until(lambda: web_answers("127.0.0.1", port))
        until(lambda: "truepool_web_processes 2\n" in metrics(web))
        yield web
    finally:
        process.terminate()
        process.wait(60)
        valkey.terminate()
        valkey.wait(60)


def metrics(web: Web) -> str:
    return web.ask("GET", "/metrics", Authorization=f"Bearer {TOKEN}").decode()


def counted(web: Web, view: str) -> int:
    found = re.findall(
        rf'^truepool_requests_total{{view="{view}",.*}} (\d+)$', metrics(web), re.MULTILINE
    )
    return sum(map(int, found))


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 403),
        ({"Authorization": "Bearer wrong"}, 403),
        ({"Authorization": f"Bearer {TOKEN}"}, 200),
        ({"X-Forwarded-For": "10.1.2.3"}, 200),
        ({"X-Forwarded-For": "10.1.2.3, 203.0.113.7"}, 403),  # the first was written by the client
    ],
)
def test_metrics_are_open_to_the_token_and_the_networks_alone(seen, headers, status):
    assert status_of(seen.ask("GET", "/metrics", **headers)) == status


def test_two_processes_add_up_to_one_count(seen):
    time.sleep(2.5)  # other tests' requests are delivered by then
    before = counted(seen, "people:sign_in")
    for _ in range(20):
        assert status_of(seen.ask("GET", "/people/sign-in/")) == 200
    until(lambda: counted(seen, "people:sign_in") >= before + 20)
    time.sleep(2.5)  # what is delivered twice, or comes late, would show by now
    assert counted(seen, "people:sign_in") == before + 20


def test_no_path_is_a_label(seen):
    seen.ask("GET", "/people/join/s3cr3t/")
    seen.ask("GET", "/nowhere-at-all/")
    until(lambda: 'view="none",method="GET",status="404"' in metrics(seen))
    assert "s3cr3t" not in metrics(seen)
    assert "nowhere" not in metrics(seen)


def test_a_trusted_proxys_number_is_in_the_header_and_the_log(seen):
    answer = seen.ask("GET", "/people/join/s3cr3t/", X_Request_ID="from-the-proxy-1")
    assert b"x-request-id: from-the-proxy-1" in answer.lower()
    until(lambda: '"request": "from-the-proxy-1"' in seen.log.read_text())
    lines = [line for line in seen.log.read_text().splitlines() if "from-the-proxy-1" in line]
    assert any('"path": "/people/join/.../"' in line and '"seconds":' in line for line in lines)
    assert not any("s3cr3t" in line for line in lines)


@pytest.mark.parametrize("given", ["short", "with space in it", 'quote"quote"', "x" * 65])
def test_a_malformed_number_is_replaced(seen, given):
    answer = seen.ask("GET", "/people/sign-in/", X_Request_ID=given).lower()
    assert re.search(rb"x-request-id: [0-9a-f]{32}\r", answer)


def test_a_limit_by_person_holds_over_both_processes(seen, rater):
    secret = make_token(SYSTEM, rater, name="script", scope=Scope.READ, days=1)[1]
    found = [
        status_of(seen.ask("GET", "/api/v1/me/", Authorization=f"Bearer {secret}"))
        for _ in range(PER_MINUTE + 6)
    ]
    assert found == [200] * PER_MINUTE + [429] * 6


def test_a_job_keeps_the_number_of_the_request_that_began_it():
    from foundation.request_ids import on_behalf_of

    with on_behalf_of("from-the-proxy-2"):
        job = start_job("jobs.tidy_up", actor=SYSTEM)
    assert job.request == "from-the-proxy-2"
    assert start_job("jobs.tidy_up", actor=SYSTEM).request == ""
