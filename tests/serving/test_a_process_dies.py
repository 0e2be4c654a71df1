"""One of the web's processes is killed: the other goes on answering, and it is replaced."""

import os
import signal
import time
import urllib.error
import urllib.request

import pytest

from tests.stack.stack import until

pytestmark = [pytest.mark.stack, pytest.mark.django_db(transaction=True)]


def answers(port: int) -> bool:
    """By a new connection. One that the dead process had not yet accepted is reset, and asked
    again, as any client would."""
    for _ in range(3):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=20) as answer:
                return answer.status == 200
        except (urllib.error.URLError, ConnectionError) as error:
            if isinstance(getattr(error, "reason", error), TimeoutError):
                return False
    return False


def test_the_other_goes_on_and_it_is_replaced(web):
    """If the other had ended with it, connections would be refused at once, and nobody would be
    left of those before."""
    before = until(lambda: len(web.workers()) == 2 and web.workers())
    time.sleep(6)  # granian gives up on a process that dies again at once
    dead = min(before)
    os.kill(dead, signal.SIGKILL)
    assert answers(web.port)
    while not replaced(web, before):
        assert answers(web.port)
    assert before - {dead} <= web.workers()
    for _ in range(20):
        assert answers(web.port)


def replaced(web, before: set[int]) -> bool:
    return len(web.workers()) == 2 and web.workers() != before
