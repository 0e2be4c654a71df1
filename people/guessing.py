"""When an address, or a name at an address, has guessed often enough: arithmetic on the attempts
that are remembered."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Protocol

from foundation.frozen import frozen

# An attempt is answered sooner than this, or never: its process died, and it counts as a failure.
ANSWERED_WITHIN = timedelta(minutes=1)


class Attempt(Protocol):
    at: datetime
    failed: bool


@frozen
class Limit:
    failures: int
    within: timedelta


@frozen
class Attempts:
    """What is known before an attempt is heard: refused until some moment, or full of attempts that
    may yet turn out right."""

    locked_until: datetime | None = None
    is_full: bool = False


def stand(attempts: Iterable[Attempt], limit: Limit, now: datetime) -> Attempts:
    """Locked while `limit.failures` failures lie within the time; attempts under way fill it, but
    lock nobody out."""
    recent = [attempt for attempt in attempts if attempt.at > now - limit.within]
    failures = sorted(
        attempt.at for attempt in recent if attempt.failed or attempt.at <= now - ANSWERED_WITHIN
    )
    if len(failures) >= limit.failures:
        return Attempts(failures[-limit.failures] + limit.within)
    return Attempts(is_full=len(recent) >= limit.failures)


def network_of(address: str) -> str:
    """What counts as one address: whoever has an IPv6 address has the 2**64 of its network, and can
    change at each guess."""
    try:
        found = ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((found, 64), strict=False))
    return str(found)
