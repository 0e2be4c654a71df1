"""Runs as tables, `caption_id, video_id, score`: CSV and JSON Lines, and as lists of moments."""

import re
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from pooling.depth import SCORE_LIMIT
from pooling.formats.csv_rows import read_rows
from pooling.formats.gathering import Rows, Unknown
from pooling.formats.json_items import read_object
from pooling.formats.keys import Direction, Keys
from pooling.formats.moments import Written, best_moments, read_moments, read_predictions
from pooling.formats.problem import Problems, excerpt
from pooling.formats.text import Text

COLUMNS = ("caption_id", "video_id", "score")
PIECE = 50_000

# line, caption_id, video_id, score
Parsed = tuple[int, str, str, float]


@dataclass(slots=True)
class ScoreRows:
    """One reading of a table: pieces of rows, and on the way whatever is wrong."""

    text: Text
    file_format: str
    keys: Keys
    direction: Direction
    problems: Problems

    def __iter__(self) -> Iterator[Rows]:
        rows = self._read()
        unknown = Unknown(self.keys.captions), Unknown(self.keys.videos)
        while piece := list(islice(rows, PIECE)):
            self.text.progress(self.text.stream.tell(), self.text.size)
            yield self._numbered(piece, *unknown)
        for axis in unknown:
            axis.report(self.problems)

    def _read(self) -> Iterator[Parsed]:
        if self.file_format == "tvr":
            return read_predictions(self.text, self.problems)
        if self.file_format == "moments":
            return best_moments(self._scored(read_moments(self.text, self.problems)))
        return self._scored(self._csv()) if self.file_format == "csv" else self._jsonl()

    def _csv(self) -> Iterator[Written]:
        for line, (caption, video, score) in read_rows(self.text, COLUMNS, self.problems):
            yield line, caption, video, score

    def _scored(self, rows: Iterator[Written]) -> Iterator[Parsed]:
        for line, caption, video, score in rows:
            value = float(score) if NUMBER.fullmatch(score.encode()) else np.inf
            if fits(value):
                yield line, caption, video, value
            else:
                self.problems.error("number", number_fault(score), line)

    def _jsonl(self) -> Iterator[Parsed]:
        fields = {"caption_id": str, "video_id": str, "score": float}
        for line, written in enumerate(self.text.lines(), start=1):
            if not written.strip():
                continue
            row = read_object(written, line, fields, self.problems)
            if row is None:
                continue
            if fits(row["score"]):  # which may be a whole number beyond what any float holds
                yield line, row["caption_id"], row["video_id"], float(row["score"])
            else:
                self.problems.error(
                    "number",
                    "/score: the number is too large for single precision, in which scores are"
                    " compared; expected at most 3.4e38",
                    line,
                )

    def _numbered(self, rows: Iterable[Parsed], captions: Unknown, videos: Unknown) -> Rows:
        kept_captions, kept_videos, scores, lines = array("i"), array("i"), array("d"), array("q")
        for line, caption_key, video_key, score in rows:
            caption = captions.axis.numbers.get(caption_key)
            video = videos.axis.numbers.get(video_key)
            if caption is None:
                captions.take(caption_key, line)
            if video is None:
                videos.take(video_key, line)
            if caption is not None and video is not None:
                kept_captions.append(caption)
                kept_videos.append(video)
                scores.append(score)
                lines.append(line)
        sides = kept_captions, kept_videos
        items, targets = sides if self.direction == "t2v" else sides[::-1]
        return Rows.of(items, targets, scores, lines)


NUMBER = re.compile(rb"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


def fits(score: float) -> bool:
    """Whether a score is finite in single precision, in which scores are compared."""
    return -SCORE_LIMIT < score < SCORE_LIMIT


def number_fault(score: str) -> str:
    """Why this is no score."""
    return f"{excerpt(score)} is no score: {_reason(score)}; expected a plain decimal number"


def _reason(score: str) -> str:  # noqa: PLR0911  (a table whose conditions are code)
    if not score.strip():
        return "it is empty"
    if NUMBER.fullmatch(score.encode()):
        return "it is too large for single precision, in which scores are compared (at most 3.4e38)"
    if score.lower().lstrip("+-") in ("nan", "inf", "infinity"):
        return "it is not finite"
    if re.fullmatch(r"[+-]?[0-9]+,[0-9]+", score):
        return "it has a decimal comma"
    if "_" in score:
        return "digits are grouped with _"
    if not score.isascii():
        return "it has characters other than 0-9, +, -, . and e"
    return "it is not written as one"
