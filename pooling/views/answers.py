"""Answers that several of the pages give alike."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.http import StreamingHttpResponse
from django.utils.text import slugify

from foundation.spreadsheet import spreadsheet_rows


def csv_download(
    name: str, header: Sequence[str], rows: Iterable[Sequence[Any]]
) -> StreamingHttpResponse:
    """Safe in a spreadsheet, sent in blocks as they are made. The name is made fit for a file's."""
    headers = {"Content-Disposition": f'attachment; filename="{slugify(name) or "truepool"}.csv"'}
    return StreamingHttpResponse(
        spreadsheet_rows(header, rows), content_type="text/csv; charset=utf-8", headers=headers
    )
