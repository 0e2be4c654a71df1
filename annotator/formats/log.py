"""The label log: one row for each label ever given, in the order in which they were given. On a
scale of more than two values there is a column more, value: the answer follows from it."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TextIO

from annotator.formats.collected import (
    NO_SCALE,
    WITHDRAWN,
    LabelFile,
)
from annotator.formats.format import Choices, Files, Format, Labels, Options
from annotator.formats.label_columns import ImportedLabel
from annotator.formats.log_rows import (
    BEFORE_DISREGARDED,
    BEFORE_MISTAKE,
    COLUMNS,
    GRADED,
    SINCE,
    TRUTH,
    VALUE,
    check_row,
    moment_of,
    value_of,
)
from annotator.formats.tables import is_escaped, read_tables, write_tables
from pooling.formats.csv_rows import header_of
from pooling.formats.json_items import read_object
from pooling.formats.problem import excerpt, refuse
from pooling.formats.text import Text

TRAINING = "training"  # others may log their training too: it is left out
Cells = tuple[str | None, ...]


def columns_of(labels: Labels) -> tuple[str, ...]:
    """Those that its rows have."""
    return GRADED if labels.scale().is_graded else COLUMNS


def write_csv(
    rows: Iterable[Cells], exact: TextIO, safe: TextIO, columns: Sequence[str] = COLUMNS
) -> bool:
    """Whether the file for spreadsheets differs from the exact one."""
    return write_tables(columns, rows, exact, safe)


def write_jsonl(rows: Iterable[Cells], out: TextIO, columns: Sequence[str] = COLUMNS) -> None:
    """All values are strings, the same as in the CSV; empty where there is none."""
    encode = json.JSONEncoder(ensure_ascii=False).encode
    out.writelines(
        f"{encode({name: cell or '' for name, cell in zip(columns, row, strict=True)})}\n"
        for row in rows
    )


@dataclass(slots=True)
class _Chains:
    """What changes of mind hang together. by_number: a label's number in the file -> its place in
    `labels`."""

    by_number: dict[str, int] = field(default_factory=dict)
    replaced: set[int] = field(default_factory=set)
    live: dict[tuple[int, str], int] = field(
        default_factory=dict
    )  # pair and rater -> the line of their standing label
    campaigns: set[str] = field(default_factory=set)
    training: int = 0


def read_log(text: Text, file: LabelFile, reasons: frozenset[str]) -> None:
    """reasons: those that are known for not judging."""
    take_rows(_rows(text, file), file, reasons)


def take_rows(
    rows: Iterable[tuple[int, dict[str, Any]]], file: LabelFile, reasons: frozenset[str]
) -> None:
    """rows: each with its line, by the names of the columns, all of them texts."""
    chains = _Chains()
    for line, row in rows:
        if VALUE in row and not file.scale.is_graded:
            refuse("scale", NO_SCALE.format(VALUE), line)
        _take(line, SINCE | row, file, chains, reasons)
    if len(chains.campaigns) > 1:
        message = (
            f"the log is of {len(chains.campaigns)} campaigns; expected one: export each by itself"
        )
        file.problems.error("campaign", message)
    if chains.training:
        file.notes.append(f"{chains.training:,} labels given in training were left out")


def _rows(text: Text, file: LabelFile) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each with the line that it starts on. The first line tells which of the later columns the
    file has."""
    with closing(text.lines()) as lines:
        columns = _columns_of(next((line for line in lines if line.strip()), ""))
    if text.head().lstrip().startswith("{"):
        for line, words in enumerate(text.lines(), start=1):
            row = (
                read_object(words, line, dict.fromkeys(columns, str), file.problems)
                if words.strip()
                else None
            )
            if row is not None:
                yield line, row
    else:
        file.may_be_escaped = not is_escaped(text, columns)
        for line, cells in read_tables(text, columns, file.problems):
            yield line, dict(zip(columns, cells, strict=True))


def _columns_of(first_line: str) -> tuple[str, ...]:
    """All of them where it has others than it could have: what is wrong with it is told by whoever
    reads it."""
    if first_line.lstrip().startswith("{"):
        try:
            names = frozenset(json.loads(first_line))
        except (ValueError, RecursionError):
            return COLUMNS
    else:
        names = header_of(first_line)
    others = (BEFORE_MISTAKE, BEFORE_DISREGARDED, GRADED)
    return next((columns for columns in others if names == frozenset(columns)), COLUMNS)


def _take(
    line: int, row: dict[str, Any], file: LabelFile, chains: _Chains, reasons: frozenset[str]
) -> None:
    if row["kind"] == TRAINING:
        chains.training += 1
        return
    before = file.problems.error_count
    check_row(line, row, file, reasons)
    query, video = file.query_of_caption(row["caption_id"], line), file.video(row["video_id"], line)
    if file.problems.error_count > before or query is None or video is None:
        return
    label = ImportedLabel(
        file.pair(query, video, line),
        row["rater"],
        row["answer"],
        line,
        row["kind"],
        row["reason"],
        row["comment"],
        moment_of(row["given_at"]),
        int(row["active_ms"]) if row["active_ms"] else None,
        int(row["plays"]) if row["plays"] else None,
        TRUTH[row["too_fast"]],
        int(row["guideline_version"] or 0),
        disregarded=TRUTH[row["disregarded"]],
        mistake=row["mistake"],
        value=value_of(row) if file.scale.is_graded else None,
    )
    chains.campaigns.add(row["campaign"])
    if _hang(label, row, file, chains):
        file.labels.append(label)


def _hang(label: ImportedLabel, row: dict[str, Any], file: LabelFile, chains: _Chains) -> bool:
    """Whether the label stands well among those before it."""
    place, line, problems = len(file.labels), label.line, file.problems
    if row["label"] in chains.by_number:
        problems.error("duplicate", f"the label {excerpt(row['label'])} stands twice", line)
        return False
    if row["supersedes"]:
        if not _replace(label, row["supersedes"], file, chains):
            return False
    elif label.answer == WITHDRAWN:
        message = "a label was withdrawn; expected the number of the label in supersedes"
        problems.error("supersedes", message, line, 6)
        return False
    if (earlier := chains.live.get((label.pair, label.rater))) is not None:
        message = f"this rater's label of this pair stands in line {earlier} already"
        problems.error("duplicate", message, line, 4)
        return False
    if label.answer != WITHDRAWN:
        chains.live[label.pair, label.rater] = line
    chains.by_number[row["label"]] = place
    return True


def _replace(label: ImportedLabel, number: str, file: LabelFile, chains: _Chains) -> bool:
    """Whether the label with that number could be superseded by this one, which it now is."""
    old = chains.by_number.get(number)
    if old is None or not _stands(old, file, chains) or file.labels[old].pair != label.pair:
        message = (
            "supersedes: expected the number of a standing label of the same pair above, found"
            f" {excerpt(number)}"
        )
        file.problems.error("supersedes", message, label.line, COLUMNS.index("supersedes") + 1)
        return False
    label.supersedes = old
    chains.replaced.add(old)
    chains.live.pop((label.pair, file.labels[old].rater), None)
    return True


def _stands(place: int, file: LabelFile, chains: _Chains) -> bool:
    """Nobody changes what was taken back already, or what was asked for again."""
    label = file.labels[place]
    return place not in chains.replaced and label.answer != WITHDRAWN and not label.disregarded


def _write(labels: Labels, files: Files, options: Options) -> None:
    columns = columns_of(labels)
    if options.lines:
        files.write("log.jsonl", labels.log(), partial(write_jsonl, columns=columns))
    else:
        files.write_twice(FORMAT.files[0], labels.log(), partial(write_csv, columns=columns))


def _read(text: Text, file: LabelFile, choices: Choices) -> None:
    read_log(text, file, choices.reasons)


FORMAT = Format(
    name="log",
    sentence="log: every label ever given",
    convention=(
        "One row for each label ever given, in order; superseded labels stand, and so do"
        " disregarded ones, which were asked for again and count for no verdict. Times are UTC."
    ),
    files=("log.csv",),
    write=_write,
    example=(
        "label,caption_id,video_id,rater,kind,answer,reason,comment,given_at,active_ms,plays,"
        "too_fast,guideline_version,supersedes,superseded,campaign,disregarded,mistake\n"
        "1,c1,video7010,rater 1,first,relevant,,,2026-03-04T09:15:00Z,6819,2,"
        "false,1,,false,first round,false,\n"
    ),
    read=_read,
    has_lines=True,
    has_pseudonyms=True,
    has_grades=True,
)
