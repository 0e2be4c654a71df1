"""Tables as files: for a spreadsheet, for programs, for a paper."""

import csv
import io
import json

from django.http import HttpResponse
from django.utils.text import slugify

from foundation.spreadsheet import safe_cell
from metrics.table import Table
from metrics.table_files import as_csv, as_json, as_latex

ENDINGS = {"csv": "text/csv", "json": "application/json", "tex": "application/x-tex"}


def table_download(table: Table, ending: str, name: str, *, exact: bool = False) -> HttpResponse:
    """ending: one of ENDINGS. name: of the file, made fit for it. exact: CSV for tools, byte for
    byte, and named so."""
    stem = slugify(name) or "table"
    if exact and ending == "csv":
        stem += "-exact"  # people have the one for spreadsheets by the other name
    write = {"csv": as_csv if exact else _for_spreadsheets, "json": _json, "tex": as_latex}[ending]
    headers = {"Content-Disposition": f'attachment; filename="{stem}.{ending}"'}
    return HttpResponse(
        write(table), content_type=f"{ENDINGS[ending]}; charset=utf-8", headers=headers
    )


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
