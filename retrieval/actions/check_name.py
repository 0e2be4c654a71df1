"""Whether a model may be called so."""

from foundation.refused import Refused
from pooling.models import RetrievalModel, Run
from retrieval.asked.training import TrainingAsked


class NameTaken(Refused):
    """There is a model of this name."""


def name_of_second_run(name: str) -> str:
    """Of the run that ranks captions for videos; the other is called as the model is."""
    return f"{name} v2t"


def check_free(wanted: TrainingAsked) -> None:
    """Before the slow part; the tables themselves decide at the end. Raises NameTaken."""
    if RetrievalModel.objects.filter(name__iexact=wanted.name).exists():
        raise NameTaken(
            f"There is a model called {wanted.name}: expected another name.", field="name"
        )
    for name in (wanted.name, name_of_second_run(wanted.name)):
        if Run.objects.filter(benchmark=wanted.benchmark, name__iexact=name).exists():
            raise NameTaken(
                f"{wanted.benchmark} has a run called {name}: expected another name.", field="name"
            )
