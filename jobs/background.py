"""What a Celery worker does when the bell rings, when it starts, and when it is told to stop."""

import logging
import os
import threading
from typing import Any

from celery import shared_task, signals
from django.conf import settings
from django.db import connection

from foundation.alive import renew
from jobs import pace, watchdog
from jobs.actions.daily import start_daily_jobs, tidy_up
from jobs.actions.sweep import hand_back_jobs, sweep_jobs
from jobs.doorbell import CLOCK, DAILY, RING, RUNG_BY, SWEEP, send
from jobs.kinds import Result, Run, all_kinds, job_kind
from jobs.own_files import Watch
from jobs.running import run_job
from people.models import Role

logger = logging.getLogger(__name__)

# This worker, told from another of the same name: a new one on the same host is not the one whose
# jobs were left behind. Set before the pool is forked, so that all its processes agree.
_worker = {"name": ""}
_files = Watch()


@shared_task(name=RING)
def ring(job_id: int) -> None:
    if not _files.wrong():  # the job waits for a worker that sees them
        run_job(job_id, worker=_worker["name"])


@shared_task(name=SWEEP, soft_time_limit=60, time_limit=120, bind=True)
def sweep(task: Any) -> None:
    """Celery's own lines about it are left out of the log (config/logs.py)."""
    swept = sweep_jobs(worker=_worker["name"], clock_rang=task.request.get(RUNG_BY) == CLOCK)
    if swept.taken_over or swept.rung:
        counts = (swept.taken_over, swept.rung)
        logger.info("Swept: %d jobs taken over, %d rung for again.", *counts)


@shared_task(name=DAILY)
def start_daily() -> None:
    start_daily_jobs()


@signals.worker_init.connect
def _take_a_name(sender: Any, **_: Any) -> None:
    _worker["name"] = f"{sender.hostname} {os.getpid()}"
    all_kinds()


@signals.worker_ready.connect
def _look_around(sender: Any, **_: Any) -> None:
    """A worker that starts looks after what the last one left, and begins to listen for its own
    probes."""
    for task in (SWEEP, DAILY):
        send(task, expires=pace.SWEEP_EVERY.total_seconds())
    watchdog.Watchdog(hostname=sender.hostname, slots=sender.pool.num_processes).start()


@signals.worker_shutting_down.connect
def _prepare_to_leave(**_: Any) -> None:
    """Hands jobs back in a thread of its own: this runs inside a signal handler, where a database
    connection could be in the midst of use."""
    timer = threading.Timer(pace.HAND_BACK_AFTER.total_seconds(), _hand_back)
    timer.daemon = True
    timer.start()


def _hand_back() -> None:
    try:
        hand_back_jobs(worker=_worker["name"])
    finally:
        connection.close()


@signals.beat_init.connect
def _mark_rings(**_: Any) -> None:
    """From now on whatever the clock sends, and the broker takes, renews its mark."""
    signals.after_task_publish.connect(_rang, weak=False)


def _rang(**_: Any) -> None:
    renew(settings.HOME.alive, "beat")


@job_kind("jobs.tidy_up", title="Tidy up", least_role=Role.ADMIN, offered=True, daily=True)
def _tidy_up(run: Run) -> Result:
    return tidy_up(run.report)
