"""Many pairs of a FIRE release at once, where every one of them is as it should be.

A release has half a million pairs, and to check each field of each by itself takes ten times as
long as to read them. Here a block's fields become columns, and each check is one call for all of a
column. Nothing is explained: where anything may be wrong, the block is left to fire.py, which
looks at it pair by pair and finds the words.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, repeat, starmap
from operator import itemgetter
from typing import Any

from annotator.formats.collected import IRRELEVANT, LONGEST_RATER, RELEVANT, LabelFile
from foundation.frozen import frozen
from pooling.formats.json_items import Block, bad_string

ADJUDICATOR = "adjudicator_id"
FACTS = ("response_ids", "queue_ids", "models", "dataset")
# A rater's number becomes their name here. Negative ones spend a character on their sign.
RATERS = range(1 - 10 ** (LONGEST_RATER - 1), 10**LONGEST_RATER)
_FACTS = "{%s}\n" % ", ".join(f'"{name}": %s' for name in FACTS)  # noqa: UP031  (braces of JSON)
_ANSWERS = frozenset((RELEVANT, IRRELEVANT))
_fields = itemgetter("annotator_ids", "annotator_labels", "query", "video_id", *FACTS)


@lru_cache(maxsize=1_000)
def majority(answers: tuple[str, ...]) -> str | None:
    """More than half of them, as the release has it."""
    for answer in (RELEVANT, IRRELEVANT):
        if 2 * answers.count(answer) > len(answers):
            return answer
    return None


def facts_of(responses: list[int], queues: list[int], models: list[str], dataset: str) -> str:
    """FACTS of one pair as a line of LabelFile.facts. A list of whole numbers prints as JSON."""
    named = _encoded(tuple(models)), _encoded(dataset)
    return _FACTS % (responses, queues, *named)


@lru_cache(maxsize=1_000)
def _encoded(value: tuple[str, ...] | str) -> str:
    """The same models and data sets come over and over."""
    return json.dumps(value)


@frozen
class _Columns:
    """A field of every pair each; label: None of a disagreement."""

    raters: Sequence[list[int]]
    answers: Sequence[list[str]]
    query: Sequence[str]
    video: Sequence[str]
    facts: Sequence[tuple[Any, ...]]
    label: Sequence[str | None]
    line: Sequence[int]

    def are_right(self) -> bool:
        responses, queues, models, datasets = zip(*self.facts, strict=True)
        return (
            _all_are(list, self.raters, self.answers, responses, queues, models)
            and _all_are(str, self.query, self.video, datasets)
            and _all_are(int, *map(chain.from_iterable, (self.raters, responses, queues)))
            and _all_are(str, *map(chain.from_iterable, (self.answers, models)))
            and self._as_long_as_answers(self.raters, responses, queues)
            and _ANSWERS.issuperset(chain.from_iterable(self.answers))
            and all(rater in RATERS for rater in set(chain.from_iterable(self.raters)))
            and not any(map(bad_string, set(datasets)))
        )

    def _as_long_as_answers(self, *columns: Sequence[list[Any]]) -> bool:
        counts = list(map(len, self.answers))
        return min(counts) > 0 and all(counts == list(map(len, column)) for column in columns)

    def only(self, dataset: str) -> "_Columns | None":
        """The pairs of one data set."""
        columns = (
            self.raters,
            self.answers,
            self.query,
            self.video,
            self.facts,
            self.label,
            self.line,
        )
        rows = [row for row in zip(*columns, strict=True) if row[4][-1] == dataset]
        return _Columns(*zip(*rows, strict=True)) if rows else None

    @property
    def repeated(self) -> int:
        """How many pairs have several labels by one annotator."""
        return sum(len(set(one)) < len(one) for one in self.raters)


def take_block(
    block: Block, file: LabelFile, dataset: str | None, datasets: Counter[str]
) -> int | None:
    """How many of its pairs have several labels by one annotator; None, and nothing is taken, where
    one of them may be wrong."""
    columns = _columns_of(block)
    if columns is None or not columns.are_right():
        return None
    found = [facts[-1] for facts in columns.facts]
    kept = columns if dataset is None else columns.only(dataset)
    if kept is not None and not _take(kept, file):
        return None
    datasets.update(found)
    return kept.repeated if kept else 0


def _columns_of(block: Block) -> _Columns | None:
    values = block.values
    if not _all_are(dict, values) or any(ADJUDICATOR in value for value in values):
        return None
    decided = block.key == "annotations"
    try:
        rows = list(map(_fields, values))
        labels = [value["label"] for value in values] if decided else [None] * len(values)
    except KeyError:
        return None
    raters, answers, query, video, *facts = zip(*rows, strict=True)
    lines = [line for line, _ in block.places]
    return _Columns(raters, answers, query, video, list(zip(*facts, strict=True)), labels, lines)


def _take(columns: _Columns, file: LabelFile) -> bool:
    """Whether it was taken: each label follows from its answers, and each pair is known and new."""
    if list(map(majority, map(tuple, columns.answers))) != list(columns.label):
        return False
    queries = [file.known.texts.get(text) for text in columns.query]
    videos = [file.known.videos.numbers.get(key) for key in columns.video]
    if None in queries or None in videos:
        return False
    places = file.pairs.add_all(queries, videos, columns.line)  # type: ignore[arg-type]
    if places is None:
        return False
    counts = list(map(len, columns.answers))
    file.labels.extend_plain(
        chain.from_iterable(map(repeat, places, counts)),
        list(map(str, chain.from_iterable(columns.raters))),
        list(chain.from_iterable(columns.answers)),
        chain.from_iterable(map(repeat, columns.line, counts)),
    )
    file.facts.append("".join(starmap(facts_of, columns.facts)).encode())
    return True


def _all_are(kind: type, *columns: Iterable[Any]) -> bool:
    """Whether all are of this type, without Python's belief that True is 1."""
    return all(set(map(type, column)) <= {kind} for column in columns)
