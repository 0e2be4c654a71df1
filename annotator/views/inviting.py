"""How people come into a campaign: by name, as a list, or by links."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from annotator.actions.add_members import add_members
from annotator.actions.invite_into import invite_into
from annotator.forms import InviteIntoForm, MembersForm
from annotator.models import Campaign
from annotator.queries import progress as queries
from annotator.queries.candidates import candidates_of
from foundation.asking.arguments import values_of
from people.actor import actor_of, person_of
from people.queries import access_invitations
from people.views.invitations import links_made, shown


@never_cache
@login_required
@require_safe
def search(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Names that complete what is typed into the page's field."""
    asking = person_of(request)
    of = queries.access_led_campaign(asking, campaign_id)
    role, typed = request.GET.get("role", "rater"), request.GET.get("q", "")
    found = [
        {"value": person.username, "name": person.name, "about": person.get_role_display()}
        for person in candidates_of(asking, of, role, typed)
    ]
    return JsonResponse({"options": found})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def add_many(request: HttpRequest, campaign_id: int) -> HttpResponse:
    of = queries.access_led_campaign(person_of(request), campaign_id)
    form = MembersForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with form.refusals():
            added = add_members(actor_of(request), of, **values_of(form.asked))
            sentence = ngettext(
                "%(number)s person is in %(campaign)s.",
                "%(number)s people are in %(campaign)s.",
                len(added),
            )
            messages.success(request, sentence % {"number": len(added), "campaign": of})
            return redirect("annotator:campaign", campaign_id)
    context = {"campaign": of, "form": form}
    return render(
        request, "annotator/add_members.html", context, status=422 if form.errors else 200
    )


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """New links are in the answer to their POST and nowhere else."""
    of = queries.access_led_campaign(person_of(request), campaign_id)
    form = InviteIntoForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with form.refusals():
            made = invite_into(actor_of(request), of, **values_of(form.asked))
            links = links_made(request, made)
            return _show_invitations(request, of, InviteIntoForm(), status=201, **links)
    return _show_invitations(request, of, form, status=422 if form.errors else 200)


def _show_invitations(
    request: HttpRequest, of: Campaign, form: InviteIntoForm, *, status: int, **context: Any
) -> HttpResponse:
    rows = access_invitations(person_of(request))
    context |= shown(request, rows.filter(pk__in=of.invitations.values("pk")))
    context |= {"campaign": of, "form": form}
    return render(request, "annotator/invite.html", context, status=status)
