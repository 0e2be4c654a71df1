"""Tables, charts and leaderboards as files: for a spreadsheet, for programs, for a paper."""

import csv
import io
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import URLPattern
from django.utils.text import slugify

from foundation.frozen import frozen
from foundation.pages import page
from foundation.spreadsheet import safe_cell
from metrics.charts.chart import Chart
from metrics.charts.files import TYPES, written
from metrics.charts.style import Style
from metrics.models import Report
from metrics.queries.reports import drawn_in, style_of_report
from metrics.table import Table
from metrics.table_files import as_csv, as_json, as_latex
from people.guards import page_view
from pooling.models import Benchmark
from pooling.queries.axes import read_axes
from witnesses.queries.judges import list_as_csv, listed_pairs

ENDINGS = {"csv": "text/csv", "json": "application/json", "tex": "application/x-tex"}
Found = TypeVar("Found", Table, Chart)


@frozen
class Drawn:
    """A page's tables and pictures. name: with which the names of their files begin. style: of the
    pictures. label: what LaTeX refers to a table by, after its key."""

    tables: Sequence[Table]
    charts: Sequence[Chart]
    name: str
    style: Callable[[], Style | None] = lambda: None
    label: str = ""

    def table(self, key: str, ending: str, *, exact: bool = False) -> HttpResponse:
        """The one of this key, of the tables and those behind the pictures. exact: CSV for tools,
        byte for byte, and named so."""
        every = [*self.tables, *(chart.table for chart in self.charts)]
        table = _found(every, key, ending, ENDINGS)
        stem = slugify(f"{self.name}-{key}") or "table"
        if exact and ending == "csv":
            stem += "-exact"  # people have the one for spreadsheets by the other name
        label = f"{key}-{self.label}" if self.label else ""
        writers: Mapping[str, Callable[[Table], str]] = {
            "csv": as_csv if exact else _for_spreadsheets,
            "json": _json,
            "tex": partial(as_latex, label=label),
        }
        kind = f"{ENDINGS[ending]}; charset=utf-8"
        return _file(writers[ending](table), kind, "attachment", f"{stem}.{ending}")

    def chart(self, key: str, ending: str) -> HttpResponse:
        """An SVG is shown where a page has it as its picture; a link with `download` saves it."""
        chart = _found(self.charts, key, ending, TYPES)
        stem = slugify(f"{self.name}-{key}") or "chart"
        content = written(chart, ending, self.style())
        return _file(content, TYPES[ending], "inline", f"{stem}.{ending}")


def drawn_of_report(report: Report) -> Drawn:
    tables, charts = drawn_in(report)
    name, label = f"{report.benchmark}-report-{report.pk}", f"report{report.pk}"
    return Drawn(tables, charts, name, lambda: style_of_report(report), label)


def _file(content: str | bytes, kind: str, shown: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'{shown}; filename="{name}"'}
    return HttpResponse(content, content_type=kind, headers=headers)


def _found(drawn: Sequence[Found], key: str, ending: str, endings: Collection[str]) -> Found:
    if ending not in endings:
        raise Http404(f"expected a file that ends with {', '.join(endings)}")
    found = next((one for one in drawn if one.key == key), None)
    if found is None:
        raise Http404("no such table or chart")
    return found


def files(
    where: str, name: str, draw: Callable[..., Drawn | HttpResponse], help: str
) -> list[URLPattern]:
    """The addresses of a page's tables and pictures. name: of the page's address. draw: what the
    page has, given the key that is asked for; or another page in its place."""

    def address(folder: str, kind: str, write: Callable[[Drawn, str, str], HttpResponse]) -> Any:
        @page_view
        def view(request: HttpRequest, key: str, ending: str, **which: Any) -> HttpResponse:
            drawn = draw(request, key=key, **which)
            return write(drawn, key, ending) if isinstance(drawn, Drawn) else drawn

        at = f"{where}{folder}/<slug:key>.<str:ending>"
        return page(at, view, help, name=f"{name}_{kind}")

    return [address("tables", "table", Drawn.table), address("charts", "chart", Drawn.chart)]


def _json(table: Table) -> str:
    return json.dumps(as_json(table), ensure_ascii=False, indent=1)


def _for_spreadsheets(table: Table) -> str:
    out = io.StringIO()
    csv.writer(out).writerows(
        [_safe(cell) for cell in row] for row in csv.reader(io.StringIO(as_csv(table)))
    )
    return f"\ufeff{out.getvalue()}"


def _safe(cell: str) -> str:
    """A number below zero is none of the texts that would pass for a formula."""
    try:
        float(cell)
    except ValueError:
        return safe_cell(cell)
    return cell


def pairs_download(of: Benchmark) -> StreamingHttpResponse:
    """The pairs that opinions are asked about, as the reader of opinions takes them back."""
    axes, name = read_axes(of), f"{slugify(of.name) or 'benchmark'}-pairs.csv"
    return StreamingHttpResponse(
        list_as_csv(axes, listed_pairs(axes, of)),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
