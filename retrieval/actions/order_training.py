"""Ask for the job that trains a model."""

from foundation.asking.arguments import arguments_of
from jobs.models import Job
from people.actor import Actor
from pooling.actions.hand_in import hand_in
from retrieval.actions.check_name import check_free
from retrieval.asked.training import FILES, TrainingAsked
from retrieval.extra import require_extra

JOB = "retrieval.train_model"


def order_training(actor: Actor, wanted: TrainingAsked) -> Job:
    """Raises ExtraMissing, NameTaken."""
    require_extra()
    check_free(wanted)
    files = {name: getattr(wanted, name) for name in FILES}
    title = f"Train {wanted.name} on {wanted.benchmark}"
    return hand_in(actor, JOB, files, title=title, **without_files(wanted))


def without_files(wanted: TrainingAsked) -> dict[str, object]:
    """What the job gets, beside the files."""
    return {name: value for name, value in arguments_of(wanted).items() if name not in FILES}
