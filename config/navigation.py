"""The main navigation: the walk, in its order, as far as this person may go it."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from config import VERSION
from people.models import Role, User


@dataclass(frozen=True, slots=True)
class Place:
    label: str
    url_name: str
    least: Role
    also: tuple[str, ...] = ()  # other addresses whose pages belong here
    most: Role = Role.ADMIN  # who is more than this has other places

    @property
    def address(self) -> str:
        return reverse(self.url_name)

    def is_for(self, user: User) -> bool:
        return user.at_least(self.least) and Role(user.role).rank <= self.most.rank

    def reach(self, path: str) -> int:
        """How much of the path leads to this place: the length of its longest address that does."""
        addresses = [self.address, *(reverse(name) for name in self.also)]
        return max((len(address) for address in addresses if path.startswith(address)), default=0)


@dataclass(frozen=True, slots=True)
class Link:
    """A place as base.html shows it: `current` is what aria-current says of it."""

    label: str
    address: str
    current: str


# In the order of the walk; people, jobs and settings at the end. A place is listed once it exists. A person's own account
# is behind their name, beside the navigation.
PLACES = (
    Place("Rate", "annotator:rate_list", Role.RATER, most=Role.ADJUDICATOR),
    Place("My answers", "annotator:answers_list", Role.RATER, most=Role.ADJUDICATOR),
    Place("Guidelines", "annotator:guidelines", Role.RATER, most=Role.ADJUDICATOR),
    Place("Benchmarks", "pooling:benchmarks", Role.LEAD),
    Place("Models & runs", "pooling:models", Role.LEAD, also=("pooling:runs",)),
    Place("Pools", "pooling:pools", Role.LEAD),
    Place("Campaigns", "annotator:campaigns", Role.LEAD),
    Place("Agreement", "metrics:agreement_list", Role.LEAD),
    Place("Evaluations", "metrics:evaluations", Role.LEAD),
    Place("Exports", "annotator:exports", Role.LEAD),
    Place("Adjudication", "annotator:disputes_list", Role.ADJUDICATOR),
    Place("People", "people:list", Role.LEAD),
    Place("Jobs", "jobs:list", Role.LEAD),
    Place("Audit log", "people:audit", Role.ADMIN),
)


def navigation(request: HttpRequest) -> dict[str, Any]:
    """Context processor: `places` and `version` for base.html."""
    user = getattr(request, "user", None)
    places = [] if user is None or not user.is_authenticated else [place for place in PLACES if place.is_for(user)]
    return {"places": links(places, request.path), "version": VERSION}


def links(places: list[Place], path: str) -> list[Link]:
    """A page below a place belongs to the place with the longest address that leads to it; one's account to none of them."""
    account = Place("Account", "people:account", Role.VIEWER)
    nearest = max([*places, account], key=lambda place: place.reach(path))
    here = nearest if nearest.reach(path) else None
    return [Link(place.label, place.address, _mark(place, path) if place is here else "") for place in places]


def _mark(place: Place, path: str) -> str:
    return "page" if path == place.address else "true"
