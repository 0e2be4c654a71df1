"""Triplets: caption_id, video_id, label. One row for each pair that has a verdict, as CSV or JSON
Lines. On a scale of more than two values there is a column more, grade; read, a file of others may
have its grades as labels. A further column, probability, may be written; read, it is left aside:
the label is the verdict."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from types import NoneType
from typing import Any, TextIO

from annotator.formats.collected import DISAGREEMENT, IRRELEVANT, NO_SCALE, RELEVANT, LabelFile
from annotator.formats.format import Choices, Files, Format, Labels, Options
from annotator.formats.tables import is_escaped, read_tables, write_tables
from pooling.formats.csv_rows import header_of
from pooling.formats.json_items import read_object
from pooling.formats.problem import excerpt, refuse
from pooling.formats.text import Text

COLUMNS = ("caption_id", "video_id", "label")
VERDICTS = (RELEVANT, IRRELEVANT, DISAGREEMENT)
GRADE, PROBABILITY = "grade", "probability"
FURTHER = (GRADE, PROBABILITY)  # columns, in this order
Triplet = Sequence[str | None]  # with a grade or a probability, one more than COLUMNS each


def write_csv(
    rows: Iterable[Triplet], exact: TextIO, safe: TextIO, columns: Sequence[str] = COLUMNS
) -> bool:
    """Whether the file for spreadsheets differs from the exact one."""
    return write_tables(columns, rows, exact, safe)


def columns_of(labels: Labels, verdict: str = "majority") -> tuple[str, ...]:
    """Those that its rows have. verdict: the rule that was asked for."""
    grade = (GRADE,) if labels.scale().is_graded else ()
    return (*COLUMNS, *grade, *((PROBABILITY,) if verdict == PROBABILITY else ()))


def write_jsonl(rows: Iterable[Triplet], out: TextIO, columns: Sequence[str] = COLUMNS) -> None:
    """A grade and a probability are numbers, or null."""
    encode = json.JSONEncoder(ensure_ascii=False).encode
    kinds = {GRADE: int, PROBABILITY: float}
    for row in rows:
        shown: dict[str, Any] = dict(zip(columns, row, strict=True))
        for name in kinds.keys() & shown.keys():
            shown[name] = kinds[name](shown[name]) if shown[name] else None
        out.write(f"{encode(shown)}\n")


def read_triplets(text: Text, file: LabelFile) -> None:
    """Where the file's scale has two values, grades are left aside too."""
    rows = _objects if text.head().lstrip().startswith("{") else _cells
    take_triplets(rows(text, file), file)


def take_triplets(rows: Iterable[tuple[int, dict[str, str]]], file: LabelFile) -> None:
    """rows: each with its line, by the names of the columns, all of them texts."""
    for line, row in rows:
        if row.get(GRADE) and not file.scale.is_graded:
            refuse("scale", NO_SCALE.format(GRADE), line)
        _take(line, row, file)


def columns_in(text: Text) -> tuple[str, ...]:
    """Those that a table seems to have, by its header."""
    with closing(text.lines()) as lines:
        names = header_of(next(lines, ""))
    return (*COLUMNS, *(name for name in FURTHER if name in names))


def has_grades(text: Text) -> bool:
    """Whether its first line speaks of them."""
    with closing(text.lines()) as lines:
        first = next(lines, "")
    if not first.lstrip().startswith("{"):
        return GRADE in header_of(first)
    try:
        return GRADE in json.loads(first)
    except (ValueError, RecursionError):
        return False


def _objects(text: Text, file: LabelFile) -> Iterator[tuple[int, dict[str, str]]]:
    """Each row with its line, all of its values texts; a grade that is null is empty."""
    takes = file.scale.is_graded and has_grades(text)
    ignored = (PROBABILITY,) if takes else FURTHER
    for line, words in enumerate(text.lines(), start=1):
        if not words.strip():
            continue
        fields: dict[str, type] = dict.fromkeys(COLUMNS, str)
        if takes:
            fields[GRADE] = NoneType if _is_null(words, GRADE) else int
        row = read_object(words, line, fields, file.problems, ignored=ignored)
        if row is not None:
            yield line, {name: "" if of is None else str(of) for name, of in row.items()}


def _cells(text: Text, file: LabelFile) -> Iterator[tuple[int, dict[str, str]]]:
    columns = columns_in(text)
    file.may_be_escaped = not is_escaped(text, columns)
    taken = [*COLUMNS, *([GRADE] if file.scale.is_graded else [])]
    for line, cells in read_tables(text, columns, file.problems):
        row = dict(zip(columns, cells, strict=True))
        yield line, {name: row[name] for name in taken if name in row}


def _take(line: int, row: dict[str, str], file: LabelFile) -> None:
    query = file.query_of_caption(row["caption_id"], line)
    video, before = file.video(row["video_id"], line), file.problems.error_count
    label, grade = row["label"], _grade(line, row, file) if file.scale.is_graded else None
    if not file.scale.is_graded and label not in VERDICTS:
        file.problems.error(
            "label",
            f"the label {excerpt(label)} is not known; expected {', '.join(VERDICTS)}",
            line,
        )
    elif (
        query is not None
        and video is not None
        and file.problems.error_count == before
        and (pair := file.new_pair(query, video, line)) is not None
    ):
        if file.scale.is_graded:
            file.graded(pair, grade, line)
        else:
            file.verdict(pair, label, line)


def _grade(line: int, row: dict[str, str], file: LabelFile) -> int | None:
    """None for a disagreement, or an error. A file of others may have no verdicts beside its
    grades."""
    label = row["label"]
    if GRADE not in row:
        column = COLUMNS.index("label") + 1
        return None if label == DISAGREEMENT else file.grade(label, line, column)
    if label == DISAGREEMENT and not row[GRADE]:
        return None
    column = len(COLUMNS) + 1
    grade = file.grade(row[GRADE], line, column, GRADE)
    if grade is not None and label != (follows := file.scale.answer_of(grade)):
        level = file.scale.relevant_from
        sentence = f"grade: {grade} is {follows} where pairs are relevant from {level} on"
        file.problems.error(GRADE, f"{sentence}, found the label {excerpt(label)}", line, column)
    return grade


def _is_null(words: str, name: str) -> bool:
    """Whether a line of JSON Lines has null there. What is wrong with the line itself is told by
    what reads it next."""
    try:
        found = json.loads(words)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and name in found and found[name] is None


def _write(labels: Labels, files: Files, options: Options) -> None:
    columns = columns_of(labels, options.verdict)
    if options.lines:
        write = partial(write_jsonl, columns=columns)
        files.write("triplets.jsonl", labels.verdicts(), write)
    else:
        files.write_twice(FORMAT.files[0], labels.verdicts(), partial(write_csv, columns=columns))


def _read(text: Text, file: LabelFile, choices: Choices) -> None:
    if has_grades(text) and not file.scale.is_graded:
        refuse("scale", NO_SCALE.format(GRADE), 1)
    read_triplets(text, file)


FORMAT = Format(
    name="triplets",
    sentence="triplets: a verdict for each pair",
    convention="One row for each pair with a verdict: relevant, irrelevant, or disagreement.",
    files=("triplets.csv",),
    write=_write,
    example="caption_id,video_id,label\nc1,video7010,relevant\nc1,video7011,irrelevant\n",
    read=_read,
    has_lines=True,
    has_verdicts=True,
    has_grades=True,
    is_usual=True,
)
