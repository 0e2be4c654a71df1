"""Submissions on a person's behalf: a submitter's own, all of them for leads; and how much more a
submitter may hand in today."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Max, Q, QuerySet, Sum
from django.utils import timezone

from foundation.database.rows import the_row
from foundation.frozen import frozen
from foundation.words import mid_sentence
from jobs.models import Job
from people.models import User
from pooling.formats.checks import for_author
from pooling.models import Benchmark, Run, Submission, Upload

KIND = "submissions.submit_run"  # the job that hands in; it and its words are further up
MIB = 2**20
DAY = timedelta(hours=24)
MOST_CHECKED = 200


def require_door(asking: User) -> None:
    """Requires somebody who hands in, or who decides."""
    if not (asking.is_submitter or asking.is_lead):
        role = mid_sentence(asking.get_role_display())
        raise PermissionDenied(
            f"This is for submitters, leads and administrators; you are signed in as {role}."
        )


def require_submitter(asking: User) -> None:
    """Requires somebody who hands in: the team imports its runs."""
    if not asking.is_submitter:
        role = mid_sentence(asking.get_role_display())
        raise PermissionDenied(f"This is for submitters; you are signed in as {role}.")


def access_submissions(asking: User) -> QuerySet[Submission]:
    require_door(asking)
    rows = Submission.objects.select_related(
        "run__benchmark", "run__submitted_by", "pool", "reference", "decided_by"
    )
    return rows if asking.is_lead else rows.filter(run__submitted_by=asking)


def access_submission(asking: User, run_id: int) -> Submission:
    """The submission by its run's id for leads; by its number for its author, whom an id would tell
    how many runs there are."""
    which = {"pk": run_id} if asking.is_lead else {"number": run_id}
    return the_row(access_submissions(asking), "submission", **which)


def id_for(asking: User, submission: Submission) -> int:
    """The number by which this person finds it."""
    return submission.pk if asking.is_lead else submission.number


def checks_for(asking: User, submission: Submission) -> list[dict[str, Any]]:
    return submission.checks if asking.is_lead else for_author(submission.checks)


def result_for_author(result: Mapping[str, Any]) -> dict[str, Any]:
    """The result of handing in or checking, without ids that count or what tells of originals."""
    number = (
        Submission.objects.filter(pk=result.get("run")).values_list("number", flat=True).first()
    )
    return {**result, "run": number, "checks": for_author(result.get("checks", ()))}


def open_benchmarks(asking: User) -> QuerySet[Benchmark]:
    """Where this person may hand in runs."""
    require_door(asking)
    return Benchmark.objects.filter(takes_submissions=True).order_by("name")


def open_benchmark(asking: User, benchmark_id: int) -> Benchmark:
    return the_row(open_benchmarks(asking), "benchmark", pk=benchmark_id)


@frozen
class LeftToday:
    """What is still free of the last 24 hours: how many runs, and how many bytes."""

    runs: int
    bytes: int

    @property
    def mib(self) -> int:
        return self.bytes // MIB


def left_today(submitter: User) -> LeftToday:
    since = timezone.now() - DAY
    runs = Submission.objects.filter(run__submitted_by=submitter, submitted_at__gt=since).count()
    sent = Upload.objects.filter(uploaded_by=submitter, uploaded_at__gt=since)
    used = sent.aggregate(all=Sum("bytes"))["all"] or 0
    return LeftToday(
        max(0, settings.SUBMISSIONS_A_DAY - runs), max(0, settings.SUBMITTED_MIB_A_DAY * MIB - used)
    )


def checks_left(submitter: User, benchmark: Benchmark) -> int:
    """How many more files this person may check within 24 hours, of this benchmark."""
    checks = Job.objects.filter(kind=KIND, requested_by=submitter, arguments__dry_run=True)
    since = timezone.now() - DAY
    used = checks.filter(created_at__gt=since, arguments__benchmark=benchmark.pk).count()
    return max(0, settings.SUBMISSION_CHECKS_A_DAY - used)


@frozen
class Checked:
    """How often somebody had files checked without handing them in: within 24 hours, and ever."""

    benchmark: Benchmark
    submitter: User
    today: int
    all: int
    latest: datetime


def checked_files() -> list[Checked]:
    """What was checked, by submitter and benchmark, the most of today first; for leads."""
    jobs = Job.objects.filter(kind=KIND, arguments__dry_run=True)
    found = (
        jobs.values("requested_by", "arguments__benchmark")
        .annotate(
            all=Count("pk"),
            today=Count("pk", filter=Q(created_at__gt=timezone.now() - DAY)),
            latest=Max("created_at"),
        )
        .order_by("-today", "-latest")[:MOST_CHECKED]
    )
    people = User.objects.in_bulk([row["requested_by"] for row in found])
    benchmarks = Benchmark.objects.in_bulk([row["arguments__benchmark"] for row in found])
    return [
        Checked(
            benchmarks[row["arguments__benchmark"]],
            people[row["requested_by"]],
            row["today"],
            row["all"],
            row["latest"],
        )
        for row in found
        if row["arguments__benchmark"] in benchmarks and row["requested_by"] in people
    ]


def same_submission(
    submitter: User | None, benchmark: Benchmark, sha256: str, direction: str, depth: int
) -> Submission | None:
    """What this person handed in of this very file. Others' are no matter of theirs."""
    runs = Run.objects.filter(submitted_by=submitter, benchmark=benchmark, sha256=sha256)
    same = runs.filter(direction=direction, depth=depth)
    return Submission.objects.filter(run__in=same).select_related("run").first()


def known_as(run: Run, asking: User) -> str:
    """What this person calls the run: its submitter and leads know its name all along."""
    submission: Submission | None = getattr(run, "submission", None)
    if submission is None or not (asking.is_lead or run.submitted_by_id == asking.pk):
        return run.name
    return submission.name
