"""Releases: read and downloaded by readers; made and deleted by leads."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from jobs.begun import waited_for
from people.actor import actor_of, person_of
from people.guards import form_view, leads_form
from people.models import Role
from people.queries import require_role
from pooling.forms import BenchmarkFilterForm
from pooling.queries.benchmarks import access_benchmarks
from publishing.actions.delete_release import delete_release
from publishing.actions.start_release import start_release
from publishing.forms import ReleaseForm
from publishing.queries.listed import RELEASES
from publishing.queries.releases import access_release, access_releases, described_files


@form_view
def releases(request: HttpRequest) -> HttpResponse:
    asking = person_of(request)
    if request.method == "POST":
        require_role(asking, Role.LEAD)
    found, choice = access_releases(asking), BenchmarkFilterForm(request.GET, person=asking)
    wanted = choice.cleaned_data["benchmark"] if choice.is_valid() else None
    page = RELEASES.page(
        found.filter(benchmark=wanted) if wanted else found, request.GET, lead=asking.is_lead
    )
    newest = wanted or access_benchmarks(asking).order_by("-pk").first()
    form = None
    if asking.is_lead and newest:
        sent = request.POST if request.method == "POST" else None
        form = ReleaseForm(asking, newest, sent, usual=request.GET.dict())
        if form.is_valid():
            return waited_for(request, start_release(actor_of(request), form.asked))
    context = {"releases": page.rows, "page": page, "benchmark": newest, "form": form}
    refused = form is not None and form.errors
    return render(request, "publishing/releases.html", context, status=422 if refused else 200)


@login_required
@require_http_methods(["GET", "HEAD"])
def release(request: HttpRequest, release_id: int) -> HttpResponse:
    shown = access_release(person_of(request), release_id)
    context = {"release": shown, "files": described_files(shown)}
    return render(request, "publishing/release.html", context)


@leads_form
def delete(request: HttpRequest, release_id: int) -> HttpResponse:
    """It asks first, by showing what goes."""
    shown = access_release(person_of(request), release_id)
    if request.method != "POST":
        return render(request, "publishing/delete_release.html", {"release": shown})
    delete_release(actor_of(request), shown)
    messages.info(request, _("The release %(shown)s was deleted.") % {"shown": shown})
    return redirect("publishing:releases")
