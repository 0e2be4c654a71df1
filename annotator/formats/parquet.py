"""Parquet: verdicts, labels, captions and videos as typed tables, with what says how to read them:
a Hugging Face data card, and Croissant metadata. The tables of labels and of verdicts are read."""

from collections.abc import Callable
from functools import partial
from typing import BinaryIO

from annotator.cards.columns import TABLES, scale_in, tables_of
from annotator.cards.croissant import DataFile, croissant
from annotator.cards.data_card import data_card
from annotator.formats.collected import LabelFile
from annotator.formats.format import Choices, Files, Format, Labels, Options, Rows
from annotator.formats.log import take_rows
from annotator.formats.log_rows import BEFORE_DISREGARDED, GRADED
from annotator.formats.triplets import COLUMNS, GRADE, take_triplets
from annotator.formats.typed import opened_parquet, write_parquet
from annotator.scales import Scale
from foundation.checksum import sha256_of
from pooling.formats.problem import refuse

CARD, CROISSANT = "README.md", "croissant.json"


def write_typed_tables(labels: Labels, files: Files) -> None:
    """The first in `files` bears the main file's name."""
    tables = tables_of(labels.scale())
    sources: dict[str, Callable[[], Rows]] = {
        "triplets": labels.verdicts,
        "log": labels.log,
        "captions": labels.captions,
        "videos": labels.videos,
    }
    for name, rows in sources.items():
        files.write_file(tables[name].file, rows(), partial(write_parquet, table=tables[name]))


def _write(labels: Labels, files: Files, options: Options) -> None:
    write_typed_tables(labels, files)
    if (
        files.main
    ):  # beside a file of another name: what is said of the folder's names would be wrong
        return
    about, tables = labels.described(), list(tables_of(labels.scale()).values())
    rows = {table.name: files.rows[table.file] for table in tables}
    files.write_text(CARD, data_card(about, tables, rows))
    paths = [files.folder / table.file for table in tables]
    data_files = [DataFile(path.name, path.stat().st_size, sha256_of(path)) for path in paths]
    files.write_text(CROISSANT, croissant(about, data_files, tables))


def _read(source: BinaryIO, file: LabelFile, choices: Choices) -> None:
    """The log or the triplets: which of the two, its columns tell."""
    with opened_parquet(source) as table:
        file.scale = _scale(scale_in(table.facts), choices.scale)
        if set(BEFORE_DISREGARDED) <= set(table.columns):
            take_rows(table.rows(GRADED), file, choices.reasons)
        elif set(COLUMNS) <= set(table.columns):
            file.format = "triplets"  # nobody knows who said so
            take_triplets(table.rows((*COLUMNS, GRADE)), file)
        else:
            expected = f"those of the log or of triplets ({', '.join(COLUMNS)})"
            refuse("header", f"expected the columns of one of our tables, {expected}", 1)


def _scale(own: Scale | None, chosen: Scale) -> Scale:
    """What the file says of itself, which what was chosen may not contradict."""
    if own is None or not own.is_graded:
        return chosen
    Choices(scale=own).check(FORMAT)
    if chosen.is_graded and not own.is_like(chosen):
        refuse("scale", f"the file is of the scale {own}; expected that, found {chosen}", 1)
    return own


FORMAT = Format(
    name="parquet",
    sentence="parquet: typed tables for pandas, Hugging Face and Croissant",
    convention=(
        "triplets: a verdict for each pair that has one. log: every label ever given; superseded"
        " and disregarded labels stay. What is not known is null. Times are UTC."
    ),
    files=tuple(table.file for table in TABLES.values()),
    write=_write,
    read_binary=_read,
    has_pseudonyms=True,
    has_grades=True,
    has_verdicts=True,
)
