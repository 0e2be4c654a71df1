"""The list of jobs, and one job's page with its progress."""

from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy
from django.views.decorators.http import require_GET, require_POST
from django_htmx.middleware import HtmxDetails

from foundation.asking.forms import FilterForm
from foundation.form_page import page_of_form, picked_rows
from foundation.pages import leading_back
from jobs.actions.request import (
    CANCELLED,
    OVER,
    STOPPING,
    cancel_job,
    cancel_jobs,
    retry_job,
    start_job,
)
from jobs.kinds import in_own_words, offered_kinds
from jobs.lists import JOBS
from jobs.models import Job, State
from jobs.queries import (
    NUMBERS,
    JobFilter,
    access_job,
    access_job_to_retry,
    access_jobs,
    access_offered_kind,
    may_start,
    result_for,
    worker_is_silent,
    worker_seen_at,
)
from people.actor import actor_of, person_of
from people.models import Role

# What became of jobs that were selected to be cancelled, of one and of several.
WHAT_BECAME = {
    CANCELLED: ngettext_lazy(
        "%(count)d job is cancelled.", "%(count)d jobs are cancelled.", "count"
    ),
    STOPPING: ngettext_lazy(
        "%(count)d job was asked to stop: it does so at its next step.",
        "%(count)d jobs were asked to stop: they do so at their next step.",
        "count",
    ),
    OVER: ngettext_lazy(
        "%(count)d job was over already.", "%(count)d jobs were over already.", "count"
    ),
}


class JobFilterForm(FilterForm):
    """A filter in the address, so that a filtered list can be kept and passed on."""

    asks = JobFilter
    unchosen = {"state": "All"}


@require_GET
@login_required
def show_list(request: HttpRequest) -> HttpResponse:
    user = person_of(request)
    form = JobFilterForm(request.GET)
    wanted = form.asked if form.is_valid() else JobFilter()
    mask = NUMBERS if user.is_submitter else None
    page = JOBS.page(wanted.of(access_jobs(user)), request.GET, mask=mask)
    shown = {
        "jobs": page.rows,
        "page": page,
        "may_cancel": any(not (job.is_finished or job.is_cancelling) for job in page.rows),
        "filter": form,
        "kinds": offered_kinds(Role(user.role)),
        "seen_at": worker_seen_at(),
        "silent": worker_is_silent(),
    }
    return render(request, "jobs/list.html", shown)


@require_GET
@login_required
def show(request: HttpRequest, job_id: int) -> HttpResponse:
    """The page; to htmx only the progress, which asks again while work goes on. On the job's own
    page its end brings more than progress (a result, an error, other buttons), so there the whole
    page is reloaded, once; a job that was over at once leads on to what it made.
    """
    user = person_of(request)
    job = access_job(user, job_id)
    job.result = result_for(user, job)
    shown = {
        "job": job,
        "may_retry": job.may_be_retried and may_start(user, job.kind),
        "is_admin": user.at_least(Role.ADMIN),
    }
    htmx = HtmxDetails(request)
    if not htmx:
        return render(request, "jobs/detail.html", shown)
    answer = render(request, "jobs/_progress.html", shown)
    if job.is_finished and htmx.current_url_abs_path == request.path:
        if onward := leads_on_to(job):
            messages.success(request, _("%(job)s: done.") % {"job": job.title})
            answer["HX-Redirect"] = onward
        else:
            answer["HX-Refresh"] = "true"
    return answer


@require_POST
@login_required
@leading_back("jobs:detail")
def cancel(request: HttpRequest, job_id: int) -> HttpResponse:
    job = access_job(person_of(request), job_id)
    job = cancel_job(job.pk, actor=actor_of(request))
    asked = _("Cancelled.") if job.is_finished else _("Asked to stop: it does so at its next step.")
    messages.info(request, asked)
    return redirect("jobs:detail", job_id)


@require_POST
@login_required
@leading_back("jobs:list")
def cancel_picked(request: HttpRequest) -> HttpResponse:
    asking, picked = person_of(request), picked_rows(request)
    if asking.is_submitter:
        picked = [NUMBERS.meant(number) for number in picked]
    found = access_jobs(asking).filter(pk__in=picked)
    became = cancel_jobs(actor_of(request), list(found.order_by("pk")))
    for how, sentence in WHAT_BECAME.items():
        if count := became[how]:
            messages.info(request, sentence % {"count": count})
    return redirect(page_of_form(request))


@require_POST
@login_required
@leading_back("jobs:detail")
def retry(request: HttpRequest, job_id: int) -> HttpResponse:
    job = access_job_to_retry(person_of(request), job_id)
    retry_job(job.pk, actor=actor_of(request))
    messages.info(request, _("Waiting to be tried again."))
    return redirect("jobs:detail", job_id)


@require_POST
@login_required
def start(request: HttpRequest, kind: str) -> HttpResponse:
    wanted = access_offered_kind(person_of(request), kind)
    job = start_job(wanted.name, actor=actor_of(request))
    return redirect("jobs:detail", job.pk)


# Whoever has watched for longer reads the job's own page first.
AT_ONCE = timedelta(seconds=10)


def leads_on_to(job: Job) -> str:
    """Where a job that was over at once leads its person: an address in the package's own words,
    pooling.import_run -> pooling/onward/import_run.txt.

    Empty where there is none, where it took longer, or where the job has something to say itself.
    """
    if job.state != State.DONE or job.finished_at is None or not job.result:
        return ""
    has_words = any(job.result.get(name) for name in ("warnings", "refused", "already"))
    took_longer = job.finished_at - job.created_at > AT_ONCE
    return "" if has_words or took_longer else in_own_words(job, "onward/{}.txt").strip()
