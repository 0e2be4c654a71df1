"""Pools and their pairs by API, read by viewers, leads and administrators."""

from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.api.operation import operation
from foundation.api.reading import ask, read
from jobs.api.accepting import AcceptedSerializer, accepted
from people.actor import actor_of
from people.api.reading import ReadersList, ReadersOne, described
from pooling.actions.build_pool import ask_for_pool, cost_as_json
from pooling.models import Pool, PoolPair
from pooling.queries.pools import access_pool, access_pools, pairs_of
from pooling.serializers import pools as shown
from pooling.serializers.runs import OfBenchmarkSerializer


@described("pools_list", "Pools, newest first", tag="pools", parameters=[OfBenchmarkSerializer])
class Pools(ReadersList[Pool]):
    serializer_class = shown.PoolSerializer
    queryset = Pool.objects.none()  # for the schema; each request gets its own

    def get_queryset(self) -> QuerySet[Pool]:
        return ask(self.request, OfBenchmarkSerializer).of(access_pools(self.asking))

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
