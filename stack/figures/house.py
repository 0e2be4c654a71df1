"""What /metrics says of the house: jobs, labels, disks, and what an alert has to know the age of.

No name of a person, no campaign and no path is a label: labels are views, kinds of jobs and states,
of which the code has a fixed number, so that Prometheus never has more series than that.
"""

import logging
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from math import inf
from pathlib import Path

from django.conf import settings
from django.db.models import Count, Min
from django.db.models.functions import Now
from django.utils import timezone

from annotator.models import Slot
from foundation.database.rows import number_of
from foundation.version import VERSION
from jobs.models import Job, State, WorkerSighting
from jobs.queries import stuck_jobs, worker_seen_at
from stack.figures.certificate import NoCertificate, end_of_certificate
from stack.figures.tally import TALLY
from stack.figures.text import Sample
from stack.web.counting import SECONDS, RequestTotals

logger = logging.getLogger(__name__)

AN_HOUR = timedelta(hours=1)


def of_requests(counted: RequestTotals) -> Iterator[Sample]:
    for (view, method, status), times in counted.requests.items():
        labels = {"view": view, "method": method, "status": status}
        yield "truepool_requests_total", labels, times
    ends = [*(f"{end:g}" for end in SECONDS), "+Inf"]
    for view, durations in counted.durations.items():
        reached = 0
        for end, times in zip(ends, durations, strict=True):
            reached += times
            yield "truepool_request_seconds_bucket", {"view": view, "le": end}, reached
        yield "truepool_request_seconds_sum", {"view": view}, counted.seconds.get(view, 0.0)
        yield "truepool_request_seconds_count", {"view": view}, reached
    yield "truepool_web_processes", {}, len(counted.processes)
    for state in ("open", "free"):
        connections = sum(one.get(state, 0) for one in counted.processes)
        yield "truepool_pool_connections", {"state": state}, connections
    yield "truepool_pool_waiting", {}, sum(one.get("waiting", 0) for one in counted.processes)


def of_queue() -> Iterator[Sample]:
    due = Job.objects.filter(state=State.QUEUED, run_after__lte=Now()).order_by()
    first = None
    for kind, waiting, since in due.values_list("kind").annotate(Count("pk"), Min("run_after")):
        first = min(first or since, since)
        yield "truepool_queue_jobs", {"kind": kind}, waiting
    yield "truepool_queue_oldest_seconds", {}, _age(first, none=0)


def of_jobs() -> Iterator[Sample]:
    jobs = Job.objects.order_by()
    for kind, state, count in jobs.values_list("kind", "state").annotate(Count("pk")):
        yield "truepool_jobs", {"kind": kind, "state": state}, count
    failed = jobs.filter(state=State.FAILED, finished_at__gt=Now() - AN_HOUR)
    # 0 where none did: what is always there can be alerted on.
    counts = dict.fromkeys(jobs.values_list("kind", flat=True).distinct(), 0)
    for kind, count in (counts | dict(failed.values_list("kind").annotate(Count("pk")))).items():
        yield "truepool_jobs_failed_last_hour", {"kind": kind}, count
    yield "truepool_jobs_stuck", {}, stuck_jobs().count()


def of_workers() -> Iterator[Sample]:
    clock_at = WorkerSighting.objects.values_list("clock_at", flat=True).first()
    yield "truepool_worker_silence_seconds", {}, _age(worker_seen_at())
    yield "truepool_beat_silence_seconds", {}, _age(clock_at)


def of_labelling() -> Iterator[Sample]:
    leased = Slot.objects.filter(state=Slot.State.LEASED, lease_ends__gt=Now())
    yield "truepool_leases", {}, leased.count()
    yield "truepool_labels_total", {}, TALLY.count()


def of_database() -> Iterator[Sample]:
    yield "truepool_database_bytes", {}, number_of("SELECT pg_database_size(current_database())")


def of_machine() -> Iterator[Sample]:
    """Nothing of it is asked of the database."""
    yield "truepool_info", {"version": VERSION}, 1
    for place, folder in (("home", settings.HOME.root), ("media", settings.MEDIA_ROOT)):
        if folder.exists():
            disk = shutil.disk_usage(folder)
            yield "truepool_disk_free_bytes", {"place": place}, disk.free
            yield "truepool_disk_bytes", {"place": place}, disk.total
    backup = settings.HOME.last_backup
    taken = datetime.fromtimestamp(backup.stat().st_mtime, UTC) if backup.exists() else None
    yield "truepool_backup_age_seconds", {}, _age(taken)
    if settings.CERTIFICATE:
        yield from of_certificate(settings.CERTIFICATE)


def of_certificate(file: Path) -> Iterator[Sample]:
    """A file that cannot be read is named by `manage.py check`, and by a line here."""
    try:
        left = end_of_certificate(file) - timezone.now()
    except (OSError, NoCertificate) as error:
        logger.warning("TRUEPOOL_CERTIFICATE: %s", error)
    else:
        yield "truepool_certificate_seconds_left", {}, left.total_seconds()


def _age(at: datetime | None, none: float = inf) -> float:
    return none if at is None else max(0.0, (timezone.now() - at).total_seconds())
