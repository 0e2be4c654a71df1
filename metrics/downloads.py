"""Tables, charts and leaderboards as files: for a spreadsheet, for programs, for a paper."""

import csv
import io
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import TypeVar

from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.utils.text import slugify

from foundation.spreadsheet import safe_cell
from metrics.charts.chart import Chart
from metrics.charts.files import TYPES, written
from metrics.charts.style import Style
from metrics.table import Table
from metrics.table_files import as_csv, as_json, as_latex

ENDINGS = {"csv": "text/csv", "json": "application/json", "tex": "application/x-tex"}
View = Callable[..., HttpResponse]
Drawn = TypeVar("Drawn", Table, Chart)


def table_of(
    tables: Sequence[Table],
    charts: Sequence[Chart],
    key: str,
    ending: str,
    name: str,
    *,
    exact: bool = False,
    label: str = "",
) -> HttpResponse:
    """The one of this key, of a page's tables and those behind its pictures. name: of the file,
    made fit for it. exact: CSV for tools, byte for byte, and named so. label: what LaTeX refers to
    the table by; its key if empty."""
    table = _found([*tables, *(chart.table for chart in charts)], key, ending, ENDINGS)
    stem = slugify(name) or "table"
    if exact and ending == "csv":
        stem += "-exact"  # people have the one for spreadsheets by the other name
    writers: Mapping[str, Callable[[Table], str]] = {
        "csv": as_csv if exact else _for_spreadsheets,
        "json": _json,
        "tex": partial(as_latex, label=label),
    }
    headers = {"Content-Disposition": f'attachment; filename="{stem}.{ending}"'}
    return HttpResponse(
        writers[ending](table), content_type=f"{ENDINGS[ending]}; charset=utf-8", headers=headers
    )


def chart_of(
    charts: Sequence[Chart], key: str, ending: str, name: str, style: Style | None = None
) -> HttpResponse:
    """An SVG is shown where a page has it as its picture; a link with `download` saves it."""
    chart = _found(charts, key, ending, TYPES)
    stem = slugify(name) or "chart"
    return HttpResponse(
        written(chart, ending, style),
        content_type=TYPES[ending],
        headers={"Content-Disposition": f'inline; filename="{stem}.{ending}"'},
    )


def _found(drawn: Sequence[Drawn], key: str, ending: str, endings: Collection[str]) -> Drawn:
    if ending not in endings:
        raise Http404(f"expected a file that ends with {', '.join(endings)}")
    found = next((one for one in drawn if one.key == key), None)
    if found is None:
        raise Http404("no such table or chart")
    return found


def files(where: str, name: str, table: View, chart: View) -> list[URLPattern]:
    """The addresses of a page's tables and pictures. name: of the page's address."""
    return [
        path(f"{where}tables/<slug:key>.<str:ending>", table, name=f"{name}_table"),
        path(f"{where}charts/<slug:key>.<str:ending>", chart, name=f"{name}_chart"),
    ]


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
