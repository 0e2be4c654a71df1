"""Proxies against people: the page of the studies under a benchmark's proxies."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest
from django.utils.translation import gettext_lazy as _

from metrics.actions.proxies_kept import UNDER, ProxiesAsked, UnderProxies, UnderProxy
from metrics.charts.registry import drawn_of
from metrics.queries.read_report import ShownPart
from metrics.studies.registry import STUDIES
from metrics.studies.study import Findings
from metrics.views.kept import KeptPage, Pictured

AT_ONCE = 2  # pictures of a study that are shown unfolded
OF_ALL = ("proxy_study", "thresholds")  # studies of all proxies together


def _shown(request: HttpRequest, found: UnderProxies) -> dict[str, Any]:
    chosen = _chosen(found, request.GET.get("proxy", ""))
    return {
        "chosen": chosen,
        "parts": list(_parts_of_all(found)),
        "marks": _marks(chosen) if chosen else [],
        "under": list(_parts_under(chosen)) if chosen else [],
        "query": f"?{urlencode({'proxy': chosen.proxy})}" if chosen else "",
    }


def _drawn(request: HttpRequest, found: UnderProxies) -> Pictured:
    chosen = _chosen(found, request.GET.get("proxy", ""))
    parts = [*_parts_of_all(found), *(_parts_under(chosen) if chosen else ())]
    charts = [chart for part in parts for chart in (*part.shown, *part.folded)]
    return [table for part in parts for table in part.tables], charts


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
    """Marks of runs whose models learnt from what they are scored on, each once."""
    found = [chosen.graded, chosen.ceiling, chosen.hard_negatives]
    return list(dict.fromkeys(mark for one in found if one for mark in one.marks()))


def _part(name: str, found: Findings | None, nothing: str) -> ShownPart:
    tables, charts = ((), ()) if found is None else drawn_of(found)
    title = STUDIES[name].title
    return ShownPart(name, title, nothing, tables, charts[:AT_ONCE], charts[AT_ONCE:])


NONE_YET = _("Proxies of this benchmark have not been held against people yet.")
PAGE = KeptPage(ProxiesAsked, "proxies", NONE_YET, shown=_shown, drawn=_drawn)
