"""How people come into a campaign: by name, as a list, or by links."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from annotator.actions.add_members import add_members, invite_into
from annotator.forms import InviteIntoForm, MembersForm
from annotator.models import Campaign
from annotator.queries import progress as queries
from annotator.queries.campaigns import candidates_of
from annotator.views.doors import form_about, page_about, sent
from foundation.asking.arguments import values_of
from foundation.form_page import with_form
from people.actor import actor_of, person_of
from people.queries import access_invitations
from people.views.invitations import links_made, shown


@never_cache
@page_about(queries.access_led_campaign)
def search(request: HttpRequest, of: Campaign) -> HttpResponse:
    """Names that complete what is typed into the page's field."""
    asking = person_of(request)
    role, typed = request.GET.get("role", "rater"), request.GET.get("q", "")
    found = [
        {"value": person.username, "name": person.name, "about": person.get_role_display()}
        for person in candidates_of(asking, of, role, typed)
    ]
    return JsonResponse({"options": found})


@form_about(queries.access_led_campaign)
def add_many(request: HttpRequest, of: Campaign) -> HttpResponse:
    form = MembersForm(sent(request))
    if form.is_valid():
        with form.refusals():
            added = add_members(actor_of(request), of, **values_of(form.asked))
            sentence = ngettext(
                "%(number)s person is in %(campaign)s.",
                "%(number)s people are in %(campaign)s.",
                len(added),
            )
            messages.success(request, sentence % {"number": len(added), "campaign": of})
            return redirect("annotator:campaign", of.pk)
    return with_form(request, "annotator/add_members.html", {"form": form, "campaign": of})


@never_cache
@form_about(queries.access_led_campaign)
def invite(request: HttpRequest, of: Campaign) -> HttpResponse:
    """New links are in the answer to their POST and nowhere else."""
    form = InviteIntoForm(sent(request))
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
