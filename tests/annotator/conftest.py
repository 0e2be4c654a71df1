"""Two at once, on two connections: the second starts while the first's transaction is open, and
must wait for it."""

import threading
import time

import pytest
from django.db import connection, transaction


@pytest.fixture
def race(transactional_db):
    """race(first, second): what second returned, or the exception it raised. Fails if second did
    not have to wait."""

    def run(first, second):
        return _together(first, second, _somebody_waits_for_a_lock)

    return run


@pytest.fixture
def beside(transactional_db):
    """beside(first, second): second goes through while first's transaction is open, and waits for
    nobody."""

    def run(first, second):
        return _together(first, second, None)

    return run


def _together(first, second, waiting):
    outcome = []
    thread = threading.Thread(target=_in_thread, args=(second, outcome))
    with transaction.atomic():
        first()
        thread.start()
        if waiting is None:
            thread.join(20)
            assert outcome, "the second waits, but should not"
        else:
            _wait_until(waiting)
    thread.join()
    return outcome[0]


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


def _wait_until(true, seconds: float = 20.0) -> None:
    """The limit is there only so that a broken test ends."""
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            pytest.fail("waited in vain: the second never had to wait for the first")
        time.sleep(0.02)
