"""What a link that works once opens: an invitation's, or one for a new password. Looking uses
nothing up: mail scanners follow links, too."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from foundation.words import translated
from people.actions.create_account import UsernameTaken
from people.actions.invitations import InvitationNotOpen, accept_invitation
from people.actions.passwords import PasswordLinkNotOpen, use_password_link
from people.actor import actor_of
from people.doorkeeper import LINK_GUESSER, look_up
from people.entering import enter
from people.forms import JoinForm, OtherPasswordForm
from people.guards import FORM
from people.models import Invitation, LinkState, OneTimeLink, User
from people.onward import ONWARD
from people.queries import find_invitation, find_password_link

Link = TypeVar("Link", bound=OneTimeLink)
JOIN, INVITATION_OVER = "people/join.html", "people/invitation_over.html"
NEW_PASSWORD, LINK_OVER = "people/new_password.html", "people/new_password_over.html"


@never_cache
@sensitive_post_parameters()
@require_http_methods(FORM)
def join(request: HttpRequest, secret: str) -> HttpResponse:
    invitation = _link_at(request, secret, find_invitation)
    if invitation.state != LinkState.OPEN:
        return render(request, INVITATION_OVER, {"invitation": invitation}, status=410)
    if request.user.is_authenticated:
        context = {"invitation": invitation, "into": _into(invitation)}
        return render(request, "people/join_signed_in.html", context, status=409)
    form = JoinForm(request.POST or None)
    if form.is_valid():
        sent = {key: form.cleaned_data[key] for key in ("username", "name", "password")}
        try:
            person = accept_invitation(actor_of(request), secret=secret, **sent)
        except UsernameTaken as taken:
            form.add_error("username", translated(str(taken)))
        except InvitationNotOpen:
            invitation = _link_at(request, secret, find_invitation)
            return render(request, INVITATION_OVER, {"invitation": invitation}, status=410)
        else:
            return _enter(request, invitation, person)
    context = {"invitation": invitation, "into": _into(invitation), "form": form}
    return render(request, JOIN, context, status=422 if form.is_bound else 200)


@never_cache
@sensitive_post_parameters()
@require_http_methods(FORM)
def new_password(request: HttpRequest, secret: str) -> HttpResponse:
    """Afterwards its person signs in by the door, where a lock-out still holds."""
    link = _link_at(request, secret, find_password_link)
    context: dict[str, Any] = {"link": link}
    if link.state != LinkState.OPEN:
        return render(request, LINK_OVER, context, status=410)
    if request.user.is_authenticated:
        return render(request, "people/new_password_signed_in.html", context, status=409)
    form = OtherPasswordForm(link.person, request.POST or None)
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return render(request, NEW_PASSWORD, context | {"form": form}, status=status)
    password = form.cleaned_data["password"]
    try:
        use_password_link(actor_of(request), link, secret=secret, password=password)
    except PasswordLinkNotOpen:
        over = _link_at(request, secret, find_password_link)
        return render(request, LINK_OVER, {"link": over}, status=410)
    messages.success(request, _("Your password is changed. Sign in with it."))
    return redirect("people:sign_in")


def _link_at(request: HttpRequest, secret: str, find: Callable[[str], Link | None]) -> Link:
    """Links that do not exist are guesses, and counted."""
    link = look_up(request, LINK_GUESSER, lambda: find(secret))
    if link is None:
        raise Http404
    return link


def _into(invitation: Invitation) -> str:
    return ONWARD.names([invitation]).get(invitation.pk, "")


def _enter(request: HttpRequest, invitation: Invitation, person: User) -> HttpResponse:
    welcome = ONWARD.welcome(invitation)
    response = enter(request, person, welcome.address if welcome else reverse("home"))
    if welcome:
        messages.success(request, welcome.sentence)
    return response
