"""Qrels and triplets as sets of pairs."""

from typing import BinaryIO

import numpy as np

from annotator.formats.collected import RELEVANT, KnownBenchmark, LabelFile
from annotator.formats.qrels import MOST_RELEVANT, read_qrels
from annotator.formats.triplets import read_triplets
from annotator.scales import Scale
from foundation.frozen import frozen
from measures.arrays import Integers
from measures.hits import Pairs
from metrics.standalone.mentions import guess_label_format
from pooling.formats.keys import Axis
from pooling.formats.problem import Problems, naming
from pooling.formats.text import open_text

ANY_GRADE = Scale(tuple(map(str, range(MOST_RELEVANT + 1))))


@frozen
class Judgements:
    """Rows are queries: what captions with the same text share. A disagreement is judged, and not
    relevant."""

    relevant: Pairs
    judged: Pairs
    strata: Pairs | None  # what was pooled, judged or not; None where the file tells no more
    problems: Problems  # only warnings

    @classmethod
    def none(cls, queries: Integers, videos: int) -> "Judgements":
        nothing = Pairs.of((), (), (int(queries.max(initial=-1)) + 1, videos), rule="collected")
        return cls(nothing, nothing, None, Problems())

    def only_relevant(self) -> Integers:
        """(rows,): the video of each row that has exactly one, -1 for a row with none or
        several."""
        row, video = np.divmod(self.relevant.keys, max(self.relevant.columns, 1))
        only = np.full(self.relevant.rows, -1)
        only[row] = video
        return np.where(np.bincount(row, minlength=self.relevant.rows) == 1, only, -1)


@frozen
class _Said:
    """What a file says of a pair, and where."""

    answers: frozenset[str]  # of a disagreement both; none where nobody judged
    grade: int
    stratum: int
    line: int

    @property
    def gain(self) -> int:
        return self.grade if self.answers == {RELEVANT} else 0

    def contradicts(self, other: "_Said") -> bool:
        """Who judged a pair does not contradict who did not."""
        both = bool(self.answers and other.answers)
        return both and (self.answers, self.grade) != (other.answers, other.grade)


def read_judgements(
    file: BinaryIO, name: str, captions: Axis, videos: Axis, queries: Integers
) -> Judgements:
    """queries: (captions,), each caption's row in the result. Raises Unreadable."""
    # Files of others have a row for each caption, also where captions share a text: so each is read
    # as a query of its own.
    found = _read(file, name, KnownBenchmark(captions, videos, list(range(len(captions))), {}))
    for note in found.notes:
        found.problems.warn("left-out", note)
    sentence = _shared(found, queries.tolist())
    with naming(name):
        found.problems.raise_if_any()
    row, column = np.array(list(sentence), np.int64).reshape(-1, 2).T
    gains = np.array([one.gain for one in sentence.values()], np.float64)
    judged = np.array([bool(one.answers) for one in sentence.values()], bool)
    shape = int(queries.max(initial=-1)) + 1, len(videos)
    strata = None
    if found.strata or not judged.all():
        numbers = [1.0 + one.stratum for one in sentence.values()]
        strata = Pairs.of(row, column, shape, gains=numbers, rule="pooled")
    return Judgements(
        Pairs.of(row, column, shape, gains=gains, rule="collected"),
        Pairs.of(row[judged], column[judged], shape, rule="judged"),
        strata,
        found.problems,
    )


def _read(file: BinaryIO, name: str, known: KnownBenchmark) -> LabelFile:
    """The labels in a file; all of qrels is kept: grades, and what was pooled without a verdict."""
    file_format = guess_label_format(file, name)
    with naming(name):
        scale = ANY_GRADE if file_format == "qrels" else Scale()
        found = LabelFile(file_format, known, scale=scale, keeps_pool=True)
        text = open_text(file, found.problems)
        if file_format == "qrels":
            read_qrels(text, found)
        else:
            read_triplets(text, found)
        return found.finish()


def _shared(found: LabelFile, queries: list[int]) -> dict[tuple[int, int], _Said]:
    """Answers by query and video. Captions with the same text may each tell of a pair; where they
    contradict each other is an error."""
    answers: list[frozenset[str]] = [frozenset()] * len(found.pairs)
    grades = dict[int, int]()
    for label in found.labels:
        answers[label.pair] |= {label.answer}
        if label.value is not None:
            grades[label.pair] = label.value
    shared: dict[tuple[int, int], _Said] = {}
    pairs = zip(found.pairs.query, found.pairs.video, found.pairs.line, strict=True)
    for pair, (caption, video, line) in enumerate(pairs):
        grade, stratum = grades.get(pair, 1), found.strata.get(pair, 0)
        sentence = _Said(answers[pair], grade, stratum, line)
        earlier = shared.setdefault((queries[caption], video), sentence)
        if not earlier.answers:
            shared[queries[caption], video] = sentence
        if sentence.contradicts(earlier):
            message = (
                f"line {earlier.line} says otherwise of a caption with the same text; expected the"
                " same answer"
            )
            found.problems.error("contradiction", message, line)
    return shared
