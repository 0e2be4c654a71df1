"""TREC runs: `qid Q0 docid rank score tag`. Only qid, docid and score mean anything; order is by
score with the one tie rule."""

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from pooling.formats.gathering import Rows, Unknown
from pooling.formats.keys import WITHIN, Direction, Keys
from pooling.formats.problem import Problems, excerpt, refuse
from pooling.formats.scores import NUMBER, fits, number_fault
from pooling.formats.text import Text

FIELDS = 6
TAGS_LIMIT = 100


@dataclass(slots=True)
class TrecRows:
    """One reading of a run: pieces of rows, and on the way its tags and whatever is wrong."""

    text: Text
    keys: Keys
    direction: Direction
    problems: Problems
    tags: dict[bytes, int] = field(default_factory=dict)
    comments: int = 0

    def __iter__(self) -> Iterator[Rows]:
        items, targets = self.keys.sides(self.direction)
        # Bytes are looked up as they are: decoding three fields of each line would take as long as
        # all the rest.
        item_numbers = {key.encode(): number for key, number in items.numbers.items()}
        target_numbers = {key.encode(): number for key, number in targets.numbers.items()}
        unknown = Unknown(items), Unknown(targets)
        for first, lines in self.text.blocks():
            if first == 1:
                self._check_kind(lines)
            yield self._rows(first, lines, item_numbers, target_numbers, unknown)
        for axis in unknown:
            axis.report(self.problems)

    def _rows(
        self,
        first: int,
        lines: list[bytes],
        items: dict[bytes, int],
        targets: dict[bytes, int],
        unknown: tuple[Unknown, Unknown],
    ) -> Rows:
        """Long, for it is written out in one loop that runs a million times a second."""
        kept = array("i"), array("i"), array("d"), array("q"), array("q")
        kept_items, kept_targets, scores, numbers, ranks = kept
        is_number, tags, within = NUMBER.fullmatch, self.tags, self.direction in WITHIN
        for number, line in enumerate(lines, start=first):
            fields = line.split()
            if len(fields) != FIELDS:
                self._odd_line(number, line, fields)
                continue
            item_key, _, target_key, rank, score, tag = fields
            item, target = items.get(item_key), targets.get(target_key)
            if item is None or target is None:
                _take_unknown(number, (item, item_key), (target, target_key), unknown)
                continue
            if within and item == target:
                continue  # nothing is ranked for itself
            value = float(score) if is_number(score) else np.inf
            if not fits(value):
                fault = number_fault(score.decode())
                self.problems.error("number", fault, number, _column(line, 4))
                continue
            if tag not in tags and len(tags) < TAGS_LIMIT:
                tags[tag] = number
            kept_items.append(item)
            kept_targets.append(target)
            scores.append(value)
            numbers.append(number)
            ranks.append(int(rank) if rank.isdigit() and len(rank) < 10 else -1)
        return Rows.of(*kept)

    def _odd_line(self, number: int, line: bytes, fields: list[bytes]) -> None:
        if not fields:
            return
        if line.lstrip().startswith(b"#"):
            self.comments += 1
            return
        column = _column(line, FIELDS) if len(fields) > FIELDS else len(line.rstrip()) + 1
        message = f"expected {FIELDS} columns, qid Q0 docid rank score tag, found {len(fields)}"
        hint = "; an id must not have white space in it" if len(fields) > FIELDS else ""
        self.problems.error("columns", message + hint, number, column)

    def _check_kind(self, lines: list[bytes]) -> None:
        """Another format would be wrong in every line; that is one error, not a million."""
        rows = [
            line for line in lines[:1000] if line.strip() and not line.lstrip().startswith(b"#")
        ]
        if not rows:
            return
        first, fields = rows[0], rows[0].split()
        looks = ""
        if first.lstrip().startswith((b"{", b"[")):
            looks = "JSON"
        elif len(fields) < 4 and (first.count(b",") >= 2 or first.count(b";") >= 2):
            looks = "CSV"
        elif all(re.fullmatch(rb"\S+\s+\S+\s+\S+\s+-?[0-9]+\s*", row) for row in rows):
            looks = "qrels (four columns)"
        if looks:
            expected = "expected a TREC run, qid Q0 docid rank score tag"
            refuse("format", f"this looks like {looks}; {expected}", 1)


def _take_unknown(
    number: int,
    item: tuple[int | None, bytes],
    target: tuple[int | None, bytes],
    unknown: tuple[Unknown, Unknown],
) -> None:
    for (known, key), axis in zip((item, target), unknown, strict=True):
        if known is None:
            axis.take(key.decode(), number)


def _column(line: bytes, place: int) -> int:
    """Where the field with that place, from 0, begins; 1-based, in characters."""
    starts = [found.start() for found in re.finditer(rb"\S+", line)]
    return len(line[: starts[place]].decode()) + 1


def show_tags(tags: dict[bytes, int]) -> tuple[str, ...]:
    return tuple(tag.decode() for tag in tags)


def warn_of_tags(tags: dict[bytes, int], problems: Problems) -> None:
    if len(tags) > 1:
        second, line = list(tags.items())[1]
        many = f"{len(tags):,}" + (" or more" if len(tags) == TAGS_LIMIT else "")
        problems.warn(
            "tags",
            f"{many} different tags in one run; the second is {excerpt(second.decode())}",
            line,
            6,
        )
