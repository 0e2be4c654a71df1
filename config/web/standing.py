"""Who asks, as far as the size of a body depends on it: read from the headers alone, before the body is."""

from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.core.handlers.wsgi import WSGIRequest
from django.db import close_old_connections
from django.utils.module_loading import import_string

from config.web.limits import Standing
from people.models import Role, User
from people.queries import find_token


def standing_of(environ: dict[str, Any]) -> Standing:
    """This only says how much is read. Whether the request may do what it asks for is found out as for any other."""
    request = WSGIRequest(dict(environ))
    try:
        person = _by_token(request) or _by_session(request)
    finally:
        close_old_connections()
    if person is None or not person.is_active:
        return Standing.NOBODY
    return Standing.LEAD if person.at_least(Role.LEAD) else Standing.PERSON


def _by_token(request: WSGIRequest) -> User | None:
    """A wrong token is not counted here: the API counts it, when it is asked next."""
    kind, _, secret = str(request.headers.get("Authorization", "")).partition(" ")
    token = find_token(secret.strip()) if kind.lower() == "bearer" else None
    return None if token is None or token.is_expired or token.revoked_at is not None else token.user


def _by_session(request: WSGIRequest) -> User | None:
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if not key:
        return None
    request.session = import_string(f"{settings.SESSION_ENGINE}.SessionStore")(key)
    person = get_user(request)
    return person if isinstance(person, User) else None
