"""How a person reads: the language, the time zone and the light of their pages. What they have not
chosen is as their browser asks."""

from contextlib import suppress
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language_from_request
from django.utils.translation.trans_real import (
    get_languages,
    get_supported_language_variant,
    parse_accept_lang_header,
)

from foundation.frozen import frozen
from people.models import Role, Theme, User

# static/js/zone.js writes it, since no browser says its zone by itself.
ZONE_COOKIE = "time_zone"
# Those who look at clips all day: dark, unless they choose.
IN_THE_DARK = frozenset({Role.RATER, Role.ADJUDICATOR})
UTC = ZoneInfo("UTC")


@frozen
class Reader:
    language: str
    zone: ZoneInfo
    theme: str  # for data-theme; empty where the system's is taken


def reader_of(request: HttpRequest) -> Reader:
    person = request.user if isinstance(request.user, User) else None
    return Reader(_language(request, person), _zone(request, person), _theme(person))


def reader(request: HttpRequest) -> dict[str, Any]:
    """Context processor: how base.html is shown. Error pages may come before the middleware."""
    return {"reader": getattr(request, "reader", None)}


def _language(request: HttpRequest, person: User | None) -> str:
    """A language that is offered no more is as if it had not been chosen."""
    if person and person.language in get_languages():
        return get_supported_language_variant(person.language)
    found = get_language_from_request(request)
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) == found
    return found if chosen or found not in in_part() else _whole(request)


def _whole(request: HttpRequest) -> str:
    """The first language that the browser asks for and that all pages come in."""
    for asked, _ in parse_accept_lang_header(request.headers.get("Accept-Language", "").lower()):
        with suppress(LookupError):
            if (found := get_supported_language_variant(asked)) not in in_part():
                return found
    return settings.LANGUAGE_CODE


def _zone(request: HttpRequest, person: User | None) -> ZoneInfo:
    chosen = person.time_zone if person else ""
    for name in (chosen, request.COOKIES.get(ZONE_COOKIE, "")):
        if name in known_zones():
            return ZoneInfo(name)
    return UTC


def _theme(person: User | None) -> str:
    if person is None or person.theme == Theme.SYSTEM:
        return ""
    if person.theme:
        return person.theme
    return Theme.DARK.value if Role(person.role) in IN_THE_DARK else ""


@cache
def in_part() -> frozenset[str]:
    """Languages that most pages do not come in: whoever wants one chooses it."""
    return frozenset(one.code for one in settings.CATALOGUES if one.covers)


@cache
def known_zones() -> frozenset[str]:
    return frozenset(available_timezones())
