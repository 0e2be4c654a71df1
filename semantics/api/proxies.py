"""Proxies by API: read and exported by readers; made, imported and deleted by leads."""

from typing import Any

from django.db.models import QuerySet
from django.http import FileResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
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
from pooling.queries.benchmarks import access_benchmark
from semantics import serializers as shown
from semantics.actions.ask_for_proxies import ask_for_proxy, hand_in_proxy
from semantics.actions.delete_proxy import delete_proxy
from semantics.downloads import matrix_download
from semantics.models import Proxy
from semantics.queries.proxies import access_proxies, access_proxy

GONE = OpenApiResponse(description="It is gone, with its file.")
FORM = "multipart/form-data"


def of_path(request: Request, benchmark_id: int) -> dict[str, Any]:
    """What the address says, for a serializer."""
    return {"given": {"benchmark": access_benchmark(person_of(request), benchmark_id)}}


@described("proxies_list", "A benchmark's proxies, newest first", tag="proxies")
class Proxies(ReadersList[Proxy]):
    serializer_class = shown.ProxySerializer
    parser_classes = [MultiPartParser]
    queryset = Proxy.objects.none()  # for the schema; each request gets its own

    def get_queryset(self) -> QuerySet[Proxy]:
        of = access_benchmark(self.asking, self.kwargs["benchmark_id"])
        return access_proxies(self.asking, of).order_by()

    @operation(
        "proxies_make",
        "Make a proxy",
        "proxies",
        {FORM: shown.NewProxySerializer},
        {202: AcceptedSerializer},
    )
    def post(self, request: Request, benchmark_id: int) -> Response:
        """A job computes it from what captions say. The same kind with the same parameters is
        stored once: then the job's result names the one that is there."""
        wanted = read(request, shown.NewProxySerializer, **of_path(request, benchmark_id)).asked
        return accepted(request, ask_for_proxy(actor_of(request), wanted))


class ImportProxy(APIView):
    least_role = Role.LEAD
    parser_classes = [MultiPartParser]

    @operation(
        "proxies_import",
        "Import a relevance matrix",
        "proxies",
        {FORM: shown.NewProxyFileSerializer},
        {202: AcceptedSerializer},
    )
    def post(self, request: Request, benchmark_id: int) -> Response:
        """A job reads the file: all of it is imported, or nothing. The same file again is
        recognised."""
        given = of_path(request, benchmark_id)
        wanted = read(request, shown.NewProxyFileSerializer, **given).asked
        return accepted(request, hand_in_proxy(actor_of(request), wanted))


class OneProxy(APIView):
    for_readers = True
    least_role = Role.LEAD

    @operation("proxies_show", "One proxy", "proxies", gives=shown.ProxySerializer)
    def get(self, request: Request, benchmark_id: int, proxy_id: int) -> Response:
        row = access_proxy(person_of(request), benchmark_id, proxy_id)
        return Response(shown.ProxySerializer(row, context={"request": request}).data)

    @operation("proxies_delete", "Delete a proxy", "proxies", gives={204: GONE})
    def delete(self, request: Request, benchmark_id: int, proxy_id: int) -> Response:
        """Refused while something rests on it."""
        row = access_proxy(person_of(request), benchmark_id, proxy_id)
        delete_proxy(actor_of(request), row)
        return Response(status=204)


class Matrix(APIView):
    """An array, or a sparse matrix as SciPy reads it; both of the same numbers."""

    for_readers = True
    least_role = Role.LEAD

    @operation(
        "proxies_matrix",
        "A proxy's matrix as a file",
        "proxies",
        gives={(200, "application/octet-stream"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, benchmark_id: int, proxy_id: int, ending: str) -> FileResponse:
        return matrix_download(access_proxy(person_of(request), benchmark_id, proxy_id), ending)
