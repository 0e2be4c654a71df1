"""The log as JSON Lines, for tools: a label a line, numbers and truths as such, null for a number
that is not known."""

import json
from collections.abc import Iterable, Iterator
from types import NoneType
from typing import Any, TextIO

from annotator.formats.collected import LabelFile
from annotator.formats.format import Choices, Files, Format, Labels, Options
from annotator.formats.log import Cells, take_rows
from annotator.formats.log_rows import BEFORE_MISTAKE, COLUMNS, GRADED, VALUE
from pooling.formats.json_items import read_object
from pooling.formats.text import Text

OPTIONAL = ("active_ms", "plays", "supersedes", VALUE)
TYPES: dict[str, type] = dict.fromkeys(GRADED, str) | {
    **dict.fromkeys(("label", *OPTIONAL, "guideline_version"), int),
    **dict.fromkeys(("too_fast", "superseded", "disregarded"), bool),
}


def write_typed(rows: Iterable[Cells], out: TextIO) -> None:
    encode = json.JSONEncoder(ensure_ascii=False).encode
    for row in rows:  # of a graded log with one more, its value
        cells = zip(TYPES.items(), row, strict=False)
        out.write(encode({name: _typed(kind, cell) for (name, kind), cell in cells}) + "\n")


def _typed(kind: type, cell: str | None) -> Any:
    if kind is int:
        return int(cell) if cell else None
    return cell == "true" if kind is bool else cell or ""


def _rows(text: Text, file: LabelFile) -> Iterator[tuple[int, dict[str, Any]]]:
    """Rows like those of the log's own table."""
    for line, words in enumerate(text.lines(), start=1):
        if not words.strip():
            continue
        row = read_object(words, line, _types_of(words), file.problems)
        if row is not None:
            yield line, {name: _plain(row[name]) for name in GRADED if name in row}


def _types_of(words: str) -> dict[str, type]:
    """Those that this line should have: null is right only where a number may be missing. What is
    wrong with the line itself is told by what reads it next."""
    try:
        found = json.loads(words)
    except (ValueError, RecursionError):
        return TYPES
    if not isinstance(found, dict):
        return TYPES
    columns = COLUMNS if "mistake" in found else BEFORE_MISTAKE
    columns = (*columns, VALUE) if VALUE in found else columns
    types = {name: TYPES[name] for name in columns}
    return types | {name: NoneType for name in OPTIONAL if found.get(name, 0) is None}


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def _write(labels: Labels, files: Files, options: Options) -> None:
    files.write(FORMAT.files[0], labels.log(), write_typed)


def _read(text: Text, file: LabelFile, choices: Choices) -> None:
    take_rows(_rows(text, file), file, choices.reasons)


FORMAT = Format(
    name="jsonl",
    sentence="jsonl: every label ever given, with typed values",
    convention=(
        "One JSON object for each label ever given, in order: numbers and truths are typed, and a"
        " number that is not known is null. Superseded and disregarded labels stay. Times are UTC."
    ),
    files=("labels.jsonl",),
    write=_write,
    example=(
        '{"label": 1, "caption_id": "c1", "video_id": "video7010", "rater": "rater 1",'
        ' "kind": "first", "answer": "relevant", "reason": "", "comment": "",'
        ' "given_at": "2026-03-04T09:15:00Z", "active_ms": 6819, "plays": 2, "too_fast": false,'
        ' "guideline_version": 1, "supersedes": null, "superseded": false,'
        ' "campaign": "first round", "disregarded": false, "mistake": ""}\n'
    ),
    read=_read,
    has_pseudonyms=True,
    has_grades=True,
)
