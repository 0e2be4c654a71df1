"""A benchmark's workspace: six tabs in the order of the work, the same on every page below it.

A page belongs to the benchmark that its address names: by the benchmark's number, or by that of a
campaign, pool, run, report or release of it, or by `?benchmark=` or `?pool=` of a list or form.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import ResolverMatch, reverse

from annotator.queries.home import to_lead
from config.entries import COUNTS, DEFINITIONS, ENTRIES, TITLES, Extent, campaigns_of, facts_of
from foundation.frozen import frozen
from foundation.pages import pages_by_name
from metrics.queries.listed import headlines_of
from metrics.queries.reports import access_reports
from people.actor import person_of
from people.guards import page_view
from people.models import User
from pooling.models import Benchmark
from pooling.queries.benchmarks import access_benchmark
from pooling.queries.visible import visible_pools, visible_runs
from pooling.views.benchmarks import data_of
from publishing.queries.releases import access_releases

TAB_PAGES = {f"benchmark_{tab}": tab for tab in DEFINITIONS}
TAB_OF = {entry.page: tab for tab, entries in ENTRIES.items() for entry in entries}
# What else an address may name, and a benchmark has: as far as this person may know of it, for an
# error page has the bar, too, and must not say that there is something.
OWNERS: dict[str, Callable[[User], QuerySet[Any]]] = {
    "campaign_id": campaigns_of,
    "pool_id": visible_pools,
    "run_id": visible_runs,
    "report_id": access_reports,
    "release_id": access_releases,
}


@frozen
class Workspace:
    """tab: the one that the page belongs to."""

    facts: Extent
    tab: str

    @property
    def tabs(self) -> list["Tab"]:
        benchmark = self.facts.benchmark
        return [
            Tab(name, TITLES[name], address_of(name, benchmark), _counted(name, self.facts))
            for name in TITLES
        ]


@frozen
class Tab:
    name: str
    title: str
    address: str
    count: int | None

    @property
    def counts(self) -> str:
        return COUNTS.get(self.name, "")


def _counted(tab: str, facts: Extent) -> int | None:
    return getattr(facts, COUNTS[tab]) if tab in COUNTS else None


def address_of(tab: str, benchmark: Benchmark) -> str:
    page = "pooling:benchmark" if tab == "overview" else f"benchmark_{tab}"
    return reverse(page, args=[benchmark.pk])


def workspace_at(request: Any) -> Workspace | None:
    """The workspace that a reader's page belongs to; None for all other pages. Looked for once: the
    bar, the tabs and the overview show it."""
    if not hasattr(request, "workspace"):
        request.workspace = _find(request)
    found: Workspace | None = request.workspace
    return found


def _find(request: HttpRequest) -> Workspace | None:
    match = request.resolver_match
    if match is None or not request.user.is_authenticated or not request.user.is_reader:
        return None
    page = pages_by_name().get(match.view_name)
    tab = (page.tab if page else "") or TAB_OF.get(match.view_name)
    number = _benchmark_of(request.user, match, request.GET) if tab else None
    facts = facts_of(request.user, number) if number else None
    return Workspace(facts, tab) if facts and tab else None


def _benchmark_of(asking: User, match: ResolverMatch, asked: Mapping[str, Any]) -> int | None:
    if "benchmark_id" in match.kwargs:
        return int(match.kwargs["benchmark_id"])
    wanted, pool = (
        str(asked.get(name, ""))[:200].replace("\x00", "") for name in ("benchmark", "pool")
    )
    named = match.kwargs | ({"pool_id": number} if (number := _number_in(pool)) else {})
    for name, rows in OWNERS.items():
        if name in named:
            found = rows(asking).filter(pk=named[name]).values_list("benchmark_id", flat=True)
            return found.first()
    if not wanted:
        return None
    by_either = Q(name=wanted) | Q(pk=_number_in(wanted) or 0)
    return Benchmark.objects.filter(by_either).values_list("pk", flat=True).first()


def _number_in(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


@frozen
class Offer:
    """An entry as its reader may go it. closed: what it needs before it can be used."""

    label: str
    about: str
    address: str
    closed: str
    count: int | None


def ways_in(tab: str, facts: Extent, asking: User) -> list[Offer]:
    return [
        Offer(
            entry.label,
            entry.about,
            entry.address(facts.benchmark),
            "" if entry.needs[1](facts) else entry.needs[0],
            getattr(facts, entry.count) if entry.count else None,
        )
        for entry in ENTRIES[tab]
        if entry.to_read or asking.is_lead
    ]


def _reports(asking: User, benchmark: Benchmark) -> dict[str, Any]:
    newest = list(access_reports(asking).filter(benchmark=benchmark).order_by("-pk")[:SHOWN])
    headlines = headlines_of(newest)
    return {"reports": [(report, headlines.get(report.pk)) for report in newest]}


def _labels(asking: User, benchmark: Benchmark) -> dict[str, Any]:
    pools = visible_pools(asking).filter(benchmark=benchmark).order_by("-pk")[:SHOWN]
    return {"pools": pools, "campaigns": to_lead(asking, benchmark) if asking.is_lead else []}


# What a tab shows of its own: its newest, below the ways to all of it.
SHOWN = 8
NEWEST: dict[str, Callable[[User, Benchmark], dict[str, Any]]] = {
    "data": lambda _, benchmark: data_of(benchmark),
    "runs": lambda asking, benchmark: {
        "runs": visible_runs(asking, benchmark).select_related("model").order_by("-pk")[:SHOWN]
    },
    "labels": _labels,
    "scores": _reports,
    "publish": lambda asking, benchmark: {
        "releases": access_releases(asking).filter(benchmark=benchmark).order_by("-pk")[:SHOWN]
    },
}


@page_view
def tab(request: HttpRequest, benchmark_id: int, tab: str) -> HttpResponse:
    """A tab's own page: what it holds, each with what it is for."""
    asking = person_of(request)
    benchmark, found = access_benchmark(asking, benchmark_id), workspace_at(request)
    context = {
        "benchmark": benchmark,
        "tab": tab,
        "title": TITLES[tab],
        "about": DEFINITIONS[tab],
        "ways": ways_in(tab, found.facts, asking) if found else [],
    }
    context |= NEWEST[tab](asking, benchmark)
    return render(request, "workspace/tab.html", context)
