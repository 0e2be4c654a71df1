"""What must always be true of benchmarks, runs and pools."""

from foundation.integrity import Integrity, register
from pooling.queries.integrity import differences, stored_files
from pooling.whole import FOLDER

FROZEN = "a_frozen_pool_does_not_change"

register(
    Integrity(
        "pooling",
        guards=dict.fromkeys(("pooling_pool", "pooling_poolcaption", "pooling_poolpair"), FROZEN),
        differences=differences,
        counted=True,
        stored_files=stored_files,
        folders=("incoming", FOLDER, "uploads", "videos"),
    )
)
