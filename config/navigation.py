"""The main navigation: the walk, in its order, as far as this person may go it."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from people.models import Role


@dataclass(frozen=True, slots=True)
class Place:
    label: str
    url_name: str
    least: Role


# In the order of the walk; people, jobs and settings at the end. A place is listed once it exists.
PLACES = (
    Place("People", "people:list", Role.LEAD),
    Place("Jobs", "jobs:list", Role.LEAD),
    Place("Audit log", "people:audit", Role.ADMIN),
    Place("My account", "people:account", Role.VIEWER),
)


def navigation(request: HttpRequest) -> dict[str, Any]:
    """Context processor: `places` for base.html."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"places": []}
    return {"places": [place for place in PLACES if user.at_least(place.least)]}
