"""The main navigation: the walk, in its order, as far as this person may go it."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from config import VERSION
from people.models import Role


@dataclass(frozen=True, slots=True)
class Place:
    label: str
    url_name: str
    least: Role

    @property
    def address(self) -> str:
        return reverse(self.url_name)


@dataclass(frozen=True, slots=True)
class Link:
    """A place as base.html shows it: `current` is what aria-current says of it."""

    label: str
    address: str
    current: str


# In the order of the walk; people, jobs and settings at the end. A place is listed once it exists. A person's own account
# is behind their name, beside the navigation.
PLACES = (
    Place("People", "people:list", Role.LEAD),
    Place("Jobs", "jobs:list", Role.LEAD),
    Place("Audit log", "people:audit", Role.ADMIN),
)


def navigation(request: HttpRequest) -> dict[str, Any]:
    """Context processor: `places` and `version` for base.html."""
    user = getattr(request, "user", None)
    places = [] if user is None or not user.is_authenticated else [place for place in PLACES if user.at_least(place.least)]
    return {"places": links(places, request.path), "version": VERSION}


def links(places: list[Place], path: str) -> list[Link]:
    """A page below a place belongs to the place with the longest address that leads to it; one's account to none of them."""
    addresses = [place.address for place in places]
    nearest = max(
        (address for address in [*addresses, reverse("people:account")] if path.startswith(address)), key=len, default=""
    )
    mark = "page" if path == nearest else "true"
    return [
        Link(place.label, address, mark if address == nearest else "") for place, address in zip(places, addresses, strict=True)
    ]
