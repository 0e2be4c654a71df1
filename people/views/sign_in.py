"""Coming and going by the page's door."""

from math import ceil
from typing import Any

from django.contrib.auth import views as auth
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from people.doorkeeper import LockedOut
from people.entering import enter, go_elsewhere, half_way
from people.forms import SignInForm


class PasswordDoor(auth.LoginView):
    """What the sign-in page and the admin site's share: a password that is right may not be all.
    `?next=` is followed only to addresses of ours: Django's view checks it."""

    def form_valid(self, form: Any) -> HttpResponse:
        return enter(self.request, form.get_user(), self.get_success_url())


class SignIn(PasswordDoor):
    """Leads on whoever has given their password already, and asks for another page now."""

    template_name = "people/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        halted = half_way(request)
        if halted is None:
            return super().get(request, *args, **kwargs)
        if wanted := self.get_redirect_url():
            go_elsewhere(request, wanted)
        return redirect(halted.step)

    def form_invalid(self, form: Any) -> HttpResponse:
        response = super().form_invalid(form)
        response.status_code = 422
        return response


class SignOut(auth.LogoutView):
    """POST only, so that no link on another site signs anybody out."""


def locked_out(request: HttpRequest, locked: LockedOut) -> HttpResponse:
    """What is answered at every door, in place of the door's own answer; the API says it in its own
    way."""
    context = {"kind": locked.kind, "until": locked.until, "minutes": ceil(locked.seconds / 60)}
    response = render(request, "people/locked_out.html", context, status=429)
    response["Retry-After"] = str(locked.seconds)
    return response
