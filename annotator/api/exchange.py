"""Labels that come and go by API, for leads and administrators: jobs do both."""

from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotator import leading_serializers as shown
from annotator.actions.export_labels import order_export, order_import
from annotator.actions.rescale import order_rescale
from annotator.api.address import Addresses
from annotator.asked.exchange import ExportWanted, ImportLabelsWanted
from annotator.asked.grades import RescaleWanted
from annotator.queries.campaigns import access_exports
from jobs.api.accepting import ACCEPTED, accepted
from people.actor import actor_of
from people.models import Role
from pooling.models import Benchmark
from pooling.queries.benchmarks import access_benchmark

EXPORTS = Addresses("exports", least_role=Role.LEAD)
EXPORTS.lists(
    "exports", "exports_list", "Exports, newest first", access_exports, shown.ExportSerializer
)


@EXPORTS.post("exports", "Export labels", shown.NewExportSerializer, ACCEPTED)
def exports_make(request: Request, wanted: ExportWanted) -> Response:
    """A job writes the files. Done, its result has the export's id."""
    return accepted(request, order_export(actor_of(request), wanted))


@EXPORTS.post("exports/rescaled", "Map grades", shown.NewRescaledSerializer, ACCEPTED)
def exports_rescale(request: Request, wanted: RescaleWanted) -> Response:
    """A job writes the labels of a graded campaign with their grades mapped to another scale; or,
    of a draft, notes how its verdicts will meet those of other graded campaigns."""
    return accepted(request, order_rescale(actor_of(request), wanted))


@EXPORTS.post(
    "benchmarks/<int:benchmark_id>/labels",
    "Import labels",
    {"multipart/form-data": shown.ImportLabelsSerializer},
    ACCEPTED,
    of=access_benchmark,
    given="benchmark",
    parser_classes=[MultiPartParser],
)
def benchmarks_import_labels(
    request: Request, _: Benchmark, wanted: ImportLabelsWanted
) -> Response:
    """A closed campaign of their own: all of it, or nothing. The same file again is
    recognised."""
    return accepted(request, order_import(actor_of(request), wanted))
