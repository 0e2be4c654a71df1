"""Models that are trained here, by API: leads train, readers read."""

from functools import partial
from typing import Any

from django.conf import settings
from django.http import FileResponse, Http404
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from rest_framework.parsers import FormParser, JSONParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from foundation.api.operation import operation
from foundation.api.reading import read
from jobs.api.accepting import AcceptedSerializer, accepted
from people.actor import actor_of, person_of
from people.api.reading import ReadersOne, described
from people.models import Role
from pooling.queries.benchmarks import access_benchmark
from retrieval import serializers as shown
from retrieval.actions.order_training import order_training
from retrieval.models import TrainedModel
from retrieval.queries.trained import access_trained_model, runs_of_trained


class Train(APIView):
    parser_classes = [MultiPartParser, JSONParser, FormParser]
    least_role = Role.LEAD

    @operation(
        "benchmarks_train",
        "Train a model",
        "models",
        {"multipart/form-data": shown.TrainModelSerializer},
        {202: AcceptedSerializer},
    )
    def post(self, request: Request, benchmark_id: int) -> Response:
        """On the benchmark's training captions. A job trains it: done, its result names the model
        and its runs in both directions."""
        of = access_benchmark(person_of(request), benchmark_id)
        wanted = read(request, shown.TrainModelSerializer, given={"benchmark": of}).asked
        return accepted(request, order_training(actor_of(request), wanted))


@described("models_training", "How a model was trained", tag="models")
class OneTraining(ReadersOne[TrainedModel]):
    """Of a model that was trained here: its card, its curve, and what its runs say that it saw."""

    serializer_class = shown.TrainedModelSerializer
    access = access_trained_model

    def get_serializer_context(self) -> dict[str, Any]:
        asking = person_of(self.request)
        runs = partial(runs_of_trained, asking)
        return {**super().get_serializer_context(), "runs": runs}


class ModelEmbeddings(APIView):
    """Where a model that was trained here puts its benchmark's queries and videos."""

    for_readers = True
    least_role = Role.LEAD

    @operation(
        "models_embeddings",
        "A model's embeddings as a file",
        "models",
        gives={(200, "application/octet-stream"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, model_id: int) -> FileResponse:
        """An .npz: `queries` and `videos`, and what their rows are (`query_texts`, `video_keys`).
        404 where none were kept."""
        trained = access_trained_model(person_of(request), model_id)
        path = settings.MEDIA_ROOT / trained.embeddings
        if not trained.embeddings or not path.is_file():
            raise Http404("this model has no embeddings")
        name = f"{slugify(str(trained)) or 'model'}.npz"
        kind = "application/octet-stream"
        return FileResponse(path.open("rb"), as_attachment=True, filename=name, content_type=kind)
