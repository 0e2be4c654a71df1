"""What must always be true of campaigns, their labels, and what follows from these; and the files
that rows of this package name: exports."""

from collections.abc import Iterator

from annotator.actions.rebuild import rebuild
from annotator.models import Export
from annotator.queries.integrity import benchmark_differences
from foundation.integrity import Integrity, StoredFile, register
from pooling.queries.integrity import check_benchmarks_by


def stored_files() -> Iterator[StoredFile]:
    """A manifest tells the checksums of the files beside it, not its own."""
    for export in Export.objects.exclude(folder="").order_by("id").iterator():
        by = f"export {export.pk}"
        yield from (
            StoredFile(f"{export.folder}/{file['name']}", file["sha256"], by)
            for file in export.manifest["files"]
        )
        yield StoredFile(f"{export.folder}/{Export.MANIFEST}", "", by)


check_benchmarks_by(benchmark_differences)
register(
    Integrity(
        "annotator",
        guards={
            "annotator_disregardedlabel": "disregarding_is_appended_only",
            "annotator_label": "labels_are_appended_only",
            "pooling_video": "a_clip_that_plays_releases_its_pairs",  # by a migration of this app
        },
        counted=True,
        rebuild=rebuild,
        stored_files=stored_files,
        folders=("exports",),
    )
)
