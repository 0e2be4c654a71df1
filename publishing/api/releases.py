"""Releases by API: read and downloaded by readers; made and deleted by leads."""

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiResponse, extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from foundation.api.operation import operation
from foundation.api.reading import read
from jobs.api.accepting import AcceptedSerializer, accepted
from metrics.models import FrozenRelease
from people.actor import actor_of, person_of
from people.models import Role
from publishing import release_serializers as shown
from publishing.actions.delete_release import delete_release
from publishing.actions.start_release import start_release
from publishing.queries.releases import access_release, access_releases

GONE = OpenApiResponse(description="It is gone, with its files; labels and reports stay.")


@extend_schema_view(get=operation("releases_list", "Releases, newest first", "releases"))
class Releases(ListAPIView[FrozenRelease]):
    serializer_class = shown.ReleaseSerializer
    queryset = FrozenRelease.objects.none()  # for the schema; each request gets its own
    for_readers = True
    least_role = Role.LEAD

    def get_queryset(self) -> QuerySet[FrozenRelease]:
        return access_releases(person_of(self.request))

    @operation(
        "releases_make",
        "Make a release",
        "releases",
        shown.NewReleaseSerializer,
        {202: AcceptedSerializer},
    )
    def post(self, request: Request) -> Response:
        """A job writes every format and keeps them. Done, its result has the release's id and its
        files with checksums."""
        wanted = read(request, shown.NewReleaseSerializer).asked
        return accepted(request, start_release(actor_of(request), wanted))


class OneRelease(APIView):
    for_readers = True
    least_role = Role.LEAD

    @operation("releases_show", "One release", "releases", gives=shown.ReleaseSerializer)
    def get(self, request: Request, release_id: int) -> Response:
        row = access_release(person_of(request), release_id)
        return Response(shown.ReleaseSerializer(row, context={"request": request}).data)

    @operation("releases_delete", "Delete a release", "releases", gives={204: GONE})
    def delete(self, request: Request, release_id: int) -> Response:
        delete_release(actor_of(request), access_release(person_of(request), release_id))
        return Response(status=204)
