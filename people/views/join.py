"""What an invitation's link opens."""

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from foundation.words import translated
from people.actions.create_account import UsernameTaken
from people.actions.invitations import InvitationNotOpen, accept_invitation
from people.actor import actor_of
from people.forms import JoinForm
from people.models import Invitation, LinkState, User
from people.onward import ONWARD
from people.queries import find_invitation
from people.views.one_time_links import link_at

OUR_BACKEND = "django.contrib.auth.backends.ModelBackend"


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, secret: str) -> HttpResponse:
    """Looking uses nothing up: mail scanners follow links, too."""
    invitation = link_at(request, secret, find_invitation)
    if invitation.state != LinkState.OPEN:
        return _over(request, invitation)
    if request.user.is_authenticated:
        return _show(request, "people/join_signed_in.html", invitation, status=409)
    form = JoinForm(request.POST or None)
    if form.is_valid():
        sent = {key: form.cleaned_data[key] for key in ("username", "name", "password")}
        try:
            person = accept_invitation(actor_of(request), secret=secret, **sent)
        except UsernameTaken as taken:
            form.add_error("username", translated(str(taken)))
        except InvitationNotOpen:
            return _over(request, link_at(request, secret, find_invitation))
        else:
            return _enter(request, invitation, person)
    status = 422 if form.is_bound else 200
    return _show(request, "people/join.html", invitation, status=status, form=form)


def _show(
    request: HttpRequest, template: str, invitation: Invitation, *, status: int, **more: JoinForm
) -> HttpResponse:
    into = ONWARD.names([invitation]).get(invitation.pk, "")
    context = {"invitation": invitation, "into": into, **more}
    return render(request, template, context, status=status)


def _over(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    return render(request, "people/invitation_over.html", {"invitation": invitation}, status=410)


def _enter(request: HttpRequest, invitation: Invitation, person: User) -> HttpResponse:
    login(request, person, backend=OUR_BACKEND)
    welcome = ONWARD.welcome(invitation)
    if welcome is None:
        return redirect("home")
    messages.success(request, welcome.sentence)
    return redirect(welcome.address)
