"""On whose behalf something is done, and by which door they came: edges make an Actor, actions pass it on."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from django.http import HttpRequest

if TYPE_CHECKING:
    from people.models import User

Via = Literal["page", "api", "command", "system"]


@dataclass(frozen=True, slots=True)
class Actor:
    user: "User | None"
    via: Via
    address: str | None = None


SYSTEM = Actor(None, "system")
COMMAND = Actor(None, "command")


def actor_of(request: HttpRequest) -> Actor:
    """The person behind a request, as the audit log will name them."""
    user = request.user if request.user.is_authenticated else None
    via: Via = "api" if request.path.startswith("/api/") else "page"
    return Actor(user, via, request.META.get("REMOTE_ADDR") or None)
