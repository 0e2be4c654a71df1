"""The pages of kept studies: what was found, the button that has it computed, and its files."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern
from django.utils.translation import gettext_lazy as _

from foundation.frozen import frozen
from foundation.pages import page
from metrics.actions.compute_once import KeptStudy
from metrics.actions.doctor_kept import DoctorAsked
from metrics.actions.proxies_kept import ProxiesAsked
from metrics.actions.study_kept import StudyAsked
from metrics.actions.witness_kept import WitnessAsked
from metrics.charts.chart import Chart
from metrics.charts.registry import drawn_of
from metrics.charts.style import Style
from metrics.downloads import Drawn, files
from metrics.queries.proxied import runs_looked_at
from metrics.queries.read_report import ShownPart
from metrics.queries.reports import style_of
from metrics.studies.doctor_found import Doctor
from metrics.studies.proxies import Parts, UnderProxies, UnderProxy
from metrics.studies.registry import STUDIES
from metrics.studies.study import Findings
from metrics.table import Table
from people.actor import actor_of, person_of
from people.guards import form_view, leads_only
from pooling.models import Benchmark
from pooling.queries.benchmarks import access_benchmark

Pictured = tuple[Sequence[Table], Sequence[Chart]]


def _all_of(request: HttpRequest, found: Findings) -> dict[str, Any]:
    tables, charts = drawn_of(found)
    return {"tables": tables, "charts": charts}


@frozen
class KeptPage:
    """name: of its address and template. none_yet: why there is no file before the first result.
    style: of its pictures. shown: what the page has of what was found. drawn: its tables and
    pictures."""

    asks: Callable[..., KeptStudy[Any]]
    name: str
    none_yet: Any
    style: Callable[[Benchmark], Style | None] = lambda of: style_of(runs_looked_at(of))
    shown: Callable[[HttpRequest, Any], dict[str, Any]] = _all_of
    drawn: Callable[[HttpRequest, Any], Pictured] = lambda _, found: drawn_of(found)

    def addresses(self, where: str, help: str, tab: str = "") -> list[URLPattern]:
        return [
            page(where, form_view(self._page), help, name=self.name, tab=tab),
            *files(where, self.name, self._drawn, help),
        ]

    def _page(self, request: HttpRequest, benchmark_id: int, **which: Any) -> HttpResponse:
        show = leads_only(self._start) if request.method == "POST" else self._show
        return show(request, benchmark_id, **which)

    def _start(self, request: HttpRequest, benchmark_id: int, **which: Any) -> HttpResponse:
        of = access_benchmark(person_of(request), benchmark_id)
        self.asks(benchmark=of, **which).start(actor_of(request))
        return redirect(request.path)

    def _show(self, request: HttpRequest, benchmark_id: int, **which: Any) -> HttpResponse:
        of = access_benchmark(person_of(request), benchmark_id)
        asked = self.asks(benchmark=of, **which)
        visit = asked.find()
        context = {"benchmark": of, "asked": asked, "job": visit.job, "kept": visit.kept}
        context |= {"here": request.path, "style": self.style(of)}
        if visit.kept is not None:
            found = visit.kept.result
            context |= {"found": found} | self.shown(request, found)
        return render(request, f"metrics/{self.name}.html", context)

    def _drawn(self, request: HttpRequest, key: str, benchmark_id: int, **which: Any) -> Drawn:
        of = access_benchmark(person_of(request), benchmark_id)
        kept = self.asks(benchmark=of, **which).find().kept
        if kept is None:
            raise Http404(str(self.none_yet))
        name = f"{of}-{which.get('study', self.name)}"
        return Drawn(*self.drawn(request, kept.result), name, lambda: self.style(of))


# Tables of the doctor that are below the findings; and those that have all examples of a finding,
# by the finding's kind.
BELOW = ("pairs", "scores")
LISTS = {
    "duplicated_texts": "duplicated",
    "near_duplicates": "near",
    "ambiguous_captions": "ambiguous",
    "train_overlap": "overlap",
    "similar_clips": "clips",
    "suspect_runs": "suspects",
}


def _by_doctor(request: HttpRequest, found: Doctor) -> dict[str, Any]:
    tables, charts = drawn_of(found)
    return {
        "mend": found.mend,
        "know": found.know,
        "findings": [(one, LISTS.get(one.kind, "")) for one in found.findings],
        "charts": charts,
        "tables": [table for table in tables if table.key in BELOW],
    }


NOT_EXAMINED = _("The doctor has not looked at this benchmark yet.")
NOT_STUDIED = _("This study has not been computed yet.")
DOCTOR = KeptPage(DoctorAsked, "doctor", NOT_EXAMINED, lambda _: None, _by_doctor)
STUDY = KeptPage(StudyAsked.named, "study", NOT_STUDIED)
NOT_HELD = _("This witness has not been held against people yet.")
WITNESS = KeptPage(WitnessAsked.numbered, "witness_study", NOT_HELD)


AT_ONCE = 2  # pictures of a study that are shown unfolded


def _by_proxies(request: HttpRequest, found: UnderProxies) -> dict[str, Any]:
    chosen = _chosen(request, found)
    return {
        "chosen": chosen,
        "parts": list(_shown(found)),
        "marks": chosen.marks() if chosen else [],
        "under": list(_shown(chosen)) if chosen else [],
        "query": f"?{urlencode({'proxy': chosen.proxy})}" if chosen else "",
    }


def _drawn(request: HttpRequest, found: UnderProxies) -> Pictured:
    chosen = _chosen(request, found)
    drawn = [drawn_of(one) for of in (found, chosen) if of for one in of.found()]
    return [table for one, _ in drawn for table in one], [
        chart for _, one in drawn for chart in one
    ]


def _chosen(request: HttpRequest, found: UnderProxies) -> UnderProxy | None:
    """The one that is asked for, or the first. 404 for another."""
    name = request.GET.get("proxy", "")
    chosen = next((one for one in found.under if name in ("", one.proxy)), None)
    if name and chosen is None:
        raise Http404("no such proxy")
    return chosen


def _shown(of: Parts) -> Iterator[ShownPart]:
    for name, found, nothing in of.parts():
        tables, charts = drawn_of(found) if found else ((), ())
        title = STUDIES[name].title
        yield ShownPart(name, title, nothing, tables, charts[:AT_ONCE], charts[AT_ONCE:])


NOT_COMPARED = _("Proxies of this benchmark have not been held against people yet.")
PROXIES = KeptPage(ProxiesAsked, "proxies", NOT_COMPARED, shown=_by_proxies, drawn=_drawn)
