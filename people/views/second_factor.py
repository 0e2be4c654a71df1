"""A second factor: asked for at the door, set up there or on one's account page, and removed."""

from base64 import b32encode
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import quote, urlencode

import segno
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from foundation.asking.forms import refusals_of
from foundation.refused import Refused
from foundation.words import translated
from people import queries
from people.actions import second_factor as factors
from people.actor import Actor, actor_of, person_of, stranger_of
from people.code_forms import CodeForm, RecoveryCodeForm
from people.doorkeeper import hear_code
from people.entering import HalfWay, drafted_key, half_way, has_draft, pass_through, stay_in
from people.forms import CurrentPasswordForm, SecondFactorForm
from people.guards import FORM, page_view
from people.models import User
from people.secret import in_groups

FEW = 3  # recovery codes, at which the page says how many are left

# At the door


@sensitive_post_parameters()
@require_http_methods(FORM)
def ask_second_factor(request: HttpRequest) -> HttpResponse:
    """Two forms: the code that the app shows, and, for whoever has lost it, a recovery code."""
    halted = half_way(request)
    if halted is None:
        return _too_late(request)
    if queries.find_second_factor(halted.person) is None:  # an administrator removed it meanwhile
        return redirect(halted.step)
    by_recovery_code = "recovery_code" in request.POST
    code = CodeForm(None if by_recovery_code else _sent(request), is_alone=True)
    recovery = RecoveryCodeForm(_sent(request) if by_recovery_code else None)
    form: forms.Form = recovery if by_recovery_code else code
    if form.is_valid():
        refused = hear_code(request, halted.person, _use(request, halted.person, form))
        if refused is None:
            return _let_in(request, halted, by_recovery_code=by_recovery_code)
        form.add_error(next(iter(form.fields)), translated(str(refused)))
    context = {"person": halted.person, "form": code, "recovery_form": recovery}
    status = 422 if form.is_bound else 200
    return render(request, "people/ask_second_factor.html", context, status=status)


def _use(request: HttpRequest, person: User, form: forms.Form) -> Callable[[], Refused | None]:
    given = form.cleaned_data
    if "code" in given:
        return lambda: factors.use_code(person, given["code"])
    return lambda: factors.use_recovery_code(
        _acting(request, person), person, given["recovery_code"]
    )


def _let_in(request: HttpRequest, halted: HalfWay, *, by_recovery_code: bool) -> HttpResponse:
    pass_through(request, halted.person)
    left = queries.recovery_codes_left(halted.person)
    if by_recovery_code or left <= FEW:
        sentence = ngettext(
            "You have %(left)d recovery code left. Make new ones on your account page.",
            "You have %(left)d recovery codes left. Make new ones on your account page.",
            left,
        )
        messages.warning(request, sentence % {"left": left})
    return redirect(halted.then)


@sensitive_post_parameters()
@require_http_methods(FORM)
def set_up_at_the_door(request: HttpRequest) -> HttpResponse:
    """For those whose role needs a second factor, and who have none yet."""
    halted = half_way(request)
    if halted is None:
        return _too_late(request)
    if queries.find_second_factor(halted.person) is not None:
        return redirect(halted.step)
    form, person = CodeForm(_sent(request)), halted.person
    codes = _set_up(request, person, form)
    if codes is None:
        return _show_set_up(request, person, form, at_the_door=True)
    pass_through(request, User.objects.get(pk=person.pk))
    return _show_codes(request, codes, halted.then)


def _too_late(request: HttpRequest) -> HttpResponse:
    if not request.user.is_authenticated:
        messages.warning(request, _("Give your password again: the time for the code has run out."))
    return redirect("people:sign_in")


# On one's account page


@page_view
def second_factor(request: HttpRequest) -> HttpResponse:
    return _show(request)


def _show(request: HttpRequest, *, status: int = 200, **wrong: forms.Form) -> HttpResponse:
    person = person_of(request)
    factor = queries.find_second_factor(person)
    if factor is None:
        return redirect("people:set_up")
    context = {
        "factor": factor,
        "left": queries.recovery_codes_left(person),
        "is_demanded": factors.is_demanded(person),
        "codes_form": _confirming(request, "codes"),
        "remove_form": _confirming(request, "remove"),
        **wrong,
    }
    return render(request, "people/second_factor.html", context, status=status)


@login_required
@sensitive_post_parameters()
@require_http_methods(FORM)
def set_up(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    if request.method == "POST" and not has_draft(request) and queries.find_second_factor(person):
        messages.warning(
            request,
            _(
                "It is set up already. Its recovery codes were shown once: if you have not kept"
                " them, make new ones here."
            ),
        )
        return redirect("people:second_factor")
    form = SecondFactorForm(request, person, _sent(request))
    codes = _set_up(request, person, form)
    if codes is None:
        return _show_set_up(request, person, form, at_the_door=False)
    stay_in(request, User.objects.get(pk=person.pk))
    return _show_codes(request, codes, "people:account")


@login_required
@require_POST
@sensitive_post_parameters()
def make_recovery_codes(request: HttpRequest) -> HttpResponse:
    form = _confirming(request, "codes", request.POST)
    if form.is_valid():
        with refusals_of(form):
            codes = factors.make_recovery_codes(actor_of(request), person_of(request))
            return _show_codes(request, codes, "people:account")
    return _show(request, status=422, codes_form=form)


@login_required
@require_POST
@sensitive_post_parameters()
def give_up(request: HttpRequest) -> HttpResponse:
    form, person = _confirming(request, "remove", request.POST), person_of(request)
    if form.is_valid():
        with refusals_of(form):
            factors.give_up_second_factor(actor_of(request), person)
            stay_in(request, User.objects.get(pk=person.pk))
            messages.success(
                request, _("Your second factor is removed. Your other sessions have ended.")
            )
            return redirect("people:account")
    return _show(request, status=422, remove_form=form)


def _confirming(request: HttpRequest, prefix: str, sent: Any = None) -> CurrentPasswordForm:
    """Two on one page, whose fields must not share an id."""
    return CurrentPasswordForm(request, person_of(request), sent, prefix=prefix)


# Both


def _set_up(request: HttpRequest, person: User, form: forms.Form) -> list[str] | None:
    """The recovery codes; None where the form is to be shown (again)."""
    if form.is_valid():
        actor, key = _acting(request, person), drafted_key(request)
        with refusals_of(form):
            return factors.set_up_second_factor(actor, person, key, form.cleaned_data["code"])
    return None


def _sent(request: HttpRequest) -> Any:
    return request.POST if request.method == "POST" else None


def _acting(request: HttpRequest, person: User) -> Actor:
    """A person who is not signed in yet, and has proven who they are."""
    return replace(stranger_of(request), user=person)


def _show_set_up(
    request: HttpRequest, person: User, form: forms.Form, *, at_the_door: bool
) -> HttpResponse:
    """The key is in the picture, in the link and in letters: for a camera, for the phone that shows
    this page, and for typing."""
    secret = b32encode(drafted_key(request)).decode()
    account = quote(f"Truepool:{person.username} ({request.get_host()})")
    link = f"otpauth://totp/{account}?{urlencode({'secret': secret, 'issuer': 'Truepool'})}"
    context = {
        "form": form,
        "at_the_door": at_the_door,
        "replaces": queries.find_second_factor(person) is not None,
        "link": link,
        # White around it, whatever the page's theme: cameras look for dark on light.
        "picture": segno.make_qr(link).svg_data_uri(light="white", border=4, scale=5),
        "secret": " ".join(in_groups(secret)),
    }
    status = 422 if form.is_bound else 200
    return render(request, "people/set_up_second_factor.html", context, status=status)


def _show_codes(request: HttpRequest, codes: list[str], then: str) -> HttpResponse:
    """In the answer itself: a redirect would need them to be kept in between."""
    context = {"codes": codes, "then": resolve_url(then)}
    return render(request, "people/recovery_codes.html", context, status=201)
