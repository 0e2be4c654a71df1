"""Qrels and triplets as sets of pairs."""

from typing import BinaryIO

import numpy as np

from annotator.formats.collected import RELEVANT, KnownBenchmark, LabelFile
from annotator.formats.qrels import MOST_RELEVANT, read_qrels
from annotator.formats.triplets import has_grades, read_triplets
from annotator.scales import Scale
from foundation.frozen import frozen
from measures.arrays import Integers
from measures.hits import Pairs
from metrics.snapshot import Grades
from metrics.standalone.mentions import guess_label_format
from pooling.formats.keys import Axis
from pooling.formats.problem import Problems, naming
from pooling.formats.text import open_text


@frozen
class FileScale:
    """highest: a higher grade is an error. relevant_from: the grade from which a pair is relevant.
    known: whether somebody named the scale."""

    highest: int = MOST_RELEVANT
    relevant_from: int = 1
    known: bool = False

    @property
    def on_numbers(self) -> Scale:
        """As files are read: whatever is above 0 may be relevant, for its level is chosen later."""
        return Scale(tuple(map(str, range(self.highest + 1))))

    def plain(self, *, original: bool) -> int:
        """What a relevant pair counts as in a file without grades."""
        return self.highest if original and self.known else self.relevant_from

    def grades(self, original: "Judgements | None", collected: "Judgements") -> Grades | None:
        if not self.known:
            return None
        below = None if original is None else original.too_low()
        told = collected.graded, collected.verdicts, below
        return Grades(self.on_numbers.words, self.relevant_from, *told)


@frozen
class Judgements:
    """Rows are queries: what captions with the same text share. A disagreement is judged, and not
    relevant. graded: all that has a grade above 0, relevant or not. verdicts: by grade."""

    relevant: Pairs
    graded: Pairs
    judged: Pairs
    verdicts: tuple[int, ...]
    strata: Pairs | None  # what was pooled, judged or not; None where the file tells no more
    problems: Problems  # only warnings

    @classmethod
    def none(cls, queries: Integers, videos: int) -> "Judgements":
        nothing = Pairs.of((), (), (int(queries.max(initial=-1)) + 1, videos), rule="collected")
        return cls(nothing, nothing, nothing, (), None, Problems())

    def too_low(self) -> Pairs:
        return self.graded.without(self.relevant)

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
    grade: int  # what a pair without one counts as, if it is relevant
    stratum: int
    line: int

    @property
    def has_verdict(self) -> bool:
        return len(self.answers) == 1

    def contradicts(self, other: "_Said") -> bool:
        """Who judged a pair does not contradict who did not."""
        both = bool(self.answers and other.answers)
        return both and (self.answers, self.grade) != (other.answers, other.grade)


def read_judgements(
    file: BinaryIO,
    name: str,
    axes: tuple[Axis, Axis],
    queries: Integers,
    scale: FileScale,
    *,
    original: bool,
) -> Judgements:
    """queries: (captions,), each caption's row in the result. original: whether these are original
    positives. Raises Unreadable."""
    captions, videos = axes
    # Files of others have a row for each caption, also where captions share a text: so each is read
    # as a query of its own.
    known = KnownBenchmark(captions, videos, list(range(len(captions))), {})
    found = _read(file, name, known, scale)
    grades = {label.pair: label.value for label in found.labels if label.value is not None}
    if original and scale.known and max(grades.values(), default=0) <= 1:
        grades.clear()  # 0 and 1 tell what is original, and no grade
    for note in found.notes:
        found.problems.warn("left-out", note)
    sentence = _shared(found, queries.tolist(), grades, scale.plain(original=original))
    with naming(name):
        found.problems.raise_if_any()
    row, column = np.array(list(sentence), np.int64).reshape(-1, 2).T
    verdict = np.array([one.has_verdict for one in sentence.values()], bool)
    each = np.array([one.grade for one in sentence.values()], np.int64)
    gains = np.where(verdict, each, 0)
    judged = np.array([bool(one.answers) for one in sentence.values()], bool)
    shape = int(queries.max(initial=-1)) + 1, len(videos)
    strata = None
    if found.strata or not judged.all():
        numbers = [1.0 + one.stratum for one in sentence.values()]
        strata = Pairs.of(row, column, shape, gains=numbers, rule="pooled")
    graded = Pairs.of(row, column, shape, gains=gains, rule="collected")
    counted = np.bincount(each[verdict], minlength=scale.highest + 1)
    return Judgements(
        graded.only(graded.gains >= scale.relevant_from),
        graded,
        Pairs.of(row[judged], column[judged], shape, rule="judged"),
        tuple(counted.tolist()) if scale.known and grades else (),
        strata,
        found.problems,
    )


def _read(file: BinaryIO, name: str, known: KnownBenchmark, scale: FileScale) -> LabelFile:
    """The labels in a file; all of qrels is kept: grades, and what was pooled without a verdict."""
    file_format = guess_label_format(file, name)
    with naming(name):
        found = LabelFile(file_format, known, keeps_pool=True)
        text = open_text(file, found.problems)
        if file_format == "qrels" or (scale.known and has_grades(text)):
            found.scale = scale.on_numbers
        if file_format == "qrels":
            read_qrels(text, found)
        else:
            read_triplets(text, found)
        return found.finish()


def _shared(
    found: LabelFile, queries: list[int], grades: dict[int, int], plain: int
) -> dict[tuple[int, int], _Said]:
    """Answers by query and video. Captions with the same text may each tell of a pair; where they
    contradict each other is an error."""
    answers: list[frozenset[str]] = [frozenset()] * len(found.pairs)
    for label in found.labels:
        answers[label.pair] |= {label.answer}
    shared: dict[tuple[int, int], _Said] = {}
    pairs = zip(found.pairs.query, found.pairs.video, found.pairs.line, strict=True)
    for pair, (caption, video, line) in enumerate(pairs):
        usual = plain if answers[pair] == {RELEVANT} else 0
        grade, stratum = grades.get(pair, usual), found.strata.get(pair, 0)
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
