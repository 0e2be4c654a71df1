"""How a person reads: the language, the time zone and the light of their pages. What they have not
chosen is as their browser asks."""

from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest
from django.utils.translation import get_language_from_request
from django.utils.translation.trans_real import get_languages, get_supported_language_variant

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
    return get_language_from_request(request)


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
def known_zones() -> frozenset[str]:
    return frozenset(available_timezones())
