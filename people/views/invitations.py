"""Inviting people, and what became of it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from foundation.asking.arguments import values_of
from foundation.spreadsheet import spreadsheet_rows
from people import queries
from people.actions import invitations as making
from people.actor import actor_of, person_of
from people.forms import InviteForm
from people.guards import button
from people.lists import INVITATIONS
from people.models import Invitation
from people.onward import ONWARD


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def invitations(request: HttpRequest) -> HttpResponse:
    """New links are in the answer to their POST and nowhere else: a redirect would need them to be
    kept in between."""
    asking = person_of(request)
    queries.access_invitations(asking)
    fresh, form = InviteForm(person=asking), InviteForm(request.POST, person=asking)
    if request.method != "POST":
        return _show(request, form=fresh)
    if not form.is_valid():
        return _show(request, form=form, status=422)
    made = making.invite_people(actor_of(request), **values_of(form.asked))
    return _show(request, form=fresh, status=201, **links_made(request, made))


def links_made(request: HttpRequest, made: list[making.Invited]) -> dict[str, Any]:
    """The context of people/_links.html: what is shown this once, and all of it as CSV."""
    opened = [reverse("people:join", args=[one.secret]) for one in made]
    addresses = map(request.build_absolute_uri, opened)
    links = [(one.invitation, address) for one, address in zip(made, addresses, strict=True)]
    rows = [(who.for_whom, link, who.expires_at.isoformat(" ", "minutes")) for who, link in links]
    table = "".join(spreadsheet_rows(("for", "link", "expires"), rows)).lstrip("\ufeff")
    return {"links": links, "table": table}


def shown(request: HttpRequest, found: QuerySet[Invitation]) -> dict[str, Any]:
    """The context of people/_invitations.html: a page of them, and what they lead into."""
    page = INVITATIONS.page(found, request.GET)
    into = ONWARD.names(page.rows)
    rows = [(invitation, into.get(invitation.pk, "")) for invitation in page.rows]
    return {"invitations": rows, "page": page}


def _show(request: HttpRequest, *, status: int = 200, **context: Any) -> HttpResponse:
    context |= shown(request, queries.access_invitations(person_of(request)))
    return render(request, "people/invitations.html", context, status=status)


@button("people:invitations", same_address=False)
def withdraw_invitation(request: HttpRequest, invitation_id: int) -> HttpResponse:
    invitation = queries.access_invitation(person_of(request), invitation_id)
    making.withdraw_invitation(actor_of(request), invitation)
    whose = {"name": invitation.for_whom}
    messages.success(request, _("The invitation for %(name)s is withdrawn.") % whose)
    return redirect("people:invitations")
