"""The first page: the work of the person who looks at it."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import F, OuterRef, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from annotator.models import Campaign
from annotator.queries.home import ToLead, ToRate, led_under_way, to_decide, to_lead, to_rate
from annotator.queries.progress import access_led_campaigns
from annotator.queries.rater_home import Resumed, done_by, resumed_in
from config.system import system_now, whole_system
from foundation.frozen import frozen
from foundation.words import grouped, plural
from jobs.models import FINISHED
from jobs.queries import access_jobs
from metrics.models import Report
from metrics.queries.reports import access_reports
from metrics.words import percent
from people.actor import person_of
from people.models import Role, User
from pooling.models import Benchmark, JudgedPair, Pool, Submission
from pooling.queries.benchmarks import access_benchmarks
from pooling.queries.submissions import access_submissions, left_today, open_benchmarks
from publishing.standings import BenchmarkStanding, standings

SHOWN_JOBS = 5
SHOWN_REPORTS = 8
SHOWN_BENCHMARKS = 4


@frozen
class Step:
    """The one thing to do next: why, and the button that leads there."""

    reason: str | Promise
    label: str | Promise
    url_name: str
    arguments: tuple[int, ...] = ()
    fragment: str = ""

    @property
    def address(self) -> str:
        return reverse(self.url_name, args=self.arguments) + self.fragment


READ_REPORTS = Step(
    _lazy(
        "You may read benchmarks, models and their runs, pools, agreement, reports, the explorer"
        " and releases."
    ),
    _lazy("Read the reports"),
    "metrics:evaluations",
)
RATE = Step(
    _lazy("Once there are pairs for you in a campaign, they appear here."),
    _lazy("See your campaigns"),
    "annotator:rate_list",
)
ADJUDICATE = Step(
    _lazy("No dispute waits for you. Where raters disagree or could not judge, you decide."),
    _lazy("See your campaigns"),
    "annotator:disputes_list",
)
INVITE = Step(
    _lazy("People come by invitation, each with a link of their own."),
    _lazy("Invite people"),
    "people:invitations",
)
FIRST_STEP = Step(
    _lazy("It all begins with a benchmark: captions, and the videos they were written for."),
    _lazy("Import captions"),
    "pooling:import_captions",
)
FIRST_CAMPAIGN = Step(
    _lazy("There is a pool, and no campaign asks about it yet."),
    _lazy("Plan a campaign"),
    "annotator:new_campaign",
)
OPEN_DRAFT = _lazy("%(campaign)s is a draft: raters see nothing of it until it is open.")
FIRST_REPORT = Step(
    _lazy("Pairs have been judged: see what that does to the scores, and how far raters agree."),
    _lazy("Evaluate"),
    "metrics:new_evaluation",
)
UNDER_WAY = Step(
    _lazy("See all campaigns, or plan the next one."), _lazy("Campaigns"), "annotator:campaigns"
)


@login_required
def home(request: HttpRequest) -> HttpResponse:
    """The person's work, by role; leads and administrators see the disputes of their campaigns
    among what is stuck, and rate where they are members."""
    asking = person_of(request)
    jobs = list(access_jobs(asking).exclude(state__in=FINISHED).order_by("-id")[: SHOWN_JOBS + 1])
    if asking.at_least(Role.LEAD):
        work = _of_a_lead(asking)
    elif asking.at_least(Role.RATER):
        work = _of_a_rater(asking)
    else:
        work = _of_a_submitter(asking) if asking.is_submitter else _of_a_reader(asking)
    context = work | {"jobs": jobs[:SHOWN_JOBS], "more_jobs": len(jobs) > SHOWN_JOBS}
    return render(request, "home.html", context)


def _of_a_rater(asking: User) -> dict[str, Any]:
    """Adjudicators may rate, too: in campaigns in which they are raters."""
    decides = asking.at_least(Role.ADJUDICATOR)
    rate, decide = to_rate(asking), to_decide(asking) if decides else None
    waiting, disputes = sum(row.waits for row in rate), decide.disputes if decide else 0
    to_judge = ngettext(
        "%(count)s dispute waits for a decision.",
        "%(count)s disputes wait for a decision.",
        disputes,
    ) % {"count": f"{disputes:,}"}
    pairs = ngettext(
        "You have pairs to rate in %(count)s campaign.",
        "You have pairs to rate in %(count)s campaigns.",
        waiting,
    ) % {"count": waiting}
    nothing = "" if decides else _("You have nothing to rate now.")
    sentence = [to_judge if decides else "", pairs if waiting else nothing]
    return {
        "decide": decide,
        "rates": not decide and (not decides or bool(rate)),
        "step": (ADJUDICATE if decides else RATE) if not decide and not rate else None,
        "sentence": " ".join(filter(None, sentence)),
        **_rated(asking, rate),
    }


def _rated(asking: User, rate: list[ToRate]) -> dict[str, Any]:
    """Where a rater goes on, the other campaigns, and how much they did."""
    first = rate[0] if rate and rate[0].waits else None
    resumed = resumed_in(rate[0].member) if rate else None
    return {
        "rate": rate,
        "first": first,
        "others": rate[1:] if first else rate,
        "resumed": resumed,
        "welcome": _welcome(first, resumed) if first and resumed else "",
        "done": done_by(asking),
    }


def _welcome(first: ToRate, resumed: Resumed) -> str:
    if first.way == "annotator:train":
        return _("Training comes first.")
    if first.way == "annotator:guideline":
        return _("There are new guidelines.")
    if resumed.held:
        return _("Welcome back. Your next pair is ready.")
    return _("Welcome back. Pairs are ready.") if first.today else _("Pairs are ready for you.")


def _of_a_lead(asking: User) -> dict[str, Any]:
    lead, rate = to_lead(asking), to_rate(asking)
    stuck, number = sum(len(row.stuck) for row in lead), led_under_way(asking).count()
    under_way = ngettext(
        "%(count)s campaign is under way.", "%(count)s campaigns are under way.", number
    ) % {"count": number}
    some = _("Below are the %(shown)s in which somebody answered last.") % {"shown": len(lead)}
    shown = f"{under_way} {some}" if number > len(lead) else under_way
    needs = ngettext("%(count)s thing is stuck.", "%(count)s things are stuck.", stuck) % {
        "count": stuck
    }
    return {
        "leads": True,
        "lead": lead,
        "alone": len(lead) == 1,
        "benchmarks": access_benchmarks(asking).order_by("-pk")[: SHOWN_BENCHMARKS + 1],
        "more_campaigns": number > len(lead),
        "step": _step_to_what_is_stuck(lead) or next_step(asking, lead),
        "system": whole_system() if asking.at_least(Role.ADMIN) else system_now(),
        "administers": asking.at_least(Role.ADMIN),
        "submitted": access_submissions(asking).filter(stage=Submission.Stage.WAITING).count(),
        "sentence": f"{shown} {needs if stuck else _('Nothing is stuck.')}"
        if lead
        else _("No campaign is under way."),
        **(_rated(asking, rate) if rate else {}),
    }


def _step_to_what_is_stuck(lead: list[ToLead]) -> Step | None:
    """The step to what holds up most in the campaign in which most is stuck. None if nothing is."""
    if not lead or not lead[0].stuck:
        return None
    of, worst = lead[0].campaign, lead[0].stuck[0].sentence
    words = {"campaign": of, "reason": worst}
    reason = _("Something is stuck in %(campaign)s: %(reason)s") % words
    return Step(reason, _("See what is stuck"), "annotator:campaign", (of.pk,), "#stuck")


def _of_a_submitter(asking: User) -> dict[str, Any]:
    return {
        "sentence": _("Your runs, and where you may hand in more."),
        "submits": True,
        "rows": access_submissions(asking).order_by("-pk")[:SHOWN_REPORTS],
        "open": open_benchmarks(asking),
        "left": left_today(asking),
    }


def _of_a_reader(asking: User) -> dict[str, Any]:
    """Benchmarks with the newest report or, without any, by name."""
    newest = access_reports(asking).filter(benchmark=OuterRef("pk")).order_by("-pk").values("pk")
    benchmarks = access_benchmarks(asking).annotate(newest=Subquery(newest[:1]))
    some = list(benchmarks.order_by(F("newest").desc(nulls_last=True), "name")[: SHOWN_REPORTS + 1])
    rows = standings(asking, some[:SHOWN_REPORTS])
    reports = list(access_reports(asking).order_by("-pk")[:SHOWN_REPORTS])
    return {
        "standings": rows,
        "more_benchmarks": len(some) > SHOWN_REPORTS,
        "reports": reports,
        "reads": True,
        "step": _read(reports[0]) if reports else READ_REPORTS,
        "sentence": _sentence_of_a_reader(rows),
    }


def _read(report: Report) -> Step:
    words = {"report": report.title, "benchmark": report.benchmark}
    reason = _("The newest report is “%(report)s”, of %(benchmark)s.") % words
    return Step(reason, _("Read it"), "metrics:evaluation", (report.pk,))


def _sentence_of_a_reader(rows: list[BenchmarkStanding]) -> str:
    pairs, judged, split = (
        sum(getattr(row, name) for row in rows) for name in ("pairs", "judged", "disagreements")
    )
    if not pairs:
        return _("Nothing has been judged here yet.")
    words = {"count": grouped(pairs), "share": percent(judged / pairs), "split": grouped(split)}
    given = (
        ngettext(
            "%(count)s pair is in a campaign, and %(share)s %% of it is judged.",
            "%(count)s pairs are in campaigns, and %(share)s %% of them are judged.",
            pairs,
        )
        % words
    )
    if not split:
        return given
    counted = ngettext(
        "The judged ones include %(split)s disagreement.",
        "The judged ones include %(split)s disagreements.",
        split,
    )
    return f"{given} {counted % words}"


def next_step(asking: User, lead: Sequence[ToLead] = ()) -> Step:
    """The next step of leads and administrators, with these campaigns under way."""
    if not Benchmark.objects.exists():
        return FIRST_STEP
    if not Campaign.objects.exists():
        return FIRST_CAMPAIGN if Pool.objects.exists() else INVITE
    if JudgedPair.objects.exists() and not Report.objects.exists():
        return FIRST_REPORT
    return _step_in_campaigns(asking, lead)


def _step_in_campaigns(asking: User, lead: Sequence[ToLead]) -> Step:
    disputed = next((row for row in lead if row.progress.disputes), None)
    if disputed:
        reason = plural(
            "%(count)s dispute of %(campaign)s waits for a decision.",
            "%(count)s disputes of %(campaign)s wait for a decision.",
            disputed.progress.disputes,
            campaign=disputed.campaign.name,
        )
        return Step(reason, _("See the disputes"), "annotator:disputes", (disputed.campaign.pk,))
    drafts = access_led_campaigns(asking).filter(state=Campaign.State.DRAFT)
    if not lead and (draft := drafts.order_by("-pk").first()):
        reason = OPEN_DRAFT % {"campaign": draft.name}
        return Step(reason, _("See the draft"), "annotator:campaign", (draft.pk,))
    return UNDER_WAY
