"""Ask for the jobs that write labels to files, and read them from one."""

from annotator.actions.export_labels import JOB
from annotator.asked.exchange import ExportWanted, ImportLabelsWanted
from foundation.asking.arguments import arguments_of
from jobs.actions.request import start_job
from jobs.models import Job
from people.actor import Actor
from pooling.actions.hand_in import hand_in


def order_export(actor: Actor, wanted: ExportWanted) -> Job:
    title = f"Export labels of {wanted.benchmark} as {wanted.format}"
    return start_job(JOB, actor=actor, title=title, **arguments_of(wanted))


def order_import(actor: Actor, wanted: ImportLabelsWanted) -> Job:
    title = f"Import labels into {wanted.benchmark}"
    files = {"upload": wanted.file}
    kind = "annotator.import_labels"
    return hand_in(actor, kind, files, title=title, **arguments_of(wanted))
