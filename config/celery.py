"""The Celery application. It is only the doorbell: what is to be done stands in the jobs table."""

import os
from datetime import timedelta

from celery import Celery, signals

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings

from jobs import pace
from jobs.doorbell import CLOCK, DAILY, RUNG_BY, SWEEP
from stack.starting import log_what_is_wrong

app = Celery("truepool", broker=settings.BROKER_URL)
app.conf.update(
    task_serializer="json",
    accept_content=["json"],
    task_ignore_result=True,
    task_default_queue="truepool",
    timezone="UTC",
    # A ring is acknowledged when it is heard. A job whose worker dies is found by its heart-beat,
    # within seconds; a late acknowledgement would bring it back after the broker's visibility
    # timeout, an hour later.
    task_acks_late=False,
    worker_prefetch_multiplier=1,
    # No job may run for ever: first it is told (and fails with that reason), then its process is
    # ended.
    task_soft_time_limit=timedelta(hours=24).total_seconds(),
    task_time_limit=timedelta(hours=24, minutes=5).total_seconds(),
    # Whatever a library keeps hold of is let go with the process now and then; sweeps count too, so
    # this is about an hour.
    worker_max_tasks_per_child=500,
    # A process of the pool that is slow to begin is not killed for it (after 4 s, usually): on a
    # busy machine the next one would be as slow.
    worker_proc_alive_timeout=600.0,
    worker_hijack_root_logger=False,
    # The broker may go away and come back: the worker waits for it, at its start and later, and
    # running jobs go on meanwhile.
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    worker_cancel_long_running_tasks_on_connection_loss=False,
    broker_transport_options={
        "socket_connect_timeout": 2,
        "socket_timeout": 10,
        "health_check_interval": 10,
    },
    # Each worker listens to a queue of its own as well, for the watchdog's probes.
    worker_direct=True,
    # Nobody asks workers things by broadcast (the jobs page knows), and the broadcast's channel is
    # one more thing to mend after a reconnect.
    worker_enable_remote_control=False,
    # The clock keeps no diary: what is due once a day is decided from the jobs table.
    beat_scheduler="celery.beat:Scheduler",
    beat_schedule={
        "sweep": {
            "task": SWEEP,
            "schedule": pace.SWEEP_EVERY,
            # When all workers are busy, sweeps would heap up.
            "options": {
                "expires": pace.SWEEP_EVERY.total_seconds(),
                "headers": {RUNG_BY: CLOCK},
            },
        },
        "daily": {"task": DAILY, "schedule": timedelta(hours=1), "options": {"expires": 600.0}},
    },
)
app.autodiscover_tasks(["jobs"], related_name="background")
for starts in (signals.worker_init, signals.beat_init):
    starts.connect(log_what_is_wrong, weak=False)
