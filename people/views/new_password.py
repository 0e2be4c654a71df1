"""What a link for a new password opens."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from people.actions.passwords import PasswordLinkNotOpen, use_password_link
from people.actor import actor_of
from people.forms import OtherPasswordForm
from people.models import LinkState, PasswordLink
from people.queries import find_password_link
from people.views.one_time_links import link_at


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def new_password(request: HttpRequest, secret: str) -> HttpResponse:
    """Looking uses nothing up. Afterwards its person signs in by the door, where a lock-out still
    holds."""
    link = link_at(request, secret, find_password_link)
    if link.state != LinkState.OPEN:
        return _over(request, link)
    if request.user.is_authenticated:
        return render(request, "people/new_password_signed_in.html", {"link": link}, status=409)
    form = OtherPasswordForm(link.person, request.POST or None)
    if not form.is_valid():
        context = {"link": link, "form": form}
        status = 422 if form.is_bound else 200
        return render(request, "people/new_password.html", context, status=status)
    password = form.cleaned_data["password"]
    try:
        use_password_link(actor_of(request), link, secret=secret, password=password)
    except PasswordLinkNotOpen:
        return _over(request, link_at(request, secret, find_password_link))
    messages.success(request, _("Your password is changed. Sign in with it."))
    return redirect("people:sign_in")


def _over(request: HttpRequest, link: PasswordLink) -> HttpResponse:
    return render(request, "people/new_password_over.html", {"link": link}, status=410)
