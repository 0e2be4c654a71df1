"""Releases on a person's behalf: for readers. Single labels are in them under pseudonyms only."""

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

from foundation.database.rows import the_row
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
    return the_row(access_releases(asking), "release", pk=release_id)


def stored_files() -> Iterator[StoredFile]:
    """The files and the archive of them, each with its checksum."""
    for release in FrozenRelease.objects.order_by("pk").iterator():
        by = f"release {release.pk}"
        for file in (*release.files, release.archive):
            yield StoredFile(f"{release.folder}/{file['name']}", file["sha256"], by)


def described_files(release: FrozenRelease) -> list[dict[str, Any]]:
    """What is known of each file, with its path below MEDIA_ROOT; about: what it is. loading: lines
    that open it; empty where it is simply read."""
    return [
        file
        | {
            "path": f"{release.folder}/{file['name']}",
            "about": about(file["name"]),
            "loading": loading(file["name"]),
        }
        for file in release.files
    ]
