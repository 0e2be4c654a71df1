"""Telling workers that there is something to do. Nothing depends on it: what is not heard, the
sweeper rings again."""

import logging
from typing import Any

from celery import current_app
from kombu.exceptions import KombuError

logger = logging.getLogger(__name__)

# What Celery calls what it carries.
RING = "jobs.ring"
SWEEP = "jobs.sweep"
DAILY = "jobs.start_daily"
# A header of the clock's rings: workers send themselves the same ones (jobs/watchdog.py).
RUNG_BY, CLOCK = "rung_by", "clock"

# A ring that nobody heard is rung again by the sweeper; until then a heap of old ones must not pile
# up before busy workers.
FORGOTTEN_AFTER = 120.0

# The worst that a request can meet is a broker that accepts nothing and refuses nothing: then it
# waits this long, once.
PATIENCE = {
    "socket_connect_timeout": 1.0,
    "socket_timeout": 1.0,
    "max_retries": 0,
    "interval_start": 0,
    "interval_max": 0,
}


def ring(job_id: int) -> bool:
    """False, and a line in the log, if the broker cannot be reached."""
    return send(RING, (job_id,), expires=FORGOTTEN_AFTER)


def send(
    name: str, arguments: tuple[object, ...] = (), *, expires: float, queue: object = None
) -> bool:
    """One try, on a connection of its own: a pooled one could have died since, and would be noticed
    only by waiting."""
    options: dict[str, Any] = {"args": arguments, "expires": expires, "retry": False}
    options |= {} if queue is None else {"queue": queue}
    patient: dict[str, Any] = {"connect_timeout": 1, "transport_options": PATIENCE}
    try:
        with current_app.connection_for_write(**patient) as connection:
            current_app.send_task(name, connection=connection, **options)
    except (KombuError, OSError) as error:
        lost = "The broker cannot be reached, %s%s was not sent: %s"
        logger.warning(lost, name, arguments, error)
        return False
    return True
