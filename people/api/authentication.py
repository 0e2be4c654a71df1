"""Who calls the API: a script by its token, or a person by their session."""

from typing import Any

from django.http import HttpRequest
from rest_framework import authentication
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request

from people import doorkeeper
from people.actions.tokens import note_token_use
from people.models import ApiToken, User
from people.queries import find_token, find_unsuspected_token

CHALLENGE = 'Bearer realm="Truepool"'


class LockedDoor(Throttled, AuthenticationFailed):
    """A refusal to listen at this door: 429, with Retry-After."""

    default_detail = "Too many wrong tokens or passwords came from this address."
    extra_detail_singular = "Try again in {wait} second."
    extra_detail_plural = "Try again in {wait} seconds."


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer tp_...`

    A token is drawn at random and cannot be guessed, so whoever shows a real one is heard, whatever
    else came from their address: only while their own name is locked out there are they not.
    Unknown ones count for their address, each of them once. An expired or revoked one is refused
    and not counted.
    """

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        secret = _bearer(request)
        if secret is None:
            return None
        door = request._request  # noqa: SLF001  (REST framework's would ask for its user, which is being found out here)
        network, since = doorkeeper.network_asking(door), doorkeeper.counted_since()
        token = find_unsuspected_token(secret, network, since)
        if token is None:
            token = _suspected_token(door, secret)
        if reason := _why_not(token):
            raise AuthenticationFailed(reason)
        note_token_use(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE


class SessionAuthentication(authentication.SessionAuthentication):
    """Django's session, with its CSRF check. Nobody signed in is 401, as with tokens, not 403."""

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE


def _bearer(request: Request) -> str | None:
    """None where another way of signing in is meant."""
    kind, _, secret = str(request.headers.get("Authorization", "")).partition(" ")
    if kind.lower() != "bearer":
        return None
    if not secret.strip() or " " in secret.strip():
        raise AuthenticationFailed("Expected the header Authorization: Bearer TOKEN.")
    return secret.strip()


def _suspected_token(door: HttpRequest, secret: str) -> ApiToken:
    """The long way: somebody has failed lately under its owner's name, or it is unknown."""
    token = find_token(secret)
    try:
        if token is None:
            doorkeeper.count_unknown_token(door, secret)
            raise AuthenticationFailed(
                "This token is not known: expected one as it was shown when it was made."
            )
        doorkeeper.refuse_while_locked(door, token.user)
    except doorkeeper.LockedOut as locked:
        raise LockedDoor(locked.seconds) from None
    return token


def _why_not(token: ApiToken) -> str:
    if token.revoked_at is not None:
        return f"This token was revoked on {token.revoked_at:%Y-%m-%d at %H:%M} UTC."
    if token.is_expired:
        return f"This token expired on {token.expires_at:%Y-%m-%d at %H:%M} UTC."
    if not token.user.is_active:
        return "The account of this token is deactivated."
    return ""


def token_of(request: Request) -> ApiToken | None:
    """The token that this request came with; None for a person in their session."""
    auth: Any = request.auth
    return auth if isinstance(auth, ApiToken) else None
