"""Labels that were collected elsewhere, as a file tells them, and what is asked of every such
file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.formats.label_columns import (
    NOT_GIVEN,
    ImportedLabel,
    LabelColumns,
    PairColumns,
    as_array,
)
from annotator.scales import Scale
from foundation.frozen import frozen
from foundation.spreadsheet import plain_cell
from pooling.formats.keys import Axis
from pooling.formats.problem import Problems, excerpt

RELEVANT, IRRELEVANT = "relevant", "irrelevant"
CANNOT_JUDGE, WITHDRAWN = "cannot_judge", "withdrawn"
DISAGREEMENT = "disagreement"
# Kinds of labels: one decides, one only tells how well its rater does.
ADJUDICATION, GOLD = "adjudication", "gold"
# Where a file tells verdicts and not who gave them. A disagreement is told by two who contradict
# each other.
NO_ONE = ("unknown", "unknown 2")
LONGEST_RATER = 100
NO_SCALE = (
    "the column {} has grades; expected their scale to be named beside the file, as in the"
    " scale 0-4, relevant from 3"
)
MOST_LABELS_OF_A_PAIR = 32_767


@frozen
class KnownBenchmark:
    """A benchmark as labels speak of it. texts: each query's text and number; caption_queries: each
    caption's query."""

    captions: Axis
    videos: Axis
    caption_queries: list[int]
    texts: Mapping[str, int]


@dataclass(slots=True)
class LabelFile:
    """What a reader collects.

    facts: a line of JSON for each pair, many lines a piece; only FIRE has them.
    scale: what its labels can say. On one of more than two values each label has its value.
    keeps_pool: whether pairs without a verdict are kept too, and the strata that they were drawn
    from. strata: by the pair's place, where the file has them.
    may_be_escaped: whether a spreadsheet may have saved again a table that was made safe for it;
    keys_escaped: how many keys were known only without their quote.
    """

    format: str
    known: KnownBenchmark
    problems: Problems = field(default_factory=Problems)
    pairs: PairColumns = field(default_factory=PairColumns)
    labels: LabelColumns = field(default_factory=LabelColumns)
    facts: list[bytes] = field(default_factory=list)
    about: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    scale: Scale = field(default_factory=Scale)
    keeps_pool: bool = False
    strata: dict[int, int] = field(default_factory=dict)
    may_be_escaped: bool = False
    keys_escaped: int = 0

    def query_of_caption(self, key: str, line: int) -> int | None:
        number = self._number(self.known.captions, key)
        if number is None:
            self._unknown("caption", key, line, self.known.captions.hint(key))
            return None
        return self.known.caption_queries[number]

    def query_of_text(self, text: str, line: int) -> int | None:
        number = self.known.texts.get(text)
        if number is None:
            self._unknown("query", text, line, "")
        return number

    def video(self, key: str, line: int) -> int | None:
        number = self._number(self.known.videos, key)
        if number is None:
            self._unknown("video", key, line, self.known.videos.hint(key))
        return number

    def pair(self, query: int, video: int, line: int) -> int:
        """Its place: a new one, if no line before has named it."""
        place = self.pairs.find(query, video)
        return self.pairs.add(query, video, line) if place is None else place

    def new_pair(self, query: int, video: int, line: int) -> int | None:
        """Its place; where a file tells of each pair once, a second mention is an error."""
        earlier = self.pairs.find(query, video)
        if earlier is None:
            return self.pairs.add(query, video, line)
        message = (
            f"this pair stands in line {self.pairs.line[earlier]} already (captions with the same"
            " text are one query); expected it once"
        )
        self.problems.error("duplicate", message, line)
        return None

    def verdict(self, pair: int, verdict: str, line: int) -> None:
        """A verdict whose raters are not known."""
        answers = (RELEVANT, IRRELEVANT) if verdict == DISAGREEMENT else (verdict,)
        for rater, answer in zip(NO_ONE, answers, strict=False):
            self.labels.append(ImportedLabel(pair, rater, answer, line))

    def graded(self, pair: int, grade: int | None, line: int) -> None:
        """A verdict on a scale of more than two values; None is a disagreement, of two raters on
        either side of what is relevant."""
        level = self.scale.relevant_from
        values = (level, level - 1) if grade is None else (grade,)
        for rater, value in zip(NO_ONE, values, strict=False):
            answer = self.scale.answer_of(value)
            self.labels.append(ImportedLabel(pair, rater, answer, line, value=value))

    def grade(self, words: str, line: int, column: int, name: str = "label") -> int | None:
        """A place on the scale as plain digits; None, and an error, for anything else."""
        if (found := self.scale.read(words)) is not None:
            return found
        expected = f"expected a grade of the scale, 0 to {self.scale.highest}, as plain digits"
        self.problems.error(name, f"{name}: {expected}, found {excerpt(words)}", line, column)
        return None

    def values(self) -> NDArray[np.int64]:
        """(labels,): each label's place on the scale, NOT_GIVEN where nothing is judged. Of two
        values the answer says which."""
        if self.scale.is_graded:
            return as_array(self.labels.value)
        answers = self.labels.answer
        places = [self.scale.value_of(answer) for answer in answers.texts]
        known = [NOT_GIVEN if place is None else place for place in places]
        return np.array(known, np.int64)[as_array(answers.codes)]

    def finish(self) -> "LabelFile":
        if not self.labels and not self.problems.errors:
            self.problems.error("empty", "the file has no labels")
        counts = np.bincount(as_array(self.labels.pair))
        if counts.max(initial=0) > MOST_LABELS_OF_A_PAIR:
            pair = int(counts.argmax())
            message = (
                f"this pair has {counts[pair]:,} labels; expected at most"
                f" {MOST_LABELS_OF_A_PAIR:,} of a pair"
            )
            line = self.labels.line[self.labels.pair.index(pair)]
            self.problems.error("size", message, line)
        self.problems.raise_if_any()
        self.pairs.places.clear()
        if self.keys_escaped:
            message = (
                f"{self.keys_escaped:,} keys are known only without the quote that they begin with;"
                " other fields kept theirs"
            )
            self.notes.append(message)
        return self

    def _number(self, axis: Axis, key: str) -> int | None:
        """What a file says is taken as it stands, wherever the benchmark knows it."""
        number = axis.numbers.get(key)
        if (
            number is None
            and self.may_be_escaped
            and (number := axis.numbers.get(plain_cell(key))) is not None
        ):
            self.keys_escaped += 1
        return number

    def _unknown(self, what: str, key: str, line: int, hint: str) -> None:
        self.problems.error(
            "unknown", f"the {what} {excerpt(key)} is not in this benchmark{hint}", line
        )
