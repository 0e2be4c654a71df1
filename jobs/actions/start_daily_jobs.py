"""Start what is due once a day."""

from datetime import timedelta

from django.db.models.functions import Now

from jobs.actions.start_job import start_job
from jobs.kinds import daily_kinds
from jobs.models import Job
from people.actor import SYSTEM

A_DAY = timedelta(hours=23)


def start_daily_jobs() -> list[Job]:
    """Asked every hour and when a worker starts, and answered from the table: a schedule that remembers nothing then
    cannot forget a day on machines that run for an hour at a time."""
    kinds = daily_kinds()
    recent = set(Job.objects.filter(kind__in=kinds, created_at__gt=Now() - A_DAY).values_list("kind", flat=True))
    return [start_job(kind, actor=SYSTEM) for kind in kinds if kind not in recent]
