"""The first page: how things stand, and what this person can do next."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from annotator.models import Campaign
from jobs.models import FINISHED
from jobs.queries import access_jobs, worker_is_silent, worker_seen_at
from metrics.models import Report
from people.models import Role, User
from pooling.models import Benchmark, JudgedPair, Pool

SHOWN_JOBS = 5


@dataclass(frozen=True, slots=True)
class Step:
    """The one thing to do next: why, and the button that leads there."""

    reason: str
    label: str
    url_name: str

    @property
    def address(self) -> str:
        return reverse(self.url_name)


# By the least role that can take it, the widest last: each person is shown the last one that they
# can.
STEPS = (
    (
        Role.VIEWER,
        Step(
            "You may read benchmarks, models and their runs, pools, agreement and reports.",
            "Read the reports",
            "metrics:evaluations",
        ),
    ),
    (
        Role.RATER,
        Step(
            "Your campaigns wait: a caption and a clip at a time, and what you think of them.",
            "Rate",
            "annotator:rate_list",
        ),
    ),
    (
        Role.ADJUDICATOR,
        Step(
            "Where raters disagree, or could not judge, you decide: the worst comes first.",
            "Adjudicate",
            "annotator:disputes_list",
        ),
    ),
    (
        Role.LEAD,
        Step(
            "Raters and adjudicators come by invitation, each with a link of their own.",
            "Invite people",
            "people:invitations",
        ),
    ),
    (
        Role.ADMIN,
        Step(
            "Everybody here comes by invitation; leads can then invite their raters.",
            "Invite people",
            "people:invitations",
        ),
    ),
)

FIRST_STEP = Step(
    "It all begins with a benchmark: captions, and the videos they were written for.",
    "Import captions",
    "pooling:import_captions",
)

FIRST_CAMPAIGN = Step(
    "There is a pool, and nobody judges it yet.", "Plan a campaign", "annotator:new_campaign"
)
FIRST_REPORT = Step(
    "Pairs have been judged: see what that does to the scores, and how far raters agree.",
    "Evaluate",
    "metrics:new_evaluation",
)
UNDER_WAY = Step(
    "A campaign is under way: see how far it is, and who needs help.",
    "Campaigns",
    "annotator:campaigns",
)


@login_required
def home(request: HttpRequest) -> HttpResponse:
    """What this person can do next."""
    user: User = request.user  # type: ignore[assignment]  # login_required lets nobody else in
    jobs = list(access_jobs(user).exclude(state__in=FINISHED).order_by("-id")[: SHOWN_JOBS + 1])
    context = {
        "step": next_step(user),
        "state": state_of_things(len(jobs)) if user.at_least(Role.LEAD) else who_you_are(user),
        "jobs": jobs[:SHOWN_JOBS],
        "more_jobs": len(jobs) > SHOWN_JOBS,
    }
    return render(request, "home.html", context)


def next_step(user: User) -> Step:
    if user.at_least(Role.LEAD) and not Benchmark.objects.exists():
        return FIRST_STEP
    if user.at_least(Role.LEAD) and Campaign.objects.exists():
        return (
            FIRST_REPORT
            if JudgedPair.objects.exists() and not Report.objects.exists()
            else UNDER_WAY
        )
    if user.at_least(Role.LEAD) and Pool.objects.exists():
        return FIRST_CAMPAIGN
    return [step for least, step in STEPS if user.at_least(least)][-1]


def who_you_are(user: User) -> str:
    """For those who neither start what runs here nor can mend it; what is theirs stands below."""
    return f"You are signed in as {user}; your role is {user.get_role_display().lower()}."


def state_of_things(jobs: int) -> str:
    """One sentence. That the database answers is known because everything else in it was read from
    there."""
    if worker_is_silent():
        return (
            f"The database answers, but no worker does, and {count_jobs(jobs)}. Jobs wait until one"
            " runs."
        )
    seen_at = worker_seen_at() or timezone.now()
    seconds = max(0, int((timezone.now() - seen_at).total_seconds()))
    return f"The database answers, a worker was heard from {seconds} s ago, and {count_jobs(jobs)}."


def count_jobs(jobs: int) -> str:
    words = {0: "no jobs are under way", 1: "one job is under way"}
    return words.get(
        jobs, f"{'more than ' * (jobs > SHOWN_JOBS)}{min(jobs, SHOWN_JOBS)} jobs are under way"
    )
