"""Reading jobs; on a person's behalf only by the `access_` functions."""

from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Max, QuerySet
from django.http import Http404
from django.utils import timezone

from foundation.asking.questions import asked
from foundation.database.rows import the_row
from foundation.frozen import frozen
from foundation.masks import Mask
from jobs import pace
from jobs.kinds import JobKind, known_kind
from jobs.models import Job, State, WorkerSighting
from people.models import Role, User

# What stands as the worker of a job that a management command runs itself.
COMMAND_WORKER = "a command"
# Sweeps come every ten seconds, and busy workers write heart-beats: after this long there is
# probably no worker.
SILENT_AFTER = timedelta(seconds=45)


# Ids of jobs count, and somebody from outside would learn how much goes on.
NUMBERS = Mask("jobs")


def number_for(asking: User, job: Job) -> int:
    """The job's id, as this person's addresses and scripts have it."""
    return NUMBERS.of(job.pk) if asking.is_submitter else job.pk


def result_for(asking: User, job: Job) -> dict[str, Any] | None:
    """What of the job's result this person may know."""
    kind = None if asking.is_lead else known_kind(job.kind)
    return job.result if kind is None or job.result is None else kind.outside(job.result)


def access_jobs(user: User) -> QuerySet[Job]:
    """Leads see all jobs, others their own."""
    jobs = Job.objects.select_related("requested_by")
    return jobs if user.at_least(Role.LEAD) else jobs.filter(requested_by=user)


@frozen
class JobFilter:
    state: str = asked("Only jobs in this state.", default="", choices=dict(State.choices))

    def of(self, jobs: QuerySet[Job]) -> QuerySet[Job]:
        return jobs.filter(state=self.state) if self.state else jobs


def access_job(user: User, number: int) -> Job:
    """A job that this person may see, and cancel, by the number that they know it by. Others are
    not told whether it exists."""
    job_id = NUMBERS.meant(number) if user.is_submitter else number
    return the_row(access_jobs(user), "job", pk=job_id)


def access_job_to_retry(user: User, number: int) -> Job:
    """Trying again is starting anew, so it takes the role that starting takes."""
    job = access_job(user, number)
    if not may_start(user, job.kind):
        raise PermissionDenied
    return job


def access_offered_kind(user: User, name: str) -> JobKind:
    """A kind of job that this person may start by a button."""
    kind = known_kind(name)
    if kind is None or not kind.offered:
        raise Http404("no such kind of job")
    if not user.at_least(kind.least_role):
        raise PermissionDenied
    return kind


def may_start(user: User, kind: str) -> bool:
    known = known_kind(kind)
    return known is not None and user.at_least(known.least_role)


def worker_seen_at() -> datetime | None:
    """When a worker last gave a sign of life: heard through the broker, or (for a busy one hears
    nothing) at work."""
    heard = WorkerSighting.objects.values_list("seen_at", flat=True).first()
    # A heart-beat of a command's job is no sign of a worker: those run in the command's own
    # process.
    running = Job.objects.filter(state=State.RUNNING).exclude(worker=COMMAND_WORKER)
    beat = running.aggregate(at=Max("heartbeat_at"))["at"]
    return max((at for at in (heard, beat) if at is not None), default=None)


def stuck_jobs() -> QuerySet[Job]:
    """Those that run, and have reported nothing new for long."""
    stuck_since = timezone.now() - pace.STUCK_AFTER
    return Job.objects.filter(state=State.RUNNING, progress_at__lt=stuck_since)


def worker_is_silent() -> bool:
    seen = worker_seen_at()
    return seen is None or timezone.now() - seen > SILENT_AFTER
