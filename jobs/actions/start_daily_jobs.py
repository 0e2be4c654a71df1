"""Start what is due once a day."""

from datetime import timedelta

from django.db.models.functions import Now

from jobs.actions.start_job import start_job
from jobs.kinds import daily_kinds
from jobs.models import Job
from jobs.one_by_one import Failures
from people.actor import SYSTEM

A_DAY = timedelta(hours=23)


def start_daily_jobs() -> list[Job]:
    """Asked every hour and when a worker starts, and answered from the table: a schedule that
    remembers nothing then cannot forget a day on machines that run for an hour at a time. One that
    cannot be started is in the log, and asked for again in an hour."""
    kinds = daily_kinds()
    recent = set(
        Job.objects.filter(kind__in=kinds, created_at__gt=Now() - A_DAY).values_list(
            "kind", flat=True
        )
    )
    started, failures = [], Failures()
    for kind in kinds:
        if kind not in recent:
            with failures.of(kind):
                started.append(start_job(kind, actor=SYSTEM))
    return started
