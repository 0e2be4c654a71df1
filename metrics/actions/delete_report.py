"""Delete a report whole. The labels and rankings that it follows from stay."""

from collections.abc import Iterable

from django.db import transaction

from metrics.models import Report
from people.actions.record_audit import record_audit
from people.actor import Actor


@transaction.atomic
def delete_report(actor: Actor, report: Report) -> None:
    record_audit(actor, "deleted", report, before={"sha256": report.sha256, "asked": report.asked})
    report.delete()


@transaction.atomic
def delete_reports(actor: Actor, reports: Iterable[Report]) -> None:
    """All of them or none."""
    for report in reports:
        delete_report(actor, report)
