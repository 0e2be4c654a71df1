"""Models, their runs and rankings, and pools by API, read by viewers, leads and administrators."""

from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.api.operation import operation
from foundation.api.reading import ask, read
from foundation.finding.schema import serializer_of
from jobs.api.accepting import ACCEPTED, AcceptedSerializer, accepted, asked_job
from people.actor import actor_of, person_of
from people.api.reading import ReadersList, ReadersOne, described
from pooling.actions.build_pool import ask_for_pool, cost_as_json
from pooling.actions.hand_in import hand_in_run
from pooling.actions.register_model import register_model
from pooling.actions.submit_run import hand_in_submission
from pooling.models import Pool, PoolPair, Ranking, RetrievalModel, Run
from pooling.queries.axes import NamedRanking, name_rankings
from pooling.queries.pools import access_pool, access_pools, pairs_of
from pooling.queries.runs import access_model, access_models, access_run, access_runs
from pooling.queries.submissions import require_submitter
from pooling.serializers import runs as shown


@described("models_list", "Models, newest first", tag="runs")
class Models(ReadersList[RetrievalModel]):
    serializer_class = shown.ModelSerializer
    queryset = RetrievalModel.objects.none()  # for the schema; each request gets its own

    def get_queryset(self) -> QuerySet[RetrievalModel]:
        return access_models(self.asking).select_related("created_by")

    @operation(
        "models_register",
        "Register a model",
        "runs",
        shown.RegisterModelSerializer,
        {201: shown.ModelSerializer},
    )
    def post(self, request: Request) -> Response:
        wanted = read(request, shown.RegisterModelSerializer).asked
        model = register_model(actor_of(request), wanted)
        return Response(self.get_serializer(model).data, status=201)


@described("models_show", "One model", tag="runs")
class OneModel(ReadersOne[RetrievalModel]):
    serializer_class = shown.ModelSerializer
    access = access_model


@described("runs_list", "Runs, newest first", tag="runs", parameters=[shown.OfBenchmarkSerializer])
class Runs(ReadersList[Run]):
    """For submitters their own."""

    for_submitters = True
    serializer_class = shown.RunSerializer
    parser_classes = [MultiPartParser]
    queryset = Run.objects.none()

    def get_queryset(self) -> QuerySet[Run]:
        return ask(self.request, shown.OfBenchmarkSerializer).of(access_runs(self.asking))

    @operation(
        "runs_import",
        "Import a run",
        "runs",
        {"multipart/form-data": shown.ImportRunSerializer},
        ACCEPTED,
    )
    def post(self, request: Request) -> Response:
        """A job reads the file: all of it is imported, or nothing. The same file again is
        recognised. A submitter's is handed in, as at `/submissions`."""
        if person_of(request).is_submitter:
            return hand_in(request)
        return asked_job(request, shown.ImportRunSerializer, hand_in_run)


def hand_in(request: Request) -> Response:
    require_submitter(person_of(request))
    return asked_job(request, shown.SubmitRunSerializer, hand_in_submission)


@described("runs_show", "One run", tag="runs")
class OneRun(ReadersOne[Run]):
    for_submitters = True
    serializer_class = shown.RunSerializer
    access = access_run


@described("runs_rankings", "A run's rankings, in the benchmark's order", tag="runs")
class RunRankings(ReadersList[Ranking]):
    """What is kept of each ranking, with the rank of the original positive in the whole file where
    that is known."""

    serializer_class = serializer_of(NamedRanking)  # which are named, and no rows
    queryset = Ranking.objects.none()
    ordering = ("item",)
    largest_page = 200

    @cached_property
    def run(self) -> Run:
        return access_run(self.asking, self.kwargs["run_id"])

    def get_queryset(self) -> QuerySet[Ranking]:
        return Ranking.objects.filter(run=self.run)

    def paginate_queryset(self, queryset: Any) -> list[NamedRanking]:  # type: ignore[override]
        return name_rankings(self.run, super().paginate_queryset(queryset) or [])


@described(
    "pools_list", "Pools, newest first", tag="pools", parameters=[shown.OfBenchmarkSerializer]
)
class Pools(ReadersList[Pool]):
    serializer_class = shown.PoolSerializer
    queryset = Pool.objects.none()  # for the schema; each request gets its own

    def get_queryset(self) -> QuerySet[Pool]:
        return ask(self.request, shown.OfBenchmarkSerializer).of(access_pools(self.asking))

    @operation(
        "pools_freeze",
        "Freeze a pool, or say what it would cost",
        "pools",
        shown.FreezePoolSerializer,
        {200: shown.PoolCostSerializer, 202: AcceptedSerializer},
    )
    def post(self, request: Request) -> Response:
        """A job freezes it. A dry run answers at once and writes nothing."""
        wanted = read(request, shown.FreezePoolSerializer).asked
        if wanted.dry_run:
            return Response(cost_as_json(wanted))
        return accepted(request, ask_for_pool(actor_of(request), wanted))


@described("pools_show", "One pool", tag="pools")
class OnePool(ReadersOne[Pool]):
    serializer_class = shown.PoolSerializer
    access = access_pool


@described("pools_pairs", "A pool's pairs", tag="pools", parameters=[shown.PairFilterSerializer])
class Pairs(ReadersList[PoolPair]):
    """By query, each with the runs that found it, and what it was drawn for."""

    serializer_class = shown.PoolPairSerializer
    queryset = PoolPair.objects.none()
    ordering = ("query", "video")

    @cached_property
    def pool(self) -> Pool:
        return access_pool(self.asking, self.kwargs["pool_id"])

    def get_queryset(self) -> QuerySet[PoolPair]:
        return ask(self.request, shown.PairFilterSerializer).of(pairs_of(self.pool))

    def paginate_queryset(self, queryset: Any) -> list[PoolPair]:  # type: ignore[override]
        """The pool is known; each pair would otherwise fetch it for the names of its runs."""
        pairs = list(super().paginate_queryset(queryset) or [])
        for pair in pairs:
            pair.pool = self.pool
        return pairs
