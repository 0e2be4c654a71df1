"""Labels from files: one call whatever the format."""

from typing import BinaryIO

from annotator.formats.collected import Known, LabelFile
from annotator.formats.fire import read_fire_labels
from annotator.formats.log import read_log
from annotator.formats.qrels import read_qrels
from annotator.formats.triplets import read_triplets
from pooling.formats.problem import naming
from pooling.formats.text import LINE_LIMIT, Progress, no_progress, open_text

LABEL_FORMATS = ("fire", "triplets", "log", "qrels")


def read_labels(
    file: BinaryIO,
    name: str,
    file_format: str,
    known: Known,
    *,
    reasons: frozenset[str] = frozenset(),
    dataset: str | None = None,
    progress: Progress = no_progress,
) -> LabelFile:
    """The file's labels, or Unreadable. reasons: the known ones for not judging. dataset: of a FIRE
    release with several."""
    with naming(name):
        found = LabelFile(file_format, known)
        text = open_text(
            file,
            found.problems,
            line_limit=None if file_format == "fire" else LINE_LIMIT,
            progress=progress,
        )
        if file_format == "fire":
            read_fire_labels(text, found, dataset)
        elif file_format == "log":
            read_log(text, found, reasons)
        elif file_format == "qrels":
            read_qrels(text, found)
        else:
            read_triplets(text, found)
        return found.finish()
