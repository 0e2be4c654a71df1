"""A row of the label log: its columns, and what each may say. log.py has how rows hang together."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from annotator.formats.collected import (
    CANNOT_JUDGE,
    GOLD,
    IRRELEVANT,
    LONGEST_RATER,
    RELEVANT,
    WITHDRAWN,
    LabelFile,
)
from annotator.scales import Scale
from pooling.formats.characters import refused_in
from pooling.formats.problem import excerpt

COLUMNS = (
    "label",  # its number in this file
    "caption_id",
    "video_id",
    "rater",
    "kind",
    "answer",
    "reason",
    "comment",
    "given_at",
    "active_ms",
    "plays",
    "too_fast",
    "guideline_version",
    "supersedes",  # the number of the label that it takes the place of
    "superseded",
    "campaign",
    "disregarded",  # whether it was asked for again: it stands, and counts for no verdict
    "mistake",  # of a decision: what the raters who were overruled got wrong, where it was named
)
VALUE = "value"
GRADED = (*COLUMNS, VALUE)
# Logs that were written before there were the last columns, and what their labels have there.
BEFORE_MISTAKE = COLUMNS[:-1]
BEFORE_DISREGARDED = COLUMNS[:-2]
SINCE = {"disregarded": "false", "mistake": ""}
KINDS = ("first", "second", "third", "adjudication", GOLD)
MAY_BE_DISREGARDED = KINDS[:3]
MISTAKES = ("person", "object", "action", "place", "number", "attribute", "caption_unclear")
DECISIONS = {("adjudication", RELEVANT), ("adjudication", IRRELEVANT)}
ANSWERS = (RELEVANT, IRRELEVANT, CANNOT_JUDGE, WITHDRAWN)
LONGEST_COMMENT = 2000
_WHOLE = re.compile(r"[0-9]{1,9}")
_TIME = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d(?::?\d\d)?)", re.ASCII
)
_A_TIME = "a time of the years 1 to 9999 with its zone, such as 2026-03-01T23:59:59Z"
TRUTH = {"true": True, "false": False}


def check_row(line: int, row: dict[str, Any], file: LabelFile, reasons: frozenset[str]) -> None:
    grade = _wrong_grade(row, file.scale) if file.scale.is_graded else ()
    for name, expected in (*_wrong_words(row, reasons), *_wrong_values(row), *grade):
        file.problems.error(
            name,
            f"{name}: expected {expected}, found {excerpt(row.get(name, ''))}",
            line,
            GRADED.index(name) + 1,
        )


def _wrong_words(row: dict[str, Any], reasons: frozenset[str]) -> Iterator[tuple[str, str]]:
    """(column, what was expected of it), of those that are words: names, reasons, comments."""
    if row["kind"] not in KINDS:
        yield "kind", ", ".join(KINDS)
    if row["answer"] not in ANSWERS:
        yield "answer", ", ".join(ANSWERS)
    if not 0 < len(row["rater"]) <= LONGEST_RATER:
        yield "rater", "a name of at most 100 characters"
    if row["reason"] not in reasons | {""}:
        yield "reason", ", ".join(sorted(reasons))
    if row["answer"] == CANNOT_JUDGE and not row["reason"]:
        yield "reason", "a reason for not judging"
    if found := refused_in(row["rater"], one_line=True):
        yield "rater", f"a name without {found}"
    if found := refused_in(row["comment"]):
        yield "comment", f"text without {found}"
    if len(row["comment"]) > LONGEST_COMMENT:
        yield "comment", "at most 2,000 characters"


def _wrong_values(row: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """(column, what was expected of it), of those that are times, numbers, true or false."""
    if not row["label"]:
        yield "label", "its number in this file"
    if row["given_at"] and moment_of(row["given_at"]) is None:
        yield "given_at", _A_TIME
    for name in ("too_fast", "superseded", "disregarded"):
        if row[name] not in TRUTH:
            yield name, "true or false"
    if row["disregarded"] == "true" and (
        row["kind"] not in MAY_BE_DISREGARDED or row["answer"] == WITHDRAWN
    ):
        message = "false: only a first, second or third label that stands is asked for again"
        yield "disregarded", message
    if row["mistake"] not in (*MISTAKES, ""):
        yield "mistake", ", ".join(MISTAKES)
    elif row["mistake"] and (row["kind"], row["answer"]) not in DECISIONS:
        yield "mistake", "nothing: only a decision names a mistake"
    for name in ("active_ms", "plays", "guideline_version"):
        if row[name] and not _WHOLE.fullmatch(row[name]):
            yield name, "a whole number of at most nine digits"


def value_of(row: dict[str, Any]) -> int | None:
    return int(row[VALUE]) if row.get(VALUE) else None


def _wrong_grade(row: dict[str, Any], scale: Scale) -> Iterator[tuple[str, str]]:
    """What is judged has a value, and its answer follows from it."""
    written, judges = row.get(VALUE, ""), row["answer"] in (RELEVANT, IRRELEVANT)
    if not judges:
        if written:
            yield VALUE, f"nothing beside {row['answer']}"
    elif (value := scale.read(written)) is None:
        sentence = f"a grade of the scale, 0 to {scale.highest}, as plain digits"
        yield VALUE, sentence
    elif scale.answer_of(value) != row["answer"]:
        level = scale.relevant_from
        yield "answer", f"{scale.answer_of(value)} beside {value}, as relevant begins at {level}"


def moment_of(written: str) -> datetime | None:
    """The moment in UTC; None for what is no time that a calendar has, here or there. No clock
    reads 24:00:00 or 23:59:60 to a program."""
    if not _TIME.fullmatch(written):
        return None
    try:
        return datetime.fromisoformat(written).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
