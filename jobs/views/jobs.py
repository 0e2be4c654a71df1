"""The list of jobs, and one job's page with its progress."""

from collections.abc import Callable

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
from foundation.words import translated, translated_title
from jobs.actions.request import (
    CANCELLED,
    OVER,
    STOPPING,
    AlreadyFinished,
    NothingToRetry,
    cancel_job,
    cancel_jobs,
    retry_job,
    start_job,
)
from jobs.begun import leads_on_to, names, waited_for
from jobs.kinds import offered_kinds
from jobs.lists import JOBS
from jobs.models import Job
from jobs.queries import (
    NUMBERS,
    JobFilter,
    access_job,
    access_job_to_retry,
    access_jobs,
    access_offered_kind,
    number_for,
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


# Sent by static/js/waiting.js where somebody has begun to fill in a form of the page.
TYPED = "Truepool-Typed"


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
    """The page; to htmx only the progress, which asks again while work goes on. Once it is over,
    the page on which it was waited for leads on to what the job made, unless somebody is filling in
    a form there.
    """
    user = person_of(request)
    job = access_job(user, job_id)
    htmx = HtmxDetails(request)
    if not htmx:
        job.result = result_for(user, job)
        shown = {"job": job, "jobs": [job], "is_admin": user.at_least(Role.ADMIN)}
        return render(request, "jobs/detail.html", shown)
    answer = _progress(request, job)
    seen = htmx.current_url_abs_path or ""
    stays = not job.is_finished or TYPED in request.headers
    onward = "" if stays else leads_on_to(user, job, seen)
    if onward and onward == seen:
        answer["HX-Refresh"] = "true"
    elif onward:
        if not names(onward, number_for(user, job)):
            messages.success(request, _("%(job)s: done.") % {"job": translated_title(job.title)})
        answer["HX-Redirect"] = onward
    return answer


def _progress(request: HttpRequest, job: Job) -> HttpResponse:
    job.result = result_for(person_of(request), job)
    return render(request, "jobs/_progress.html", {"job": job})


@require_POST
@login_required
def cancel(request: HttpRequest, job_id: int) -> HttpResponse:
    job = access_job(person_of(request), job_id)
    return _acted(request, job, cancel_job)


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
def retry(request: HttpRequest, job_id: int) -> HttpResponse:
    job = access_job_to_retry(person_of(request), job_id)
    return _acted(request, job, retry_job)


def _acted(request: HttpRequest, job: Job, action: Callable[..., Job]) -> HttpResponse:
    """The job as it has become, in its place: to htmx its progress, and otherwise the page on which
    it is waited for."""
    try:
        job = action(job.pk, actor=actor_of(request))
    except (AlreadyFinished, NothingToRetry) as refused:
        if not HtmxDetails(request):
            messages.warning(request, translated(str(refused)))
    if HtmxDetails(request):
        return _progress(request, job)
    return waited_for(request, job)


@require_POST
@login_required
def start(request: HttpRequest, kind: str) -> HttpResponse:
    wanted = access_offered_kind(person_of(request), kind)
    job = start_job(wanted.name, actor=actor_of(request))
    return waited_for(request, job)
