"""Ask for the job that trains a model."""

from foundation.asking.arguments import arguments_of
from foundation.refused import Refused
from jobs.models import Job
from people.actor import Actor
from pooling.actions.hand_in import hand_in
from pooling.models import RetrievalModel, Run
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


class ModelNameTaken(Refused):
    """There is a model of this name."""


def name_of_second_run(name: str) -> str:
    """The name of the run that ranks captions for videos; the other is called as the model is."""
    return f"{name} v2t"


def check_free(wanted: TrainingAsked) -> None:
    """Whether a model may be called so, before the slow part; the tables themselves decide at the
    end. Raises NameTaken."""
    if RetrievalModel.objects.filter(name__iexact=wanted.name).exists():
        raise ModelNameTaken(
            f"There is a model called {wanted.name}: expected another name.", field="name"
        )
    for name in (wanted.name, name_of_second_run(wanted.name)):
        if Run.objects.filter(benchmark=wanted.benchmark, name__iexact=name).exists():
            raise ModelNameTaken(
                f"{wanted.benchmark} has a run called {name}: expected another name.", field="name"
            )
