"""Documents served by the product itself. Every page links to the section that explains it, which
its address names (foundation/pages.py)."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from config.documents import all_documents, read_document
from foundation.pages import pages_by_name
from people.guards import page_view

# Documents by who reads them; those that are not named here come last.
GROUPS = (
    (_("First steps"), "walkthrough"),
    (_("Judging pairs"), "for-raters rating adjudication"),
    (
        _("Leading a campaign"),
        "pooling videos formats campaigns submissions people lists jobs glossary",
    ),
    (
        _("Figures"),
        "doctor semantics witnesses retrieval metrics measures explorer leaderboard releases",
    ),
    (_("Scripts"), "api"),
    (_("Running Truepool"), "operations settings integrity"),
)


def explained_at(url_name: str) -> str:
    """The address of what explains the page of this name; the list of documents where nothing
    does."""
    page = pages_by_name().get(url_name)
    name, _, anchor = (page.help if page else "").partition("#")
    if not name:
        return reverse("help")
    return reverse("document", args=[name]) + (f"#{anchor}" if anchor else "")


def help_on_page(request: HttpRequest) -> dict[str, Any]:
    """Context processor: `help_address`, for the frame of every page."""
    match = getattr(request, "resolver_match", None)
    return {"help_address": explained_at(match.view_name if match else "")}


@page_view
def index(request: HttpRequest) -> HttpResponse:
    documents = {one.name: one for one in all_documents() if "/" not in one.name}
    groups = [(label, [documents.pop(name) for name in names.split()]) for label, names in GROUPS]
    groups.append((_("For programmers"), list(documents.values())))
    decisions = read_document("decisions/README")
    return render(request, "help/index.html", {"groups": groups, "decisions": decisions})


@page_view
def document(request: HttpRequest, name: str) -> HttpResponse:
    found = read_document(name)
    if found is None:
        raise Http404("no such document")
    contents = [section for section in found.sections if section.level == 2]
    return render(request, "help/document.html", {"document": found, "contents": contents})
