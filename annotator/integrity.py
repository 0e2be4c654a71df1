"""What must always be true of campaigns, their labels, and what follows from these."""

from annotator.actions.rebuild import rebuild
from annotator.queries.integrity import benchmark_differences
from annotator.queries.stored_files import stored_files
from foundation.integrity import Integrity, register
from pooling.queries.integrity import check_benchmarks_by

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
