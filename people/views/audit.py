"""The audit log, for administrators: to read and to take away."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render

from foundation.spreadsheet import spreadsheet_rows
from people import queries
from people.actor import person_of
from people.forms import AuditFilterForm
from people.guards import page_view
from people.lists import AUDIT


@page_view
def audit(request: HttpRequest) -> HttpResponse:
    asking, form = person_of(request), AuditFilterForm(request.GET)
    if not form.is_valid():
        queries.access_audit(asking)
        return render(request, "people/audit.html", {"form": form}, status=400)
    page = AUDIT.page(queries.access_audit(asking, form.asked), request.GET)
    context = {"form": form, "events": page.rows, "page": page}
    return render(request, "people/audit.html", context)


@page_view
def audit_download(request: HttpRequest) -> HttpResponseBase:
    """All that the filter finds, the newest first, sent in blocks as they are made."""
    asking, form = person_of(request), AuditFilterForm(request.GET)
    if not form.is_valid():
        queries.access_audit(asking)
        return render(request, "people/audit.html", {"form": form}, status=400)
    lines = spreadsheet_rows(queries.AUDIT_COLUMNS, queries.audit_rows(asking, form.asked))
    headers = {"Content-Disposition": 'attachment; filename="audit-log.csv"'}
    return StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8", headers=headers)
