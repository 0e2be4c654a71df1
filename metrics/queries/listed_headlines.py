"""What each report of a list says first. Reports are frozen, and their results may be long: each is
read once in the life of a process."""

import json
from collections.abc import Iterable
from threading import Lock

from metrics.models import Report
from metrics.studies.headline import Headline, headline_of

MOST = 2_000
_known: dict[str, Headline | None] = {}
_lock = Lock()


def headlines_of(reports: Iterable[Report]) -> dict[int, Headline]:
    """Headlines by the reports' keys; none of a report whose scores have no rows."""
    shown = list(reports)
    unread = [report for report in shown if report.sha256 not in _known]
    rows = Report.objects.filter(pk__in=[report.pk for report in unread])
    for sha256, inputs, result in rows.values_list("sha256", "inputs", "result"):
        parts = json.loads(bytes(result)).get("parts", {})
        told = parts.get("evaluation", {}).get("told")
        _keep(sha256, headline_of(told, inputs["runs"]) if told else None)
    found = {report.pk: _known.get(report.sha256) for report in shown}
    return {pk: headline for pk, headline in found.items() if headline is not None}


def _keep(sha256: str, headline: Headline | None) -> None:
    with _lock:
        while len(_known) >= MOST:
            _known.pop(next(iter(_known)))  # the one that was read first
        _known[sha256] = headline
