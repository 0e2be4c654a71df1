"""What is done once a day: starting it, and deleting what has grown old."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

from django.contrib.sessions.models import Session
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from foundation.progress import Report
from jobs.actions.request import start_job
from jobs.kinds import Result, daily_kinds
from jobs.models import FINISHED, Job
from jobs.one_by_one import Failures, stops_the_job
from people.actor import SYSTEM
from people.models import Invitation, PasswordLink, SignInAttempt

A_DAY = timedelta(hours=23)
LINKS_KEPT = timedelta(days=90)
JOBS_KEPT = timedelta(days=90)
SIGN_IN_FAILURES_KEPT = timedelta(days=2)  # longer than any lock-out can be set to last
# Each bite is a transaction of its own: no lock is held for long, and what was done stays done if
# the job is stopped.
AT_ONCE = 1_000


def start_daily_jobs() -> list[Job]:
    """Asked every hour and when a worker starts, and answered from the table: a schedule that
    remembers nothing then cannot forget a day on machines that run for an hour at a time. One that
    cannot be started is in the log, and asked for again in an hour."""
    kinds = daily_kinds()
    recent = Job.objects.filter(kind__in=kinds, created_at__gt=Now() - A_DAY)
    started, failures = [], Failures()
    for kind in sorted(set(kinds) - set(recent.values_list("kind", flat=True))):
        with failures.of(kind):
            started.append(start_job(kind, actor=SYSTEM))
    return started


def tidy_up(report: Report) -> Result:
    """Ended sessions, invitations and links for a new password that ran out unused, old jobs, old
    failures to sign in: how many of each, and what stayed."""
    now = timezone.now()
    unused = Q(used_at__isnull=True, expires_at__lt=now - LINKS_KEPT)
    old: dict[str, QuerySet[Any]] = {
        "expired sessions": Session.objects.filter(expire_date__lt=now),
        "unused invitations": Invitation.objects.filter(unused),
        "unused password links": PasswordLink.objects.filter(unused),
        "finished jobs": Job.objects.filter(state__in=FINISHED, finished_at__lt=now - JOBS_KEPT),
        "failures to sign in": SignInAttempt.objects.filter(at__lt=now - SIGN_IN_FAILURES_KEPT),
    }
    deleted: Result = {}
    failures = Failures()
    for step, (name, rows) in enumerate(old.items()):
        before_each = partial(report, step, len(old), f"Deleting {name}")
        deleted[name] = _delete(rows, name, before_each, failures)
    return {**deleted, **failures.as_json()}


def _delete(
    rows: QuerySet[Any], name: str, before_each: Callable[[], None], failures: Failures
) -> int:
    deleted, after = 0, None
    while True:
        before_each()
        ahead = rows if after is None else rows.filter(pk__gt=after)
        keys = list(ahead.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
        if not keys:
            return deleted
        deleted += _delete_each(rows, name, keys, failures)
        after = keys[-1]  # what would not go is not met again


def _delete_each(rows: QuerySet[Any], name: str, keys: list[Any], failures: Failures) -> int:
    """All at once, as nearly always; where one of them cannot go, one by one."""
    try:
        rows.filter(pk__in=keys).delete()
    except Exception as error:
        if stops_the_job(error):
            raise
    else:
        return len(keys)
    deleted = 0
    for key in keys:
        with failures.of(f"{name}: {key}"):
            rows.filter(pk=key).delete()
            deleted += 1
    return deleted
