"""The one search: what a person may see, of every kind, by the words of its name."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotator.queries import campaigns
from config.documents import all_documents
from config.navigation import PLACES
from foundation.frozen import frozen
from foundation.searching import LONGEST, Match, Searchable, words_of
from metrics.queries import search as reports
from people import search as people
from people.actor import person_of
from people.guards import page_view
from people.models import User
from pooling.queries import search as benchmarks

SHORTEST = 2  # characters: one finds everything, and helps nobody
SHOWN, SUGGESTED = 20, 5  # of each kind, on the page and in the dialog


def _has(text: str, words: Sequence[str]) -> bool:
    folded = text.lower()
    return all(word.lower() in folded for word in words)


def _find_pages(asking: User, text: str, most: int) -> Sequence[Match]:
    """The places of the navigation, and what is behind a person's name."""
    pages = [Match(place.label, place.address) for place in PLACES if place.is_for(asking)]
    pages += [
        Match(_("My account"), reverse("people:account"), _("password, sessions, API tokens")),
        Match(_("Documents"), reverse("help")),
        Match(_("The API"), reverse("api-docs")),
    ]
    words = words_of(text)
    return [page for page in pages if _has(f"{page.title} {page.about}", words)][:most]


def _find_documents(asking: User, text: str, most: int) -> Sequence[Match]:
    """Sections whose heading has the words, then those whose text has them."""
    words = words_of(text)
    titled, mentioned = [], []
    for document in all_documents():
        for section in document.sections:
            hit = Match(section.title, f"{document.address}#{section.anchor}", document.title)
            if _has(f"{document.title} {section.title}", words):
                titled.append(hit)
            elif _has(section.text, words):
                mentioned.append(hit)
    return [*titled, *mentioned][:most]


def _everybody(asking: User) -> bool:
    return asking.is_active


KINDS: tuple[Searchable, ...] = (
    Searchable(gettext_lazy("Pages"), _everybody, _find_pages),
    *campaigns.KINDS,
    *benchmarks.KINDS,
    *reports.KINDS,
    *people.KINDS,
    Searchable(gettext_lazy("Documents"), _everybody, _find_documents),
)


@frozen
class Group:
    label: Any
    found: Sequence[Match]


def find(asking: User, text: str, most: int) -> list[Group]:
    """What each kind that this person may search finds of it; kinds without any are left out."""
    wanted = " ".join(text.replace("\x00", " ").split())[:LONGEST]
    if len(wanted) < SHORTEST:
        return []
    kinds = [kind for kind in KINDS if kind.open_to(asking)]
    groups = [Group(kind.label, kind.find(asking, wanted, most)) for kind in kinds]
    return [group for group in groups if group.found]


@page_view
def search(request: HttpRequest) -> HttpResponse:
    """The page; `?part=dialog` is the dialog over any page, `?part=options` what it lists."""
    if request.GET.get("part") == "dialog":
        return render(request, "search/_dialog.html")
    text = request.GET.get("q", "")
    suggested = request.GET.get("part") == "options"
    groups = find(person_of(request), text, SUGGESTED if suggested else SHOWN)
    context = {"q": text[:LONGEST], "groups": groups, "shortest": SHORTEST}
    context["too_short"] = bool(text.strip()) and len(text.strip()) < SHORTEST
    return render(request, f"search/{'_options' if suggested else 'page'}.html", context)
