"""Triplets: caption_id, video_id, label. One row for each pair that has a verdict, as CSV or JSON
Lines. A further column, probability, may be written; read, it is left aside: the label is the
verdict."""

import json
from collections.abc import Iterable, Sequence
from contextlib import closing
from functools import partial
from typing import Any, TextIO

from annotator.formats.collected import DISAGREEMENT, IRRELEVANT, RELEVANT, LabelFile
from annotator.formats.format import Choices, Files, Format, Labels, Options
from annotator.formats.tables import is_escaped, read_tables, write_tables
from pooling.formats.csv_rows import header_of
from pooling.formats.json_items import read_object
from pooling.formats.problem import excerpt
from pooling.formats.text import Text

COLUMNS = ("caption_id", "video_id", "label")
VERDICTS = (RELEVANT, IRRELEVANT, DISAGREEMENT)
PROBABILITY = "probability"
WITH_PROBABILITY = (*COLUMNS, PROBABILITY)
Triplet = Sequence[str | None]  # with a probability, one more than COLUMNS


def write_csv(
    rows: Iterable[Triplet], exact: TextIO, safe: TextIO, columns: Sequence[str] = COLUMNS
) -> bool:
    """Whether the file for spreadsheets differs from the exact one."""
    return write_tables(columns, rows, exact, safe)


def write_jsonl(rows: Iterable[Triplet], out: TextIO) -> None:
    """A probability is a number, or null."""
    encode = json.JSONEncoder(ensure_ascii=False).encode
    for row in rows:
        shown: dict[str, Any] = dict(zip(COLUMNS, row, strict=False))
        if len(row) > len(COLUMNS):
            shown[PROBABILITY] = None if row[-1] is None else float(row[-1])
        out.write(f"{encode(shown)}\n")


def read_triplets(text: Text, file: LabelFile) -> None:
    if text.head().lstrip().startswith("{"):
        fields: dict[str, type] = dict.fromkeys(COLUMNS, str)
        for line, words in enumerate(text.lines(), start=1):
            row = (
                read_object(words, line, fields, file.problems, ignored=(PROBABILITY,))
                if words.strip()
                else None
            )
            if row is not None:
                _take(line, row["caption_id"], row["video_id"], row["label"], file)
        return
    with closing(text.lines()) as lines:
        more = PROBABILITY in header_of(next(lines, ""))
    columns = WITH_PROBABILITY if more else COLUMNS
    file.may_be_escaped = not is_escaped(text, columns)
    for line, (caption, video, label, *_) in read_tables(text, columns, file.problems):
        _take(line, caption, video, label, file)


def _take(line: int, caption_key: str, video_key: str, label: str, file: LabelFile) -> None:
    query, video = file.query_of_caption(caption_key, line), file.video(video_key, line)
    if label not in VERDICTS:
        file.problems.error(
            "label",
            f"the label {excerpt(label)} is not known; expected {', '.join(VERDICTS)}",
            line,
        )
    elif (
        query is not None
        and video is not None
        and (pair := file.new_pair(query, video, line)) is not None
    ):
        file.verdict(pair, label, line)


def _write(labels: Labels, files: Files, options: Options) -> None:
    if options.lines:
        files.write("triplets.jsonl", labels.verdicts(), write_jsonl)
    else:
        columns = WITH_PROBABILITY if options.verdict == PROBABILITY else COLUMNS
        write = partial(write_csv, columns=columns)
        files.write_twice(FORMAT.files[0], labels.verdicts(), write)


def _read(text: Text, file: LabelFile, choices: Choices) -> None:
    read_triplets(text, file)


FORMAT = Format(
    name="triplets",
    sentence="triplets: a verdict for each pair",
    convention="One row for each pair with a verdict: relevant, irrelevant, or disagreement.",
    files=("triplets.csv",),
    write=_write,
    read=_read,
    has_lines=True,
    has_verdicts=True,
    is_usual=True,
)
