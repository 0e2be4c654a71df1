"""Models asked by API: tried, asked about all pairs, and asked again. Leads alone."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from foundation.api.operation import operation
from foundation.api.reading import read
from jobs.api.accepting import AcceptedSerializer, accepted
from people.actor import actor_of, person_of
from people.models import Role
from pooling.queries.benchmarks import access_benchmark
from witnesses import serializers as shown
from witnesses.actions.ask_for_witness import try_witness
from witnesses.actions.order_hearing import order_hearing
from witnesses.asked.tryouts import tryout_of
from witnesses.models import Tryout
from witnesses.queries.tryouts import access_tryout
from witnesses.queries.witnesses import access_witness


class TryWitness(APIView):
    least_role = Role.LEAD

    @operation(
        "witnesses_try",
        "Try a model",
        "witnesses",
        shown.NewTryoutSerializer,
        {202: AcceptedSerializer},
    )
    def post(self, request: Request, benchmark_id: int) -> Response:
        """A job puts twenty pairs to it; its result has the number of the tryout."""
        given = {"benchmark": access_benchmark(person_of(request), benchmark_id)}
        wanted = read(request, shown.NewTryoutSerializer, given=given).asked
        return accepted(request, try_witness(actor_of(request), wanted))


class OneTryout(APIView):
    least_role = Role.LEAD

    @operation("witnesses_tryout", "One tryout", "witnesses", gives=shown.TryoutSerializer)
    def get(self, request: Request, benchmark_id: int, tryout_id: int) -> Response:
        row = access_tryout(person_of(request), benchmark_id, tryout_id)
        return Response(shown.TryoutSerializer(row, context={"request": request}).data)


class HearTryout(APIView):
    least_role = Role.LEAD

    @operation(
        "witnesses_hear_tryout",
        "Ask a model that was tried about all pairs",
        "witnesses",
        shown.NewHearingSerializer,
        {202: AcceptedSerializer},
    )
    def post(self, request: Request, benchmark_id: int, tryout_id: int) -> Response:
        return _ordered(request, access_tryout(person_of(request), benchmark_id, tryout_id))


class HearWitness(APIView):
    least_role = Role.LEAD

    @operation(
        "witnesses_hear",
        "Ask a witness again",
        "witnesses",
        shown.NewHearingSerializer,
        {202: AcceptedSerializer},
    )
    def post(self, request: Request, benchmark_id: int, witness_id: int) -> Response:
        """As it was asked last: about more pairs, those without a value, or some again."""
        witness = access_witness(person_of(request), benchmark_id, witness_id)
        return _ordered(request, tryout_of(witness))


def _ordered(request: Request, tryout: Tryout) -> Response:
    wanted = read(request, shown.NewHearingSerializer, given={"tryout": tryout}).asked
    return accepted(request, order_hearing(actor_of(request), wanted))
