"""The studies under proxies by API: readers read what they came to, leads have them computed."""

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from foundation.refused import Refused
from jobs.api.accepting import AcceptedSerializer, accepted
from metrics import proxy_serializers as shown
from metrics.actions.proxies_kept import ProxiesAsked
from people.actor import actor_of, person_of
from people.models import Role
from pooling.queries.benchmarks import access_benchmark


class NotComputed(Refused):
    """Proxies of this benchmark have not been held against people yet: a lead starts it by POST."""


@extend_schema_view(
    get=extend_schema(
        operation_id="benchmarks_proxy_study",
        summary="What a benchmark's proxies are worth beside people's labels",
        tags=["benchmarks"],
        responses={200: shown.UnderProxiesSerializer},
    ),
    post=extend_schema(
        operation_id="benchmarks_study_proxies",
        summary="Hold a benchmark's proxies against people",
        tags=["benchmarks"],
        request=None,
        responses={202: AcceptedSerializer},
    ),
)
class BenchmarkProxyStudy(APIView):
    """Proxies against people, and the runs under each proxy."""

    for_readers = True
    least_role = Role.LEAD

    def get(self, request: Request, benchmark_id: int) -> Response:
        """The same objects as the commands', and `current`: whether labels, proxies and runs are
        still those that they are about. 409 before they were first computed."""
        of = access_benchmark(person_of(request), benchmark_id)
        kept = ProxiesAsked(benchmark=of).find().kept
        if kept is None:
            raise NotComputed
        told = {"current": kept.current, "computed_at": kept.row.computed_at}
        return Response(kept.result.as_json() | told)

    def post(self, request: Request, benchmark_id: int) -> Response:
        """A job computes them, seconds for each proxy of most benchmarks; the one that is under
        way, if one is."""
        of = access_benchmark(person_of(request), benchmark_id)
        job = ProxiesAsked(benchmark=of).start(actor_of(request))
        return accepted(request, job)
