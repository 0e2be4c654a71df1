"""Models that were trained here, for readers."""

from collections.abc import Collection, Iterator

from django.db.models import QuerySet
from django.http import Http404

from foundation.integrity import StoredFile
from foundation.refused import Refused
from people.models import User
from pooling.models import Run
from pooling.queries.names import find_model
from pooling.queries.runs import access_models, access_runs
from retrieval.models import TrainedModel
from retrieval.networks.kinds import NETWORKS

FOLDER = "models"  # the weights, below MEDIA_ROOT
CHECKPOINTS = "training"  # of trainings that are under way


def access_trained_model(asking: User, model_id: int) -> TrainedModel:
    rows = TrainedModel.objects.filter(model__in=access_models(asking), pk=model_id)
    found = rows.select_related("model", "benchmark", "created_by").first()
    if found is None:
        raise Http404("this model was not trained here")
    return found


def find_trained(name: str) -> TrainedModel:
    """For commands. Raises Refused."""
    found = TrainedModel.objects.filter(model=find_model(name)).first()
    if found is None:
        raise Refused(f"{name} was not trained here: expected a model that was.")
    return found


def models_to_start_from(asking: User) -> QuerySet[TrainedModel]:
    learn = [kind.name for kind in NETWORKS.values() if kind.learns]
    rows = TrainedModel.objects.filter(model__in=access_models(asking), network__in=learn)
    return rows.select_related("model").order_by("model__name")


def runs_of_trained(asking: User, trained: TrainedModel) -> list[Run]:
    """The runs in both directions, and whatever else was imported under the model's name."""
    runs = access_runs(asking).filter(model=trained.model_id)
    return list(runs.select_related("provenance").order_by("pk"))


def trained_among(models: Collection[int]) -> set[int]:
    return set(TrainedModel.objects.filter(pk__in=models).values_list("pk", flat=True))


def stored_files() -> Iterator[StoredFile]:
    for trained in TrainedModel.objects.order_by("pk").iterator():
        yield StoredFile(trained.path, trained.sha256, f"trained model {trained.pk}")
        if trained.embeddings:
            of = f"embeddings of trained model {trained.pk}"
            yield StoredFile(trained.embeddings, trained.embeddings_sha256, of)
