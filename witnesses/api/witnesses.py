"""Witnesses by API: read by readers, imported by leads."""

from typing import Any

from django.db.models import QuerySet
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from foundation.api.operation import operation
from foundation.api.reading import read
from jobs.api.accepting import AcceptedSerializer, accepted
from people.actor import actor_of, person_of
from people.api.reading import ReadersList, described
from people.models import Role
from pooling.models import Benchmark
from pooling.queries.benchmarks import access_benchmark
from witnesses import serializers as shown
from witnesses.actions.ask_for_witness import import_witness
from witnesses.models import Witness
from witnesses.queries.coverage import coverages
from witnesses.queries.witnesses import access_witness, access_witnesses


@described("witnesses_list", "A benchmark's witnesses, newest first", tag="witnesses")
class Witnesses(ReadersList[Witness]):
    serializer_class = shown.WitnessSerializer
    queryset = Witness.objects.none()  # for the schema; each request gets its own

    def _of(self) -> Benchmark:
        return access_benchmark(self.asking, self.kwargs["benchmark_id"])

    def get_queryset(self) -> QuerySet[Witness]:
        return access_witnesses(self.asking, self._of()).order_by()

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "coverages": coverages(self._of())}


class ImportWitness(APIView):
    least_role = Role.LEAD
    parser_classes = [MultiPartParser]

    @operation(
        "witnesses_import",
        "Import a witness",
        "witnesses",
        {"multipart/form-data": shown.NewWitnessSerializer},
        {202: AcceptedSerializer},
    )
    def post(self, request: Request, benchmark_id: int) -> Response:
        """A job reads its opinions: all are kept, or none. The same witness again is recognised;
        then only opinions on pairs that it was not asked about before are added."""
        given = {"benchmark": access_benchmark(person_of(request), benchmark_id)}
        wanted = read(request, shown.NewWitnessSerializer, given=given).asked
        return accepted(request, import_witness(actor_of(request), wanted))


class OneWitness(APIView):
    for_readers = True
    least_role = Role.LEAD

    @operation("witnesses_show", "One witness", "witnesses", gives=shown.OneWitnessSerializer)
    def get(self, request: Request, benchmark_id: int, witness_id: int) -> Response:
        row = access_witness(person_of(request), benchmark_id, witness_id)
        context = {"request": request, "coverages": coverages(row.benchmark)}
        return Response(shown.OneWitnessSerializer(row, context=context).data)
