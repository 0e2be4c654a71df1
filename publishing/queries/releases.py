"""Releases on a person's behalf: for readers. Single labels are in them under pseudonyms only."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import Http404

from foundation.integrity import StoredFile
from metrics.models import FrozenRelease
from people.models import User
from people.queries import require_reader
from publishing.releases.loading import about, loading

FOLDER = "releases"  # below MEDIA_ROOT; in it each release has a folder of its own


def access_releases(asking: User) -> QuerySet[FrozenRelease]:
    require_reader(asking)
    return FrozenRelease.objects.select_related("benchmark", "made_by")


def access_release(asking: User, release_id: int) -> FrozenRelease:
    found = access_releases(asking).filter(pk=release_id).first()
    if found is None:
        raise Http404("no such release")
    return found


def stored_files() -> Iterator[StoredFile]:
    """The files and the archive of them, each with its checksum."""
    for release in FrozenRelease.objects.order_by("pk").iterator():
        by = f"release {release.pk}"
        for file in (*release.files, release.archive):
            yield StoredFile(f"{release.folder}/{file['name']}", file["sha256"], by)


@dataclass(frozen=True, slots=True)
class DescribedFile:
    """One file. about: what it is. loading: lines that open it; empty where it is simply read."""

    name: str
    path: str  # below MEDIA_ROOT
    bytes: int
    rows: int
    sha256: str
    about: str
    loading: str


def described_files(release: FrozenRelease) -> list[DescribedFile]:
    return [
        DescribedFile(
            name=file["name"],
            path=f"{release.folder}/{file['name']}",
            bytes=file["bytes"],
            rows=file["rows"],
            sha256=file["sha256"],
            about=about(file["name"]),
            loading=loading(file["name"]),
        )
        for file in release.files
    ]
