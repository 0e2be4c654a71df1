"""The pairs and labels of a file as columns of numbers: half a million labels take 35 MB; as
objects they took ten times that."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

NOT_GIVEN = -1  # in columns of numbers from 0
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
NO_TIME = -(1 << 63)
_MICROSECOND = timedelta(microseconds=1)


@dataclass(slots=True)
class ImportedLabel:
    """One label. pair: its place in the file's pairs. supersedes: the place of an earlier label of
    the file."""

    pair: int
    rater: str
    answer: str
    line: int
    kind: str = ""  # empty: the next one of first, second, third
    reason: str = ""
    comment: str = ""
    given_at: datetime | None = None
    active_ms: int | None = None
    plays: int | None = None
    too_fast: bool = False
    version: int = 0
    supersedes: int | None = None
    disregarded: bool = False  # asked for again: it stands, and counts for no verdict
    mistake: str = ""  # of a decision
    value: int | None = None  # on a scale of more than two values


def _numbers() -> "array[int]":
    return array("i")


def _lines() -> "array[int]":
    return array("q")


@dataclass(slots=True)
class PairColumns:
    """The pairs of a file, by the numbers of query and video, with the line that names each first.

    places: by their codes; only while the file is read, for they take more than all the rest.
    """

    query: "array[int]" = field(default_factory=_numbers)
    video: "array[int]" = field(default_factory=_numbers)
    line: "array[int]" = field(default_factory=_lines)
    places: dict[int, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.line)

    def find(self, query: int, video: int) -> int | None:
        return self.places.get(query << 32 | video)

    def add(self, query: int, video: int, line: int) -> int:
        """The place of a pair that is not there yet."""
        place = self.places[query << 32 | video] = len(self)
        self.query.append(query)
        self.video.append(video)
        self.line.append(line)
        return place

    def add_all(
        self, query: Sequence[int], video: Sequence[int], line: Sequence[int]
    ) -> range | None:
        """Their places; None, and nothing is added, if one of them is there already, or twice among
        them."""
        codes = [one << 32 | other for one, other in zip(query, video, strict=True)]
        if len(set(codes)) < len(codes) or not self.places.keys().isdisjoint(codes):
            return None
        added = range(len(self), len(self) + len(codes))
        self.places.update(zip(codes, added, strict=True))
        self.query.extend(query)
        self.video.extend(video)
        self.line.extend(line)
        return added


@dataclass(slots=True)
class Words:
    """A column of texts of which there are few. texts: each once, in the order of their first
    mention; codes: row by row, the number of its text."""

    texts: list[str] = field(default_factory=list)
    codes: "array[int]" = field(default_factory=_numbers)
    numbers: dict[str, int] = field(default_factory=dict)

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> list[str]: ...

    def __getitem__(self, place: int | slice) -> str | list[str]:
        if isinstance(place, slice):
            return [self.texts[code] for code in self.codes[place]]
        return self.texts[self.codes[place]]

    def append(self, text: str) -> None:
        self.codes.append(self._number(text))

    def extend(self, texts: Sequence[str]) -> None:
        for text in dict.fromkeys(texts):
            self._number(text)
        self.codes.extend(map(self.numbers.__getitem__, texts))

    def repeat(self, text: str, times: int) -> None:
        self.codes.extend(array("i", [self._number(text)]) * times)

    def _number(self, text: str) -> int:
        number = self.numbers.setdefault(text, len(self.texts))
        if number == len(self.texts):
            self.texts.append(text)
        return number


@dataclass(slots=True)
class LabelColumns:
    """Rows are put in and taken out as ImportedLabel; whoever looks at all of them takes the
    columns."""

    pair: "array[int]" = field(default_factory=_numbers)
    rater: Words = field(default_factory=Words)
    answer: Words = field(default_factory=Words)
    line: "array[int]" = field(default_factory=_lines)
    kind: Words = field(default_factory=Words)
    reason: Words = field(default_factory=Words)
    comments: dict[int, str] = field(default_factory=dict)  # of the few that have one, by place
    given_at: "array[int]" = field(default_factory=lambda: array("q"))  # microseconds, or NO_TIME
    active_ms: "array[int]" = field(default_factory=_numbers)
    plays: "array[int]" = field(default_factory=_numbers)
    too_fast: bytearray = field(default_factory=bytearray)
    version: "array[int]" = field(default_factory=_numbers)
    supersedes: "array[int]" = field(default_factory=_numbers)
    disregarded: bytearray = field(default_factory=bytearray)
    mistake: Words = field(default_factory=Words)
    value: "array[int]" = field(default_factory=_numbers)  # of graded files; else not given

    def __len__(self) -> int:
        return len(self.pair)

    def __iter__(self) -> Iterator[ImportedLabel]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, place: int) -> ImportedLabel:
        return ImportedLabel(
            self.pair[place],
            self.rater[place],
            self.answer[place],
            self.line[place],
            self.kind[place],
            self.reason[place],
            self.comments.get(place, ""),
            moment(self.given_at[place]),
            _or_none(self.active_ms[place]),
            _or_none(self.plays[place]),
            bool(self.too_fast[place]),
            self.version[place],
            _or_none(self.supersedes[place]),
            bool(self.disregarded[place]),
            self.mistake[place],
            _or_none(self.value[place]),
        )

    def append(self, label: ImportedLabel) -> None:
        if label.comment:
            self.comments[len(self)] = label.comment
        self.pair.append(label.pair)
        self.rater.append(label.rater)
        self.answer.append(label.answer)
        self.line.append(label.line)
        self.kind.append(label.kind)
        self.reason.append(label.reason)
        given = label.given_at
        self.given_at.append(NO_TIME if given is None else (given - EPOCH) // _MICROSECOND)
        self.active_ms.append(_or_not_given(label.active_ms))
        self.plays.append(_or_not_given(label.plays))
        self.too_fast.append(label.too_fast)
        self.version.append(label.version)
        self.supersedes.append(_or_not_given(label.supersedes))
        self.disregarded.append(label.disregarded)
        self.mistake.append(label.mistake)
        self.value.append(_or_not_given(label.value))

    def extend_plain(
        self, pair: Iterable[int], rater: Sequence[str], answer: Sequence[str], line: Iterable[int]
    ) -> None:
        """Many labels of which no more is known."""
        count = len(rater)
        self.pair.extend(pair)
        self.rater.extend(rater)
        self.answer.extend(answer)
        self.line.extend(line)
        self.kind.repeat("", count)
        self.reason.repeat("", count)
        self.given_at.extend(array("q", [NO_TIME]) * count)
        nothing = array("i", [NOT_GIVEN]) * count
        for column in (self.active_ms, self.plays, self.supersedes, self.value):
            column.extend(nothing)
        self.version.extend(array("i", [0]) * count)
        self.too_fast.extend(bytes(count))
        self.disregarded.extend(bytes(count))
        self.mistake.repeat("", count)


def as_array(column: "array[int] | bytearray") -> NDArray[np.int64]:
    return np.array(np.frombuffer(column, _TYPES[getattr(column, "typecode", "b")]), np.int64)


_TYPES: dict[str, type[np.integer[Any]]] = {"i": np.int32, "q": np.int64, "b": np.int8}


def moment(microseconds: int) -> datetime | None:
    return None if microseconds == NO_TIME else EPOCH + microseconds * _MICROSECOND


def _or_none(number: int) -> int | None:
    return None if number == NOT_GIVEN else number


def _or_not_given(number: int | None) -> int:
    return NOT_GIVEN if number is None else number
