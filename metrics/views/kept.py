"""The page of a kept study: what was found, the button that has it computed, and its files."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path

from metrics.actions.compute_once import KeptStudy
from metrics.charts.chart import Chart
from metrics.charts.style import Style
from metrics.downloads import Drawn, files
from metrics.table import Table
from people.actor import actor_of, person_of
from people.guards import form_view, leads_only
from pooling.models import Benchmark
from pooling.queries.benchmarks import access_benchmark

Pictured = tuple[Sequence[Table], Sequence[Chart]]


@dataclass(frozen=True, slots=True)
class KeptPage:
    """name: of its address and template. none_yet: why there is no file before the first result.
    shown: what the page has of what was found. drawn: its tables and pictures. style: of these."""

    asks: Callable[..., KeptStudy[Any]]
    name: str
    none_yet: Any
    shown: Callable[[HttpRequest, Any], dict[str, Any]]
    drawn: Callable[[HttpRequest, Any], Pictured]
    style: Callable[[Benchmark], Style | None] = lambda _: None

    def addresses(self, where: str) -> list[URLPattern]:
        return [
            path(where, form_view(self._page), name=self.name),
            *files(where, self.name, self._drawn),
        ]

    def _page(self, request: HttpRequest, benchmark_id: int, **which: str) -> HttpResponse:
        show = leads_only(self._start) if request.method == "POST" else self._show
        return show(request, benchmark_id, **which)

    def _start(self, request: HttpRequest, benchmark_id: int, **which: str) -> HttpResponse:
        of = access_benchmark(person_of(request), benchmark_id)
        self.asks(benchmark=of, **which).start(actor_of(request))
        return redirect(request.path)

    def _show(self, request: HttpRequest, benchmark_id: int, **which: str) -> HttpResponse:
        of = access_benchmark(person_of(request), benchmark_id)
        asked = self.asks(benchmark=of, **which)
        visit = asked.find()
        context = {"benchmark": of, "asked": asked, "job": visit.job, "kept": visit.kept}
        context |= {"here": request.path, "style": self.style(of)}
        if visit.kept is not None:
            found = visit.kept.result
            context |= {"found": found} | self.shown(request, found)
        return render(request, f"metrics/{self.name}.html", context)

    def _drawn(self, request: HttpRequest, key: str, benchmark_id: int, **which: str) -> Drawn:
        of = access_benchmark(person_of(request), benchmark_id)
        kept = self.asks(benchmark=of, **which).find().kept
        if kept is None:
            raise Http404(str(self.none_yet))
        name = f"{of}-{which.get('study', self.name)}"
        return Drawn(*self.drawn(request, kept.result), name, lambda: self.style(of))
