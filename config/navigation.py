"""The main navigation: the walk, in its order, as far as this person may go it."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from foundation.frozen import frozen
from foundation.version import VERSION
from foundation.words import translated
from people.models import READERS, Role, User


@frozen
class Place:
    label: str
    url_name: str
    roles: frozenset[Role]
    also: tuple[str, ...] = ()  # other addresses whose pages belong here

    @property
    def address(self) -> str:
        return reverse(self.url_name)

    def is_for(self, user: User) -> bool:
        return user.is_active and Role(user.role) in self.roles

    def reach(self, path: str) -> int:
        """How much of the path leads to this place: the length of its longest address that does."""
        addresses = [self.address, *(reverse(name) for name in self.also)]
        return max((len(address) for address in addresses if path.startswith(address)), default=0)


@frozen
class Link:
    """A place as base.html shows it: `current` is what aria-current says of it."""

    label: str
    address: str
    current: str


RATERS = frozenset({Role.RATER, Role.ADJUDICATOR})
LEADS = frozenset({Role.LEAD, Role.ADMIN})
DECIDERS = LEADS | {Role.ADJUDICATOR}

# A place is listed once it exists. Everything of one benchmark is below it (workspace.py); lists of
# all benchmarks' are reached from theirs. A person's own account is behind their name.
PLACES = (
    Place("Rate", "annotator:rate_list", RATERS),
    Place("My answers", "annotator:answers_list", RATERS),
    Place("Guidelines", "annotator:guidelines", RATERS),
    # A submitter's one place.
    Place("Submissions", "publishing:submissions", frozenset({Role.SUBMITTER})),
    Place(
        "Benchmarks",
        "pooling:benchmarks",
        READERS,
        also=(
            *("pooling:models", "pooling:runs", "pooling:pools", "metrics:agreement_list"),
            *("explorer:benchmarks", "publishing:submissions", "annotator:exports"),
        ),
    ),
    Place("Campaigns", "annotator:campaigns", LEADS),
    Place("Reports", "metrics:evaluations", READERS),
    Place("Releases", "publishing:releases", frozenset({Role.VIEWER})),
    Place("Adjudication", "annotator:disputes_list", DECIDERS),
    Place("People", "people:list", LEADS),
    Place("Jobs", "jobs:list", LEADS),
)


def navigation(request: HttpRequest) -> dict[str, Any]:
    """Context processor: `places` and `version` for base.html."""
    user = getattr(request, "user", None)
    places = (
        []
        if user is None or not user.is_authenticated
        else [place for place in PLACES if place.is_for(user)]
    )
    return {"places": links(places, request.path), "version": VERSION}


def links(places: list[Place], path: str) -> list[Link]:
    """A page below a place belongs to the place with the longest address that leads to it; one's
    account to none of them."""
    account = Place("Account", "people:account", frozenset(Role))
    nearest = max([*places, account], key=lambda place: place.reach(path))
    here = nearest if nearest.reach(path) else None
    mark = "page" if here and here.address == path else "true"
    return [
        Link(translated(place.label), place.address, mark if place is here else "")
        for place in places
    ]
