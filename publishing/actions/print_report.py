"""A report as a file to print, by itself. Making one takes a second or more, so a job makes it, and
it is kept for as long as nothing that it shows has changed. It can be made again at any time."""

import shutil
import time
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from annotator.queries.exported import Scope
from foundation.database.snapshot import one_moment
from foundation.version import VERSION
from jobs.actions.request import start_job
from jobs.models import Job
from media.storing import drafts, publish
from metrics.actions.agreement_kept import agreement_now
from metrics.models import Report
from metrics.queries.reports import result_of
from metrics.studies.pseudonyms import without_names
from people.actor import Actor
from publishing.printing.document import Document
from publishing.printing.files import as_html, as_pdf
from publishing.printing.report import report_document
from publishing.queries.release_facts import position_of, read_facts
from publishing.releases.facts import Facts, Scores

JOB = "metrics.print"
FOLDER = "printed"  # below MEDIA_ROOT
ENDINGS = ("html", "pdf")
KEPT_SECONDS = 30 * 86_400.0


def print_report(report: Report, ending: str) -> bytes:
    document = printed_document(report)
    return as_pdf(document) if ending == "pdf" else as_html(document).encode()


def printed_document(report: Report) -> Document:
    """Raters are rater 1, rater 2 and so on: whoever may read reports may read it."""
    with one_moment():
        facts = read_facts(Scope(report.benchmark, None), made_on=report.made_at.date())
        study, why = agreement_now(report.benchmark)
        scores = Scores(report.sha256, report.asked, report.inputs, result_of(report))
    shown = without_names(study) if study else None
    facts = replace(facts, agreement=shown, no_agreement=why, scores=scores)
    return report_document(facts, report.title, _since(report, facts))


def _since(report: Report, facts: Facts) -> str:
    """Empty where the report is of the very labels that the rest is of."""
    was = report.inputs["log_position"]
    if was == facts.log_position:
        return ""
    return (
        f"Scores are of the label log up to label {was:,}, as the report froze them; labels,"
        f" verdicts and agreement are of {timezone.now():%Y-%m-%d}, up to label"
        f" {facts.log_position:,}."
    )


def printed_paths(report: Report) -> dict[str, str]:
    """Below MEDIA_ROOT, by ending: a file's name follows from all that it shows."""
    parts = f"{report.sha256}|{report.title}|{position_of(report.benchmark)}|{VERSION}"
    folder = f"{FOLDER}/{sha256(parts.encode()).hexdigest()[:32]}"
    return {ending: f"{folder}/report-{report.pk}.{ending}" for ending in ENDINGS}


def keep_printed(report: Report, ending: str) -> str:
    """Its place, where it now is."""
    below, content = printed_paths(report)[ending], print_report(report, ending)
    folder = Path(settings.MEDIA_ROOT) / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    _forget_old(folder)
    target = Path(settings.MEDIA_ROOT) / below
    target.parent.mkdir(exist_ok=True)
    with drafts(folder) as draft:
        (draft / target.name).write_bytes(content)
        publish(draft / target.name, target)
    return below


def _forget_old(folder: Path) -> None:
    oldest = time.time() - KEPT_SECONDS
    for old in folder.iterdir():
        if old.stat().st_mtime < oldest:
            shutil.rmtree(old, ignore_errors=True)


def find_printed(report: Report) -> dict[str, str]:
    """Where its files are, by ending: those that were made."""
    places = printed_paths(report).items()
    return {end: path for end, path in places if (Path(settings.MEDIA_ROOT) / path).is_file()}


def find_printing(report: Report, ending: str) -> Job | None:
    """The newest job that made it, makes it or could not."""
    asked = _asked(report, ending)
    return Job.objects.filter(kind=JOB, arguments=asked).order_by("-pk").first()


@transaction.atomic
def start_printing(actor: Actor, report: Report, ending: str) -> None:
    """One job makes it, however many ask; none where it is made already. The report's row is the
    lock, so that two who ask at once do not both find none."""
    Report.objects.select_for_update(no_key=True).only("pk").get(pk=report.pk)
    job = find_printing(report, ending)
    if ending in find_printed(report) or (job and not job.is_finished):
        return
    title = f"Print report {report.pk} as {ending}"
    start_job(JOB, actor=actor, title=title, **_asked(report, ending))


def _asked(report: Report, ending: str) -> dict[str, Any]:
    return {"report": report.pk, "ending": ending}
