"""Delete what nobody will ask for again."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from jobs.kinds import Result
from jobs.models import FINISHED, Job
from people.models import Invitation, SignInAttempt

INVITATIONS_KEPT = timedelta(days=90)
JOBS_KEPT = timedelta(days=90)
SIGN_IN_FAILURES_KEPT = timedelta(days=2)  # longer than any lock-out can be set to last
# Each bite is a transaction of its own: no lock is held for long, and what was done stays done if the job is stopped.
AT_ONCE = 1_000

Report = Callable[[int, int, str], None]


def tidy_up(report: Report) -> Result:
    """Ended sessions, invitations that ran out unused, old jobs, old failures to sign in. How many of each."""
    now = timezone.now()
    old: dict[str, QuerySet[Any]] = {
        "expired sessions": Session.objects.filter(expire_date__lt=now),
        "unused invitations": Invitation.objects.filter(used_at__isnull=True, expires_at__lt=now - INVITATIONS_KEPT),
        "finished jobs": Job.objects.filter(state__in=FINISHED, finished_at__lt=now - JOBS_KEPT),
        "failures to sign in": SignInAttempt.objects.filter(at__lt=now - SIGN_IN_FAILURES_KEPT),
    }
    deleted: Result = {}
    for step, (name, rows) in enumerate(old.items()):
        deleted[name] = _delete(rows, partial(report, step, len(old), f"Deleting {name}"))
    return deleted


def _delete(rows: QuerySet[Any], before_each: Callable[[], None]) -> int:
    deleted = 0
    while True:
        before_each()
        keys = list(rows.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
        if not keys:
            return deleted
        rows.filter(pk__in=keys).delete()
        deleted += len(keys)
