"""Pools and their pairs by API, read by viewers, leads and administrators."""

from dataclasses import asdict
from functools import cached_property
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from foundation.api.reading import read, read_parameters, refusal_of
from jobs.actions.request import start_job
from jobs.api.accepting import AcceptedSerializer, accepted
from people.actor import actor_of, person_of
from people.models import Role
from pooling.actions.build_pool import PoolParameters, cost_of_pool
from pooling.models import Benchmark, Pool, PoolPair
from pooling.queries.pools import access_pool, access_pools, filter_pairs, pairs_of
from pooling.serializers import pools as shown
from pooling.serializers.runs import OfBenchmarkSerializer


class Pools(ListAPIView[Pool]):
    serializer_class = shown.PoolSerializer
    queryset = Pool.objects.none()  # for the schema; each request gets its own
    for_readers = True
    least_role = Role.LEAD

    def get_queryset(self) -> QuerySet[Pool]:
        pools = access_pools(person_of(self.request))
        of = read_parameters(self.request, OfBenchmarkSerializer)["benchmark"]
        return pools.filter(benchmark=of) if of else pools

    @extend_schema(
        operation_id="pools_list",
        summary="Pools, newest first",
        tags=["pools"],
        parameters=[OfBenchmarkSerializer],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="pools_freeze",
        summary="Freeze a pool, or say what it would cost",
        tags=["pools"],
        request=shown.FreezePoolSerializer,
        responses={200: shown.PoolCostSerializer, 202: AcceptedSerializer},
    )
    def post(self, request: Request) -> Response:
        """A job freezes it. A dry run answers at once and writes nothing."""
        asked = read(request, shown.FreezePoolSerializer)
        of, name = asked.validated_data["benchmark"], asked.validated_data["name"]
        if asked.validated_data["dry_run"]:
            return Response(cost_at(asked.validated_data["pace"], of, asked.parameters()))
        told = {"benchmark": of.pk, "name": name, "parameters": asdict(asked.parameters())}
        title = f"Freeze pool {name} of {of}"[:200]
        return accepted(
            request, start_job("pooling.build_pool", actor=actor_of(request), title=title, **told)
        )


def cost_at(pace: float, of: Benchmark, parameters: PoolParameters) -> dict[str, Any]:
    try:
        cost = cost_of_pool(of, parameters)
    except ValidationError as invalid:
        raise refusal_of(invalid) from None
    return {"pool": None, **asdict(cost), "hours": round(cost.hours(pace), 1)}


@extend_schema_view(
    get=extend_schema(
        operation_id="pools_show",
        summary="One pool",
        tags=["pools"],
        responses=shown.PoolSerializer,
    )
)
class OnePool(APIView):
    for_readers = True
    least_role = Role.LEAD

    def get(self, request: Request, pool_id: int) -> Response:
        pool = access_pool(person_of(request), pool_id)
        return Response(shown.PoolSerializer(pool, context={"request": request}).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="pools_pairs",
        summary="A pool's pairs",
        tags=["pools"],
        parameters=[shown.PairFilterSerializer],
    )
)
class Pairs(ListAPIView[PoolPair]):
    """By query, each with the runs that found it, and what it was drawn for."""

    serializer_class = shown.PoolPairSerializer
    queryset = PoolPair.objects.none()
    ordering = ("query", "video")
    for_readers = True
    least_role = Role.LEAD

    @cached_property
    def pool(self) -> Pool:
        return access_pool(person_of(self.request), self.kwargs["pool_id"])

    def get_queryset(self) -> QuerySet[PoolPair]:
        return filter_pairs(
            pairs_of(self.pool), **read_parameters(self.request, shown.PairFilterSerializer)
        )

    def paginate_queryset(self, queryset: Any) -> list[PoolPair]:  # type: ignore[override]
        """The pool is known; each pair would otherwise fetch it for the names of its runs."""
        pairs = list(super().paginate_queryset(queryset) or [])
        for pair in pairs:
            pair.pool = self.pool
        return pairs
