"""Inviting people, and what became of it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from foundation.asking.arguments import values_of
from foundation.pages import leading_back
from foundation.paging.by_key import page_by_key
from people import queries
from people.actions import withdraw_invitation as withdrawing
from people.actions.invite_person import invite_person
from people.actor import actor_of, person_of
from people.forms import InviteForm


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def invitations(request: HttpRequest) -> HttpResponse:
    """A new link is in the answer to its POST and nowhere else: a redirect would need it to be kept
    in between."""
    asking = person_of(request)
    queries.access_invitations(asking)
    if request.method != "POST":
        return _show(request, form=InviteForm(person=asking))
    form = InviteForm(request.POST, person=asking)
    if not form.is_valid():
        return _show(request, form=form, status=422)
    invitation, secret = invite_person(actor_of(request), **values_of(form.asked))
    link = request.build_absolute_uri(reverse("people:join", args=[secret]))
    return _show(request, form=InviteForm(person=asking), made=invitation, link=link, status=201)


def _show(request: HttpRequest, *, status: int = 200, **context: Any) -> HttpResponse:
    page = page_by_key(queries.access_invitations(person_of(request)), request.GET)
    context |= {"invitations": page.rows, "older": page.older, "newer": page.newer}
    return render(request, "people/invitations.html", context, status=status)


@login_required
@require_POST
@leading_back("people:invitations", same_address=False)
def withdraw_invitation(request: HttpRequest, invitation_id: int) -> HttpResponse:
    invitation = queries.access_invitation(person_of(request), invitation_id)
    withdrawing.withdraw_invitation(actor_of(request), invitation)
    messages.success(request, f"The invitation for {invitation.for_whom} is withdrawn.")
    return redirect("people:invitations")
