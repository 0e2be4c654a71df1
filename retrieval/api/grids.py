"""Grids of trainings, by API: leads order, readers read."""

from rest_framework.parsers import FormParser, JSONParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from foundation.api.operation import operation
from foundation.api.reading import ask, read
from foundation.asking.arguments import values_of
from foundation.finding.schema import serializer_of
from jobs.api.accepting import AcceptedSerializer, accepted
from people.actor import actor_of, person_of
from people.api.reading import ReadersView
from people.models import Role
from pooling.queries.benchmarks import access_benchmark
from retrieval import serializers as shown
from retrieval.actions.order_grid import order_grid
from retrieval.queries.grid_table import GridTable, read_table
from retrieval.queries.grids import access_grid


class OrderGrid(APIView):
    parser_classes = [MultiPartParser, JSONParser, FormParser]
    least_role = Role.LEAD

    @operation(
        "benchmarks_order_grid",
        "Train a grid of models",
        "models",
        {"multipart/form-data": shown.TrainGridSerializer},
        {202: AcceptedSerializer},
    )
    def post(self, request: Request, benchmark_id: int) -> Response:
        """A model for each combination of what is varied. A job trains them one by one; the same
        order again continues."""
        of = access_benchmark(person_of(request), benchmark_id)
        wanted = read(request, shown.TrainGridSerializer, given={"benchmark": of}).asked
        return accepted(request, order_grid(actor_of(request), wanted))


class OneGrid(ReadersView):
    @operation(
        "benchmarks_grid",
        "The table of a grid",
        "models",
        gives=serializer_of(GridTable),
        parameters=[shown.GridTableParameters],
    )
    def get(self, request: Request, benchmark_id: int, grid_id: int) -> Response:
        """Means over seeds with 95 % t intervals, and the paired test of each row against one."""
        grid = access_grid(person_of(request), benchmark_id, grid_id)
        chosen = values_of(ask(request, shown.GridTableParameters))
        chosen.pop("curves")
        return Response(read_table(grid, **chosen).as_json())
