"""How often one person may ask."""

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from foundation.limits import seconds_to_wait


class PersonThrottle(SimpleRateThrottle):
    """Counts by person, through whichever of their tokens or sessions they come; by address for
    those not signed in."""

    scope = "person"
    seconds = 0.0

    def allow_request(self, request: Request, view: Any) -> bool:
        self.seconds = seconds_to_wait(self.get_cache_key(request, view), self.num_requests or 0)  # type: ignore[attr-defined]
        return not self.seconds

    def get_cache_key(self, request: Request, view: Any) -> str:
        return f"{self.scope}-{who_asks(request)}"

    def wait(self) -> float:
        return self.seconds


def who_asks(request: Any) -> str:
    """A person, by whichever door; an address, of somebody who is not signed in
    (TrustedProxyMiddleware has put the client's own in its place)."""
    user = request.user
    if user and user.is_authenticated:
        return f"user-{user.pk}"
    return f"address-{request.META.get('REMOTE_ADDR')}"
