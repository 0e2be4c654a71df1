"""How often one person may ask."""

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle


class PersonThrottle(SimpleRateThrottle):
    """Counts by person, through whichever of their tokens or sessions they come; by address for
    those not signed in.

    Each web process counts for itself. It keeps a script that runs wild from taking the machine; it
    guards no secret.
    """

    scope = "person"

    def get_cache_key(self, request: Request, view: Any) -> str:
        return self.cache_format % {"scope": self.scope, "ident": who_asks(request)}


def who_asks(request: Any) -> str:
    """A person, by whichever door; an address, of somebody who is not signed in
    (TrustedProxyMiddleware has put the client's own in its place)."""
    user = request.user
    if user and user.is_authenticated:
        return f"user-{user.pk}"
    return f"address-{request.META.get('REMOTE_ADDR')}"
