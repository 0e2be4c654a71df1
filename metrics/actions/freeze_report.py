"""Freeze what was computed: from here on the database refuses to change it."""

from django.db import transaction

from metrics.frozen import pack_array
from metrics.models import Report, ReportArray
from metrics.queries.drafts import Draft
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.models import Benchmark


@transaction.atomic
def freeze_report(
    actor: Actor,
    benchmark: Benchmark,
    title: str,
    draft: Draft,
    job_id: int | None = None,
    kind: Report.Kind = Report.Kind.EVALUATION,
) -> Report:
    report = Report.objects.create(
        benchmark=benchmark,
        kind=kind,
        title=title,
        asked=draft.asked,
        inputs=draft.inputs,
        result=draft.result,
        sha256=draft.sha256,
        job_id=job_id,
        made_by=actor.user,
    )
    for name in sorted(draft.arrays):
        ReportArray.objects.create(
            report=report, name=name, **ReportArray.fields_of(pack_array(draft.arrays[name]))
        )
    record_audit(actor, "froze", report, after={"sha256": report.sha256})
    return report
