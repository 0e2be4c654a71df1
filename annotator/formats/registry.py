"""The formats of labels. A format is one module of this package, which ends in its FORMAT: a new
one is a new file, and pages, the API, commands and jobs offer it."""

from importlib import import_module
from pkgutil import iter_modules
from typing import BinaryIO

import annotator.formats
from annotator.formats.collected import KnownBenchmark, LabelFile
from annotator.formats.format import Choices, Format
from foundation.refused import Refused
from pooling.formats.problem import naming
from pooling.formats.text import Progress, no_progress, open_text

NO_CHOICES = Choices()


def _find() -> dict[str, Format]:
    modules = (
        import_module(f"{annotator.formats.__name__}.{one.name}")
        for one in iter_modules(annotator.formats.__path__)
        if one.name != __name__.rpartition(".")[2]
    )
    found = [module.FORMAT for module in modules if hasattr(module, "FORMAT")]
    found.sort(key=lambda one: (not one.is_usual, one.name))
    return {one.name: one for one in found}


FORMATS = _find()
EXPORT_FORMATS = {name: one.sentence for name, one in FORMATS.items()}
LABEL_FORMATS = {name: one.sentence for name, one in FORMATS.items() if one.read or one.read_binary}


def names_of(*, has: str) -> str:
    """The formats that have it: `qrels`, or `log and triplets`."""
    *others, last = [name for name, one in FORMATS.items() if getattr(one, has)]
    return f"{', '.join(others)} and {last}" if others else last


def format_called(name: str) -> Format:
    if name not in FORMATS:
        raise Refused(f"{name} is not written: expected {', '.join(FORMATS)}")
    return FORMATS[name]


def read_labels(
    file: BinaryIO,
    name: str,
    file_format: str,
    known: KnownBenchmark,
    choices: Choices = NO_CHOICES,
    *,
    progress: Progress = no_progress,
) -> LabelFile:
    """The file's labels, or Unreadable."""
    one = format_called(file_format)
    choices.check(one)
    with naming(name):
        found = LabelFile(file_format, known, scale=choices.scale)
        if one.read_binary:
            one.read_binary(file, found, choices)
        elif one.read:
            limit = one.line_limit
            text = open_text(file, found.problems, line_limit=limit, progress=progress)
            one.read(text, found, choices)
        else:
            raise Refused(f"{file_format} is not read: expected {', '.join(LABEL_FORMATS)}")
        return found.finish()
