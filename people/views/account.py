"""My account: password, sessions, tokens."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from foundation.asking.arguments import values_of
from foundation.paging.by_key import page_by_key
from people import queries
from people.actions import accounts, passwords, tokens
from people.actions import choose_reading as choosing
from people.actor import actor_of, person_of
from people.forms import PasswordForm, ReadingForm, TokenForm
from people.guards import button, page_view
from people.reader import reader_of


@page_view
def account(request: HttpRequest) -> HttpResponse:
    return _show(request)


def _show(request: HttpRequest, *, status: int = 200, **forms: Any) -> HttpResponse:
    person = person_of(request)
    fresh = {
        "reading_form": ReadingForm(person=person),
        "password_form": PasswordForm(request, person),
        "token_form": TokenForm(person=person),
    }
    page = page_by_key(queries.access_tokens(person), request.GET)
    context = {"person": person, "tokens": page.rows, "older": page.older, "newer": page.newer}
    context["second_factor"] = queries.find_second_factor(person)
    return render(request, "people/account.html", {**context, **fresh, **forms}, status=status)


@button()
def choose_reading(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    form = ReadingForm(request.POST, person=person)
    if not form.is_valid():
        return _show(request, reading_form=form, status=422)
    choosing.choose_reading(person, form.asked)
    translation.activate(reader_of(request).language)  # the message is already in the new one
    messages.success(request, _("Saved. Your pages are shown like this from now on."))
    return redirect("people:account")


@login_required
@require_POST
@sensitive_post_parameters()
def change_password(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    form = PasswordForm(request, person, request.POST)
    if not form.is_valid():
        return _show(request, password_form=form, status=422)
    changed = passwords.change_password(actor_of(request), person, form.cleaned_data["password"])
    update_session_auth_hash(request, changed)
    messages.success(
        request, _("Password changed. Your other sessions have ended and your tokens are revoked.")
    )
    return redirect("people:account")


@button()
def end_sessions(request: HttpRequest) -> HttpResponse:
    update_session_auth_hash(request, accounts.end_sessions(actor_of(request), person_of(request)))
    messages.success(request, _("All your other sessions have ended."))
    return redirect("people:account")


@login_required
@require_POST
@never_cache
def make_token(request: HttpRequest) -> HttpResponse:
    """Answers with the page itself: a redirect would need the secret to be kept somewhere in
    between."""
    person = person_of(request)
    form = TokenForm(request.POST, person=person, given={"owner": person})
    if not form.is_valid():
        return _show(request, token_form=form, status=422)
    token, secret = tokens.make_token(actor_of(request), person, **values_of(form.asked))
    return _show(request, made=token, secret=secret, status=201)


@button()
def revoke_token(request: HttpRequest, token_id: int) -> HttpResponse:
    token = queries.access_token(person_of(request), token_id)
    tokens.revoke_token(actor_of(request), token)
    messages.success(request, _("Token %(name)s revoked.") % {"name": token.name})
    return redirect("people:account")
