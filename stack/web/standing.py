"""Who asks, as far as the size of a body depends on it: read from the headers alone, before the
body is."""

import logging
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.core.handlers.wsgi import WSGIRequest
from django.db import OperationalError, close_old_connections
from django.utils.module_loading import import_string

from people.models import Role, User
from people.queries import find_token
from stack.web.limits import KnownAs
from stack.web.refusal import Refusal

logger = logging.getLogger(__name__)


def standing_of(environ: dict[str, Any]) -> KnownAs:
    """This only says how much is read. Whether the request may do what it asks for is found out as
    for any other."""
    person = _asking(WSGIRequest(dict(environ)))
    if person is None or not person.is_active:
        return KnownAs.NO_ONE
    if person.is_submitter:
        return KnownAs.SUBMITTER
    return KnownAs.LEAD if person.at_least(Role.LEAD) else KnownAs.PERSON


def _asking(request: WSGIRequest) -> User | None:
    """A database that was started again leaves broken connections in the pool, each of which fails
    once."""
    for _ in range((settings.GIVEN["TRUEPOOL_DATABASE_POOL"] or 0) + 1):
        try:
            return _by_token(request) or _by_session(request)
        except OperationalError:
            silent = "The database did not answer who asks; a new connection is tried"
            logger.warning(silent, exc_info=True)
        finally:
            close_old_connections()
    silent = "The database does not answer: nobody can say how much this request may send."
    raise Refusal(503, silent, again=5)


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
