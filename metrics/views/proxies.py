"""Proxies against people: the page of the studies under a benchmark's proxies."""

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from metrics.actions.proxies_kept import (
    UNDER,
    ProxiesAsked,
    UnderProxies,
    UnderProxy,
    find_proxies_study,
    start_proxies_study,
)
from metrics.charts.chart import Chart
from metrics.charts.files import TYPES
from metrics.charts.registry import charts_of
from metrics.charts.style import Style
from metrics.downloads import ENDINGS, chart_download, table_download
from metrics.queries.colours import style_of
from metrics.queries.read_report import ShownPart
from metrics.studies.registry import STUDIES, tables_of
from metrics.studies.study import Findings
from metrics.table import Table
from people.actor import actor_of, person_of
from people.guards import leads_only
from pooling.models import Benchmark
from pooling.queries.benchmarks import access_benchmark

AT_ONCE = 2  # pictures of a study that are shown unfolded
OF_ALL = ("proxy_study", "thresholds")  # studies of all proxies together


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def proxies(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    show = _start if request.method == "POST" else _show
    return show(request, benchmark_id)


@leads_only
def _start(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    of = access_benchmark(person_of(request), benchmark_id)
    start_proxies_study(actor_of(request), ProxiesAsked(benchmark=of))
    return redirect(_here(of))


def _show(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    of = access_benchmark(person_of(request), benchmark_id)
    visit = find_proxies_study(ProxiesAsked(benchmark=of))
    context: dict[str, Any] = {"benchmark": of, "job": visit.job, "kept": visit.kept}
    context |= {"here": _here(of), "style": _style(of), "any": of.proxies.exists()}
    if visit.kept is not None:
        found = visit.kept.result
        chosen = _chosen(found, request.GET.get("proxy", ""))
        context |= {
            "found": found,
            "chosen": chosen,
            "parts": list(_parts_of_all(found)),
            "marks": _marks(chosen) if chosen else [],
            "under": list(_parts_under(chosen)) if chosen else [],
            "query": f"?{urlencode({'proxy': chosen.proxy})}" if chosen else "",
        }
    return render(request, "metrics/proxies.html", context)


@login_required
@require_safe
def proxies_table(request: HttpRequest, benchmark_id: int, key: str, ending: str) -> HttpResponse:
    of, parts = _found(request, benchmark_id)
    tables = [table for part in parts for table in part.tables]
    tables += [chart.table for chart in _charts(parts)]
    table = next((one for one in tables if one.key == key), None)
    if table is None or ending not in ENDINGS:
        raise Http404("no such table")
    return table_download(table, ending, f"{of}-proxies-{key}")


@login_required
@require_safe
def proxies_chart(request: HttpRequest, benchmark_id: int, key: str, ending: str) -> HttpResponse:
    of, parts = _found(request, benchmark_id)
    chart = next((one for one in _charts(parts) if one.key == key), None)
    if chart is None or ending not in TYPES:
        raise Http404("no such chart")
    return chart_download(chart, ending, f"{of}-proxies-{key}", _style(of))


def _here(of: Benchmark) -> str:
    return reverse("metrics:proxies", args=[of.pk])


def _style(of: Benchmark) -> Style:
    return style_of(ProxiesAsked(benchmark=of).looked_at())


def _found(request: HttpRequest, benchmark_id: int) -> tuple[Benchmark, list[ShownPart]]:
    of = access_benchmark(person_of(request), benchmark_id)
    kept = find_proxies_study(ProxiesAsked(benchmark=of)).kept
    if kept is None:
        raise Http404(_("Proxies of this benchmark have not been held against people yet."))
    chosen = _chosen(kept.result, request.GET.get("proxy", ""))
    return of, [*_parts_of_all(kept.result), *(_parts_under(chosen) if chosen else ())]


def _chosen(found: UnderProxies, name: str) -> UnderProxy | None:
    """The one that is asked for, or the first. 404 for another."""
    if not name:
        return next(iter(found.under), None)
    chosen = found.of(name)
    if chosen is None:
        raise Http404("no such proxy")
    return chosen


def _parts_of_all(found: UnderProxies) -> Iterator[ShownPart]:
    for name, one in zip(OF_ALL, (found.people, found.thresholds), strict=True):
        yield _part(name, one, found.nothing.get(name, ""))


def _parts_under(chosen: UnderProxy) -> Iterator[ShownPart]:
    for name in UNDER:
        yield _part(name, getattr(chosen, name), chosen.nothing.get(name, ""))


def _marks(chosen: UnderProxy) -> list[str]:
    """Of runs whose models learnt from what they are scored on, each once."""
    found = [chosen.graded, chosen.ceiling, chosen.hard_negatives]
    return list(dict.fromkeys(mark for one in found if one for mark in one.marks()))


def _part(name: str, found: Findings | None, nothing: str) -> ShownPart:
    tables: Sequence[Table] = () if found is None else tables_of(found)
    charts = () if found is None else charts_of(name, found.as_json(), tables)
    title = STUDIES[name].title
    return ShownPart(name, title, nothing, tables, charts[:AT_ONCE], charts[AT_ONCE:])


def _charts(parts: Sequence[ShownPart]) -> list[Chart]:
    return [chart for part in parts for chart in (*part.shown, *part.folded)]
