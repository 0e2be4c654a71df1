"""The audit log, for administrators: to read and to take away."""

import json
from collections.abc import Iterator

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from foundation.paging.by_key import page_by_key
from foundation.spreadsheet import spreadsheet_rows
from people import queries
from people.actor import person_of
from people.forms import AuditFilterForm
from people.models import AuditEvent

COLUMNS = (
    "at",
    "by",
    "via",
    "address",
    "verb",
    "object_type",
    "object_id",
    "object_name",
    "before",
    "after",
)


@login_required
@require_safe
def audit(request: HttpRequest) -> HttpResponse:
    asking, form = person_of(request), AuditFilterForm(request.GET)
    if not form.is_valid():
        queries.access_audit(asking)
        return render(request, "people/audit.html", {"form": form}, status=400)
    page = page_by_key(queries.access_audit(asking, form.asked), request.GET)
    context = {"form": form, "events": page.rows, "older": page.older, "newer": page.newer}
    return render(request, "people/audit.html", context)


@login_required
@require_safe
def audit_download(request: HttpRequest) -> HttpResponseBase:
    """All that the filter finds, the newest first, sent in blocks as they are made."""
    asking, form = person_of(request), AuditFilterForm(request.GET)
    if not form.is_valid():
        queries.access_audit(asking)
        return render(request, "people/audit.html", {"form": form}, status=400)
    lines = spreadsheet_rows(COLUMNS, _cells(queries.access_audit(asking, form.asked)))
    headers = {"Content-Disposition": 'attachment; filename="audit-log.csv"'}
    return StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8", headers=headers)


def _cells(events: QuerySet[AuditEvent]) -> Iterator[tuple[object, ...]]:
    for event in events.order_by("-pk").iterator(chunk_size=1_000):
        who = event.actor.username if event.actor else ""
        what = (event.verb, event.object_type, event.object_id, event.object_name)
        yield (
            event.at.isoformat(),
            who,
            event.via,
            event.address,
            *what,
            _json(event.before),
            _json(event.after),
        )


def _json(value: object) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False, sort_keys=True)
