"""Labels that come and go by API, for leads and administrators: jobs do both."""

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import exchange_serializers as shown
from annotator.actions.order_exchange import order_export, order_import
from annotator.models import Export
from annotator.queries.exports import access_exports
from foundation.api.operation import operation
from foundation.api.reading import read
from jobs.api.accepting import AcceptedSerializer, accepted
from people.actor import actor_of, person_of
from people.models import Role
from pooling.queries.benchmarks import access_benchmark


@extend_schema_view(get=operation("exports_list", "Exports, newest first", "exports"))
class Exports(ListAPIView[Export]):
    serializer_class = shown.ExportSerializer
    queryset = Export.objects.none()  # for the schema; each request gets its own
    least_role = Role.LEAD

    def get_queryset(self) -> QuerySet[Export]:
        return access_exports(person_of(self.request))

    @operation(
        "exports_make",
        "Export labels",
        "exports",
        shown.NewExportSerializer,
        {202: AcceptedSerializer},
    )
    def post(self, request: Request) -> Response:
        """A job writes the files. Done, its result has the export's id."""
        wanted = read(request, shown.NewExportSerializer).asked
        return accepted(request, order_export(actor_of(request), wanted))


class ImportLabels(APIView):
    parser_classes = [MultiPartParser]
    least_role = Role.LEAD

    @operation(
        "benchmarks_import_labels",
        "Import labels",
        "exports",
        {"multipart/form-data": shown.ImportLabelsSerializer},
        {202: AcceptedSerializer},
    )
    def post(self, request: Request, benchmark_id: int) -> Response:
        """A closed campaign of their own: all of it, or nothing. The same file again is
        recognised."""
        of = access_benchmark(person_of(request), benchmark_id)
        wanted = read(request, shown.ImportLabelsSerializer, given={"benchmark": of}).asked
        return accepted(request, order_import(actor_of(request), wanted))
