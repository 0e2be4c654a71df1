"""Opinions as tables: CSV, JSON Lines and Parquet with the columns caption, video, score, and
sample and status where there are; and qrels, `caption 0 video grade`."""

from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np

from measures.arrays import Integers
from pooling.formats.gathering import Unknown
from pooling.formats.hub_tables import TREC, Row, rows_of
from pooling.formats.keys import pair_codes
from pooling.formats.npz import is_archive
from pooling.formats.problem import Problems, excerpt, refuse
from pooling.formats.scores import NUMBER, fits, number_fault
from pooling.formats.text import open_text
from witnesses.opinions import STATUSES, Asked, Opinions

NEEDED = ("caption", "video", "score")
CALLED = {
    "caption_id": "caption",
    "query_id": "caption",
    "video_id": "video",
    "corpus_id": "video",
    **{name: name for name in (*NEEDED, "sample", "status", "iteration")},
}
MOST_SAMPLES = 1 << 15
MOST_NAMED = 50


def is_matrix(file: BinaryIO) -> bool:
    file.seek(0)
    return file.read(6) == b"\x93NUMPY" or is_archive(file)


def read_table(path: Path, name: str, asked: Asked) -> Opinions:
    """Raises Unreadable: of a file with an error nothing is read."""
    problems = Problems()
    rows, has_columns = _rows(path, problems)
    table = _Table(asked, problems, has_columns)
    for row in rows:
        table.take(row)
    return table.read(name)


def _rows(path: Path, problems: Problems) -> tuple[Iterator[Row], bool]:
    """And whether all rows have the columns of one header, in its order: JSON has names in each."""
    with path.open("rb") as file:
        if file.read(4) == b"PAR1":
            return rows_of(path, problems, ".parquet"), True
        text = open_text(file, Problems(), gzip_allowed=True, line_limit=None)
        first, *_ = text.head().lstrip().splitlines() or [""]
    if first.startswith(("{", "[")):
        return rows_of(path, problems, ".jsonl" if first.startswith("{") else ".json"), False
    if "," in first or ";" in first:
        return rows_of(path, problems, ".csv"), True
    words = first.split()
    is_header = len(words) != len(TREC) or not NUMBER.fullmatch(words[3].encode())
    if "\t" in first and is_header:
        return rows_of(path, problems, ".tsv"), True
    return _qrels(path, problems), True


def _qrels(path: Path, problems: Problems) -> Iterator[Row]:
    with path.open("rb") as file:
        for line, words in enumerate(open_text(file, problems, gzip_allowed=True).lines(), start=1):
            fields = words.split()
            if len(fields) == len(TREC):
                yield Row(line, dict(zip(TREC, fields, strict=True)))
            elif fields:
                expected = "expected a table with the header caption,video,score, or qrels"
                problems.error(
                    "columns",
                    f"{expected}, `caption 0 video grade`, whose keys have no spaces; found"
                    f" {len(fields)} columns",
                    line,
                )


class _Table:
    def __init__(self, asked: Asked, problems: Problems, has_columns: bool) -> None:
        self.asked, self.problems, self.has_columns = asked, problems, has_columns
        self.captions, self.videos = Unknown(asked.keys.captions), Unknown(asked.keys.videos)
        # caption, video, sample, status, line
        self.numbers = tuple(array("q") for _ in range(5))
        self.values = array("d")
        self.columns: frozenset[str] = frozenset()
        self.places: dict[str, int] = {}

    def take(self, row: Row) -> None:
        if (columns := frozenset(row.values)) != self.columns:
            self._check_columns(columns, [*row.values], row.line)
        texts = {CALLED[name]: row.text(name) for name in row.values}
        caption = self.asked.keys.captions.numbers.get(texts["caption"])
        video = self.asked.keys.videos.numbers.get(texts["video"])
        if caption is None:
            self.captions.take(texts["caption"], row.line)
        if video is None:
            self.videos.take(texts["video"], row.line)
        sample = self._sample(texts.get("sample", ""), row.line)
        status, value = self._value(texts.get("status") or STATUSES[0], texts["score"], row.line)
        if caption is None or video is None:
            return
        for column, number in zip(
            self.numbers, (caption, video, sample, status, row.line), strict=True
        ):
            column.append(number)
        self.values.append(value)

    def _check_columns(self, columns: frozenset[str], ordered: list[str], line: int) -> None:
        """Of a table all rows have the same, named in its first line; of JSON Lines each has its
        own."""
        line = 1 if self.has_columns else line
        expected = (
            f"expected the columns {', '.join(NEEDED)}, and sample and status where there are"
        )
        if unknown := sorted(columns - CALLED.keys()):
            refuse(
                "header",
                f"{expected}; found {excerpt(unknown[0])}",
                line,
                self._place(ordered, unknown[0]),
            )
        named = [CALLED[name] for name in columns]
        if missing := [name for name in NEEDED if name not in named]:
            refuse("header", f"{expected}; missed {missing[0]}", line)
        if len(set(named)) < len(named):
            refuse("header", f"{expected}; found one of them under two names", line)
        self.columns = columns
        self.places = {CALLED[name]: self._place(ordered, name) for name in ordered}

    def _place(self, ordered: list[str], name: str) -> int:
        return ordered.index(name) + 1 if self.has_columns else 1

    def _wrong(self, name: str, message: str, line: int) -> None:
        code = "number" if name == "score" else name
        self.problems.error(code, f"{name}: {message}", line, self.places[name])

    def _sample(self, text: str, line: int) -> int:
        if not text:
            return 0
        if text.isascii() and text.isdigit() and len(text) < 6 and int(text) < MOST_SAMPLES:
            return int(text)
        expected = f"expected a whole number from 0 to {MOST_SAMPLES - 1:,}"
        wrong = f"sample: {excerpt(text)} is none; {expected}"
        self.problems.error("sample", wrong, line, self.places["sample"])
        return 0

    def _value(self, status: str, score: str, line: int) -> tuple[int, float]:
        if status not in STATUSES:
            expected = f"expected one of {', '.join(STATUSES)}"
            self._wrong("status", f"{excerpt(status)} is none; {expected}", line)
        elif status != STATUSES[0]:
            if score:
                expected = "expected no score where nothing was given"
                wrong = f"score: {excerpt(score)}; {expected}"
                self.problems.error("status", wrong, line, self.places["score"])
            return STATUSES.index(status), np.nan
        value = float(score) if NUMBER.fullmatch(score.encode()) else np.inf
        if not fits(value):
            self._wrong("score", number_fault(score), line)
        elif self.asked.shares and not 0 <= value <= 1:
            expected = "expected how likely it is that people find the pair relevant"
            self._wrong("score", f"{excerpt(score)} is not from 0 to 1; {expected}", line)
        return 0, value

    def read(self, name: str) -> Opinions:
        """Raises Unreadable."""
        for axis in (self.captions, self.videos):
            axis.report(self.problems)
        columns = (np.frombuffer(one, np.int64) for one in self.numbers)
        captions, videos, samples, statuses, lines = columns
        queries, values = self.asked.caption_queries[captions], np.frombuffer(self.values, float)
        pairs = pair_codes(queries, videos)
        order = np.lexsort((lines, samples, pairs))
        first, second = order[:-1], order[1:]
        again = (pairs[first] == pairs[second]) & (samples[first] == samples[second])
        first, second = first[again], second[again]
        # Captions with one text are one query: of each of them the same may be said.
        alike = (captions[first] != captions[second]) & (statuses[first] == statuses[second])
        alike &= np.isclose(values[first], values[second], rtol=0, atol=0, equal_nan=True)
        self._report_repeats(captions, videos, first[~alike], second[~alike], lines)
        self.problems.raise_if_any()
        if not len(order):
            refuse("empty", "the file has no opinion")
        kept = np.ones(len(order), bool)
        kept[second] = False
        warnings = tuple(one.at(name) for one in self.problems.warnings)
        shared = int(alike.sum())
        found = Opinions(pairs, samples, values, statuses, warnings, shared).only(kept)
        wanted = self.asked.pairs
        return found if wanted is None else found.only(np.isin(found.pairs, wanted))

    def _report_repeats(
        self,
        captions: Integers,
        videos: Integers,
        before: Integers,
        places: Integers,
        lines: Integers,
    ) -> None:
        keys = self.asked.keys
        for first, place in list(zip(before.tolist(), places.tolist(), strict=True))[:MOST_NAMED]:
            one, other = (excerpt(keys.captions.keys[captions[at]]) for at in (first, place))
            video, shared = excerpt(keys.videos.keys[videos[place]]), ""
            if one != other:
                shared = f" (of caption {one}, which has the same text: the two share opinions)"
            self.problems.error(
                "duplicate",
                f"caption {other} and video {video} have an opinion in line {lines[first]}{shared}"
                f" and another in line {lines[place]}; expected one for a pair, or the column"
                " sample",
                int(lines[place]),
            )
        if (more := len(places) - MOST_NAMED) > 0:
            self.problems.error("duplicate", "more pairs that stand twice", times=more)
