"""What a form says besides its fields: the page from which it was sent, to lead back to it, and the
rows that were selected in a list."""

from typing import Any
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from foundation.refused import Refused


def with_form(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """A page with a form, whose status says whether something was wrong with what was sent or
    asked."""
    wrong = 422 if request.method == "POST" else 400
    return render(request, template, context, status=wrong if context["form"].errors else 200)


def page_of_form(request: HttpRequest) -> str:
    """The page the browser names; the first page if it names none, or one of another site."""
    first_page = resolve_url(settings.LOGIN_REDIRECT_URL)
    came_from = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(
        came_from, {request.get_host()}, require_https=request.is_secure()
    ):
        return first_page
    parts = urlsplit(came_from)
    return urlunsplit(("", "", parts.path, parts.query, "")) or first_page


MOST = 500  # in one request; a page of a list has far fewer
MOST_DIGITS = 18


class NothingPicked(Refused):
    """Nothing was selected."""


def picked_rows(request: HttpRequest) -> list[int]:
    """The keys that the checkboxes of a list sent, each once, in the order of the list."""
    sent = dict.fromkeys(request.POST.getlist("pick"))
    keys = [int(key) for key in sent if key.isascii() and key.isdigit() and len(key) <= MOST_DIGITS]
    if not keys:
        raise NothingPicked(_("Select at least one row first."))
    if len(keys) > MOST:
        raise NothingPicked(_("Select at most %(most)d rows at once.") % {"most": MOST})
    return keys
