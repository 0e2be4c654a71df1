"""Labels that come and go by API, for leads and administrators: jobs do both."""

from typing import Any

from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotator import exchange_serializers as shown
from annotator.actions.export_labels import order_export, order_import
from annotator.api.address import Address, Listed, call
from annotator.queries.campaigns import access_exports
from foundation.api.operation import operation
from foundation.api.reading import read
from jobs.api.accepting import AcceptedSerializer, accepted
from people.actor import actor_of, person_of
from people.models import Role
from pooling.queries.benchmarks import access_benchmark


class Exports(
    Listed, rows=access_exports, says=("exports_list", "Exports, newest first", "exports")
):
    serializer_class = shown.ExportSerializer
    least_role = Role.LEAD

    @call(
        "exports_make",
        "Export labels",
        "exports",
        shown.NewExportSerializer,
        {202: AcceptedSerializer},
    )
    def post(self, request: Request, wanted: Any) -> Response:
        """A job writes the files. Done, its result has the export's id."""
        return accepted(request, order_export(actor_of(request), wanted))


class ImportLabels(Address):
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
