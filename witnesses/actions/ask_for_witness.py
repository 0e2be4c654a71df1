"""Ask for a witness: a job reads what it says, or tries it on some pairs."""

from jobs.actions.request import start_job
from jobs.models import Job
from people.actor import Actor
from pooling.actions.hand_in import hand_in
from witnesses.asked.tryouts import TryoutWanted
from witnesses.asked.witnesses import WitnessWanted
from witnesses.queries.work import TRY

IMPORT = "witnesses.import_witness"


def import_witness(actor: Actor, wanted: WitnessWanted) -> Job:
    title = f"Import witness {wanted.name} of {wanted.benchmark}"
    return hand_in(actor, IMPORT, {"upload": wanted.file}, title=title, **wanted.arguments())


def try_witness(actor: Actor, wanted: TryoutWanted) -> Job:
    title = f"Try witness {wanted.name} of {wanted.benchmark}"
    return start_job(TRY, actor=actor, title=title, **wanted.arguments())
