"""Two connections at once, a real broker, and a real worker."""

import shutil
import tempfile
import threading
import time
from pathlib import Path

import pytest
from django.db import connection, transaction

from foundation.home import Home
from tests.jobs import kinds_for_tests  # noqa: F401  (registers them)
from tests.jobs.stack import Stack


@pytest.fixture
def race(transactional_db):
    """race(first, second): second starts while first's transaction is open, waits for its lock, and
    goes on after its commit.

    Returns what second returned, or the exception it raised.
    """

    def run(first, second):
        outcome = []
        thread = threading.Thread(target=_in_thread, args=(second, outcome))
        with transaction.atomic():
            first()
            thread.start()
            wait_until(_somebody_waits_for_a_lock)
        thread.join()
        return outcome[0]

    return run


def _in_thread(call, outcome):
    try:
        outcome.append(call())
    except Exception as error:  # noqa: BLE001  (it is what the test asks about)
        outcome.append(error)
    finally:
        connection.close()


def _somebody_waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_stat_clear_snapshot()"
        )  # a transaction sees the same answer for ever otherwise
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND"
            " wait_event_type = 'Lock'"
        )
        return cursor.fetchone()[0] > 0


def wait_until(true, seconds: float = 180.0):
    """Polls. The limit is there only so that a broken test ends."""
    deadline = time.monotonic() + seconds
    while not (value := true()):
        if time.monotonic() > deadline:
            pytest.fail(f"waited in vain for {getattr(true, '__doc__', None) or true}")
        time.sleep(0.05)
    return value


@pytest.fixture
def stack(transactional_db):
    """A broker and workers, to start, to kill, and to start again; on the test's own database."""
    folder = Path(tempfile.mkdtemp(prefix="truepool-jobs-"))
    stack = Stack(Home(folder))
    stack.start_broker()
    yield stack
    stack.close()
    shutil.rmtree(folder, ignore_errors=True)
