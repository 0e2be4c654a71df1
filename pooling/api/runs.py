"""Models, their runs and rankings by API, read by viewers, leads and administrators."""

from functools import cached_property
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from foundation.api.reading import read, read_parameters, refusal_of
from jobs.api.accepting import AcceptedSerializer, accepted
from people.actor import actor_of, person_of
from people.models import Role
from pooling.actions.hand_in import hand_in
from pooling.actions.register_model import register_model
from pooling.models import Ranking, RetrievalModel, Run
from pooling.queries.named_rankings import NamedRanking, name_rankings
from pooling.queries.runs import access_model, access_models, access_run, access_runs
from pooling.serializers import runs as shown


class Models(ListAPIView[RetrievalModel]):
    serializer_class = shown.ModelSerializer
    queryset = RetrievalModel.objects.none()  # for the schema; each request gets its own
    for_readers = True
    least_role = Role.LEAD

    def get_queryset(self) -> QuerySet[RetrievalModel]:
        return access_models(person_of(self.request)).select_related("created_by")

    @extend_schema(operation_id="models_list", summary="Models, newest first", tags=["runs"])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="models_register",
        summary="Register a model",
        tags=["runs"],
        request=shown.RegisterModelSerializer,
        responses={201: shown.ModelSerializer},
    )
    def post(self, request: Request) -> Response:
        asked = read(request, shown.RegisterModelSerializer).validated_data
        try:
            model = register_model(actor_of(request), **asked)
        except ValidationError as invalid:
            raise refusal_of(invalid) from None
        return Response(shown.ModelSerializer(model, context={"request": request}).data, status=201)


@extend_schema_view(
    get=extend_schema(
        operation_id="models_show",
        summary="One model",
        tags=["runs"],
        responses=shown.ModelSerializer,
    )
)
class OneModel(APIView):
    for_readers = True
    least_role = Role.LEAD

    def get(self, request: Request, model_id: int) -> Response:
        model = access_model(person_of(request), model_id)
        return Response(shown.ModelSerializer(model, context={"request": request}).data)


class Runs(ListAPIView[Run]):
    serializer_class = shown.RunSerializer
    parser_classes = [MultiPartParser]
    queryset = Run.objects.none()
    for_readers = True
    least_role = Role.LEAD

    def get_queryset(self) -> QuerySet[Run]:
        runs = access_runs(person_of(self.request))
        of = read_parameters(self.request, shown.OfBenchmarkSerializer)["benchmark"]
        return runs.filter(benchmark=of) if of else runs

    @extend_schema(
        operation_id="runs_list",
        summary="Runs, newest first",
        tags=["runs"],
        parameters=[shown.OfBenchmarkSerializer],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="runs_import",
        summary="Import a run",
        tags=["runs"],
        request={"multipart/form-data": shown.ImportRunSerializer},
        responses={202: AcceptedSerializer},
    )
    def post(self, request: Request) -> Response:
        """A job reads the file: all of it is imported, or nothing. The same file again is
        recognised."""
        asked = dict(read(request, shown.ImportRunSerializer).validated_data)
        benchmark, model, name = asked.pop("benchmark"), asked.pop("model"), asked.pop("name")
        files = {
            "upload": asked.pop("file"),
            "captions_upload": asked.pop("captions"),
            "videos_upload": asked.pop("videos"),
        }
        by = model.pk if isinstance(model, RetrievalModel) else model
        told = {"benchmark": benchmark.pk, "model": by, "name": name or str(model), **asked}
        title = f"Import run {told['name']} into {benchmark}"
        return accepted(
            request, hand_in(actor_of(request), "pooling.import_run", files, title=title, **told)
        )


@extend_schema_view(
    get=extend_schema(
        operation_id="runs_show", summary="One run", tags=["runs"], responses=shown.RunSerializer
    )
)
class OneRun(APIView):
    for_readers = True
    least_role = Role.LEAD

    def get(self, request: Request, run_id: int) -> Response:
        run = access_run(person_of(request), run_id)
        return Response(shown.RunSerializer(run, context={"request": request}).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="runs_rankings",
        summary="A run's rankings, in the benchmark's order",
        tags=["runs"],
    )
)
class Rankings(ListAPIView[Ranking]):
    """What is kept of each ranking, with the rank of the original positive in the whole file where
    that is known."""

    serializer_class = shown.RankingSerializer  # of named rankings, not of rows
    queryset = Ranking.objects.none()
    ordering = ("item",)
    largest_page = 200
    for_readers = True
    least_role = Role.LEAD

    @cached_property
    def run(self) -> Run:
        return access_run(person_of(self.request), self.kwargs["run_id"])

    def get_queryset(self) -> QuerySet[Ranking]:
        return Ranking.objects.filter(run=self.run)

    def paginate_queryset(self, queryset: Any) -> list[NamedRanking]:  # type: ignore[override]
        return name_rankings(self.run, super().paginate_queryset(queryset) or [])
