"""Releases by API: read and downloaded by readers; made and deleted by leads."""

from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.api.address import Addresses
from jobs.api.accepting import ACCEPTED, accepted
from metrics.models import FrozenRelease
from people.actor import actor_of
from people.models import Role
from publishing import serializers as shown
from publishing.actions.delete_release import delete_release
from publishing.actions.start_release import ReleaseWanted, start_release
from publishing.queries.releases import access_release, access_releases

GONE = {204: OpenApiResponse(description="It is gone, with its files; labels and reports stay.")}
ONE = "/<int:release_id>"

RELEASES = Addresses("releases", "releases", for_readers=True, least_role=Role.LEAD)
RELEASES.lists(
    "", "releases_list", "Releases, newest first", access_releases, shown.ReleaseSerializer
)


@RELEASES.post("", "Make a release", shown.NewReleaseSerializer, ACCEPTED)
def releases_make(request: Request, wanted: ReleaseWanted) -> Response:
    """A job writes every format and keeps them. Done, its result has the release's id and its
    files with checksums."""
    return accepted(request, start_release(actor_of(request), wanted))


@RELEASES.get(ONE, "One release", gives=shown.ReleaseSerializer, of=access_release)
def releases_show(_: Request, release: FrozenRelease) -> FrozenRelease:
    return release


@RELEASES.delete(ONE, "Delete a release", gives=GONE, of=access_release)
def releases_delete(request: Request, release: FrozenRelease) -> Response:
    delete_release(actor_of(request), release)
    return Response(status=204)
