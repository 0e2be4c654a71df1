"""A campaign's labels with their grades mapped to another scale: a derived set of files, and a row
that says by whom. The labels themselves never change."""

from django.db import transaction

from annotator.actions.export_labels import FilePlace, Progress, export_labels
from annotator.actions.map_grades import keep_map
from annotator.asked.exchange import ExportWanted
from annotator.asked.grades import RescaleWanted
from annotator.models import Export
from foundation.asking.arguments import arguments_of
from jobs.actions.request import start_job
from jobs.models import Job
from people.actor import Actor

JOB = "annotator.rescale"


@transaction.atomic
def rescale(actor: Actor, wanted: RescaleWanted, place: FilePlace, progress: Progress) -> Export:
    """Verdicts follow from the mapped labels by the rule of consensus."""
    campaign = wanted.campaign
    by = keep_map(actor, campaign, wanted.values, wanted.target, meets=False)
    export = ExportWanted(benchmark=campaign.benchmark, campaign=campaign, format=wanted.format)
    return export_labels(actor, export, place, progress, grade_map=by)


def order_rescale(actor: Actor, wanted: RescaleWanted) -> Job:
    title = f"Map the grades of “{wanted.campaign}”"
    return start_job(JOB, actor=actor, title=title, **arguments_of(wanted))
