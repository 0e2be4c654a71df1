"""The files that rows of this package name: exports."""

from collections.abc import Iterator

from annotator.models import Export
from foundation.integrity import StoredFile


def stored_files() -> Iterator[StoredFile]:
    """A manifest tells the checksums of the files beside it, not its own."""
    for export in Export.objects.exclude(folder="").order_by("id").iterator():
        by = f"export {export.pk}"
        yield from (
            StoredFile(f"{export.folder}/{file['name']}", file["sha256"], by)
            for file in export.manifest["files"]
        )
        yield StoredFile(f"{export.folder}/{Export.MANIFEST}", "", by)
