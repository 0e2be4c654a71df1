"""The claim is a fencing token: each attempt of a job draws one, and writes only while the row
still bears it."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from jobs.models import Job, State

# What a row says that waits, whoever had it before.
UNCLAIMED: dict[str, Any] = {"state": State.QUEUED, "claim": None, "worker": "", "process": ""}
UNCLAIMED |= {"heartbeat_at": None, "rung_at": None}
# What it says of its progress before an attempt has made any.
NOTHING_DONE: dict[str, Any] = {"done": 0, "total": None, "message": ""}


class ClaimLost(Exception):
    """The job is no longer this attempt's: its worker was taken for dead, or gave it back."""


class Cancelled(Exception):
    """Somebody asked for this job to be cancelled."""


def held(job_id: int, claim: UUID) -> QuerySet[Job]:
    """The job's row while it bears this claim; otherwise nothing."""
    return Job.objects.filter(pk=job_id, claim=claim, state=State.RUNNING)
