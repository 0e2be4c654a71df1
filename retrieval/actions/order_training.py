"""Ask for the job that trains a model."""

from foundation.refused import Refused
from jobs.models import Job
from people.actor import Actor
from pooling.actions.hand_in import hand_in
from pooling.models import RetrievalModel, Run
from retrieval.asked.own import LearningAsked
from retrieval.asked.training import TrainingAsked
from retrieval.extra import require_extra

JOB = "retrieval.train_model"


def order_training(actor: Actor, wanted: TrainingAsked) -> Job:
    """Raises ExtraMissing, NameTaken."""
    require_extra()
    check_free(wanted)
    title = f"Train {wanted.name} on {wanted.benchmark}"
    return hand_in(actor, JOB, wanted.files(), title=title, **wanted.arguments())


class ModelNameTaken(Refused):
    """There is a model of this name."""


def names_of_runs(name: str) -> dict[Run.Direction, str]:
    """The run that ranks videos for captions is called as the model is."""
    return {Run.Direction.TEXT_TO_VIDEO: name, Run.Direction.VIDEO_TO_TEXT: f"{name} v2t"}


def check_free(wanted: LearningAsked) -> None:
    """Whether a model may be called so, before the slow part; the tables themselves decide at the
    end. Raises NameTaken."""
    if RetrievalModel.objects.filter(name__iexact=wanted.name).exists():
        raise ModelNameTaken(
            f"There is a model called {wanted.name}: expected another name.", field="name"
        )
    for name in names_of_runs(wanted.name).values():
        if Run.objects.filter(benchmark=wanted.benchmark, name__iexact=name).exists():
            raise ModelNameTaken(
                f"{wanted.benchmark} has a run called {name}: expected another name.", field="name"
            )
