"""The audit log, for administrators: to read and to take away."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse

from foundation.form_page import with_form
from foundation.spreadsheet import spreadsheet_rows
from people import queries
from people.actor import person_of
from people.forms import AuditFilterForm
from people.guards import page_view
from people.lists import AUDIT


@page_view
def audit(request: HttpRequest) -> HttpResponse:
    form, found = AuditFilterForm(request.GET), queries.access_audit(person_of(request))
    context: dict[str, Any] = {"form": form}
    if form.is_valid():
        page = AUDIT.page(form.asked.of(found), request.GET)
        context |= {"events": page.rows, "page": page}
    return with_form(request, "people/audit.html", context)


@page_view
def audit_download(request: HttpRequest) -> HttpResponseBase:
    """All that the filter finds, the newest first, sent in blocks as they are made."""
    form, found = AuditFilterForm(request.GET), queries.access_audit(person_of(request))
    if not form.is_valid():
        return with_form(request, "people/audit.html", {"form": form})
    rows = queries.audit_rows(form.asked.of(found))
    lines = spreadsheet_rows(queries.AUDIT_COLUMNS, rows)
    headers = {"Content-Disposition": 'attachment; filename="audit-log.csv"'}
    return StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8", headers=headers)
