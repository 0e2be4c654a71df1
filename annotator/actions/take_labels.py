"""A file of labels, read for a benchmark; and imported once, whoever else imports it meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import IntegrityError

from annotator.formats.collected import LabelFile
from annotator.formats.format import Choices
from annotator.formats.registry import read_labels
from annotator.queries.imported import known_keys
from foundation.refused import Refused
from pooling.formats.text import Progress
from pooling.input_files import InputFile
from pooling.models import Benchmark
from pooling.queries.axes import Axes


class ImportedMeanwhile(Refused):
    """This file was imported by somebody else at this moment: nothing was imported twice."""


def read_file_of_labels(
    benchmark: Benchmark,
    axes: Axes,
    source: InputFile,
    file_format: str,
    *,
    choices: Choices,
    progress: Progress,
) -> LabelFile:
    """Raises Unreadable."""
    known = known_keys(benchmark, axes)
    with source.path.open("rb") as opened:
        return read_labels(opened, source.name, file_format, known, choices, progress=progress)


@contextmanager
def once_for_each_file(name: str) -> Iterator[None]:
    """Around the transaction. Raises ImportedMeanwhile."""
    try:
        yield
    except IntegrityError as error:
        if "annotator_a_file_of_labels_is_imported_once" not in str(error):
            raise
        raise ImportedMeanwhile(
            f"{name} was imported by somebody else at this moment: nothing was imported twice"
        ) from None
