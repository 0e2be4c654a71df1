"""One of the web's processes is killed: the other goes on answering, and it is replaced."""

import os
import signal
import time
import urllib.error
import urllib.request

import pytest

from tests.supervisor.stack import until

pytestmark = [pytest.mark.stack, pytest.mark.django_db(transaction=True)]


def answers(port: int) -> bool:
    """By a new connection. One that the dead process had not yet accepted is reset, and asked again, as any client would."""
    for _ in range(3):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=20) as answer:
                return answer.status == 200
        except (urllib.error.URLError, ConnectionError) as error:
            if isinstance(getattr(error, "reason", error), TimeoutError):
                return False
    return False


def test_the_other_goes_on_and_it_is_replaced(web):
    for _ in range(3):
        if asked_alone(web):
            break
    else:
        raise AssertionError("in three deaths, nobody asked while there was only one")
    for _ in range(20):
        assert answers(web.port)


def asked_alone(web) -> int:
    """How often one process answered alone: on a slow machine the dead one may be replaced before anybody asks."""
    before = until(lambda: len(web.workers()) == 2 and web.workers())
    time.sleep(6)  # granian gives up on a process that dies again at once
    dead = min(before)
    os.kill(dead, signal.SIGKILL)
    alone = 0
    while not replaced(web, before):
        assert answers(web.port)
        alone += web.workers() <= before
    assert before - {dead} <= web.workers()
    return alone


def replaced(web, before: set[int]) -> bool:
    return len(web.workers()) == 2 and web.workers() != before
