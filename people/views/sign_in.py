"""Coming and going by the page's door."""

from math import ceil
from typing import Any

from django.contrib.auth import views as auth
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from people.doorkeeper import LockedOut
from people.forms import SignInForm


class SignIn(auth.LoginView):
    """`?next=` is followed only to addresses of ours: Django's view checks it."""

    template_name = "people/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

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
