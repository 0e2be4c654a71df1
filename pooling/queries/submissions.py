"""Submissions on a person's behalf: a submitter's own, all of them for leads; and how much more a
submitter may hand in today."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet, Sum
from django.http import Http404
from django.utils import timezone

from foundation.words import mid_sentence
from people.models import Role, User
from pooling.models import Benchmark, Run, Submission, Upload

MIB = 2**20
DAY = timedelta(hours=24)
OTHERS = Q(submitted_by__isnull=True) | Q(state=Run.State.PUBLISHED)


def require_door(asking: User) -> None:
    """For who hands in, and for who decides."""
    if not (asking.is_submitter or asking.is_lead):
        role = mid_sentence(Role(asking.role).label)
        raise PermissionDenied(
            f"This is for submitters, leads and administrators; you are signed in as {role}."
        )


def require_submitter(asking: User) -> None:
    """For handing in: the team imports its runs."""
    if not asking.is_submitter:
        role = mid_sentence(Role(asking.role).label)
        raise PermissionDenied(f"This is for submitters; you are signed in as {role}.")


def access_submissions(asking: User) -> QuerySet[Submission]:
    require_door(asking)
    rows = Submission.objects.select_related(
        "run__benchmark", "run__submitted_by", "pool", "reference", "decided_by"
    )
    return rows if asking.is_lead else rows.filter(run__submitted_by=asking)


def access_submission(asking: User, run_id: int) -> Submission:
    found = access_submissions(asking).filter(pk=run_id).first()
    if found is None:
        raise Http404("no such submission")
    return found


def open_benchmarks(asking: User) -> QuerySet[Benchmark]:
    """Where this person may hand in runs."""
    require_door(asking)
    return Benchmark.objects.filter(takes_submissions=True).order_by("name")


def open_benchmark(asking: User, benchmark_id: int) -> Benchmark:
    found = open_benchmarks(asking).filter(pk=benchmark_id).first()
    if found is None:
        raise Http404("no such benchmark")
    return found


@dataclass(frozen=True, slots=True)
class LeftToday:
    """Of the last 24 hours: how many runs, and how many bytes, are still free."""

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
        max(0, settings.SUBMISSIONS_A_DAY - runs),
        max(0, settings.SUBMITTED_MIB_A_DAY * MIB - used),
    )


def same_submission(
    submitter: User | None, benchmark: Benchmark, sha256: str, direction: str, depth: int
) -> Submission | None:
    """What this person handed in of this very file. Others' are no matter of theirs."""
    return (
        Submission.objects.filter(
            run__submitted_by=submitter,
            run__benchmark=benchmark,
            run__sha256=sha256,
            run__direction=direction,
            run__depth=depth,
        )
        .select_related("run")
        .first()
    )


def known_as(run: Run, asking: User) -> str:
    """What this person calls the run: its submitter and leads know its name all along."""
    submission: Submission | None = getattr(run, "submission", None)
    if submission is None or not (asking.is_lead or run.submitted_by_id == asking.pk):
        return run.name
    return submission.name


def submissions_by_stage(submissions: QuerySet[Submission]) -> Mapping[str, int]:
    stages = list(submissions.values_list("stage", flat=True))
    return {stage: stages.count(stage) for stage in Submission.Stage.values}
