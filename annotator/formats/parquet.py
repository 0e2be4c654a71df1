"""Parquet: verdicts, labels, captions and videos as typed tables, with what says how to read them:
a Hugging Face data card, and Croissant metadata."""

from collections.abc import Callable
from functools import partial

from annotator.cards.columns import TABLES
from annotator.cards.croissant import DataFile, croissant
from annotator.cards.data_card import data_card
from annotator.formats.format import Files, Format, Labels, Options, Rows
from annotator.formats.typed import write_parquet
from foundation.checksum import sha256_of

CARD, CROISSANT = "README.md", "croissant.json"


def write_typed_tables(labels: Labels, files: Files) -> None:
    """The first in `files` bears the main file's name."""
    sources: dict[str, Callable[[], Rows]] = {
        "triplets": labels.verdicts,
        "log": labels.log,
        "captions": labels.captions,
        "videos": labels.videos,
    }
    for name, rows in sources.items():
        files.write_file(TABLES[name].file, rows(), partial(write_parquet, table=TABLES[name]))


def _write(labels: Labels, files: Files, options: Options) -> None:
    write_typed_tables(labels, files)
    if (
        files.main
    ):  # beside a file of another name: what is said of the folder's names would be wrong
        return
    about = labels.described()
    rows = {name: files.rows[table.file] for name, table in TABLES.items()}
    tables = list(TABLES.values())
    files.write_text(CARD, data_card(about, tables, rows))
    paths = [files.folder / table.file for table in tables]
    data_files = [DataFile(path.name, path.stat().st_size, sha256_of(path)) for path in paths]
    files.write_text(CROISSANT, croissant(about, data_files, tables))


FORMAT = Format(
    name="parquet",
    sentence="parquet: typed tables for pandas, Hugging Face and Croissant",
    convention=(
        "triplets: a verdict for each pair that has one. log: every label ever given; superseded"
        " and disregarded labels stay. What is not known is null. Times are UTC."
    ),
    files=tuple(table.file for table in TABLES.values()),
    write=_write,
    has_pseudonyms=True,
    has_verdicts=True,
)
