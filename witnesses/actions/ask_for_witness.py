"""Ask for a witness: a job reads what it says."""

from jobs.models import Job
from people.actor import Actor
from pooling.actions.hand_in import hand_in
from witnesses.asked.witnesses import WitnessWanted

IMPORT = "witnesses.import_witness"


def import_witness(actor: Actor, wanted: WitnessWanted) -> Job:
    title = f"Import witness {wanted.name} of {wanted.benchmark}"
    return hand_in(actor, IMPORT, {"upload": wanted.file}, title=title, **wanted.arguments())
