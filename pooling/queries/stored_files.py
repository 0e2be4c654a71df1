"""The files that rows of this package name: clips, their posters and sources, and uploads."""

from collections.abc import Iterator
from pathlib import Path

from django.db.models import Q

from foundation.integrity import StoredFile
from pooling.models import Upload, Video


def stored_files() -> Iterator[StoredFile]:
    for video in (
        Video.objects.exclude(Q(path="") & Q(source="") & Q(poster="")).order_by("id").iterator()
    ):
        by = f"video {video.pk}"
        if video.path:
            yield StoredFile(video.path, video.sha256, by)
        if video.poster:
            yield StoredFile(
                video.poster, Path(video.poster).stem, by
            )  # a poster's name is its checksum
        if video.source:
            yield StoredFile(video.source, video.source_sha256, by)
    for upload in Upload.objects.exclude(path="").order_by("id").iterator():
        yield StoredFile(upload.path, upload.sha256, f"upload {upload.pk}")
