"""TREC's judgements: `qid 0 docid rel`, or in NIST's five columns `qid 0 docid stratum rel`, for
estimators of sampled pools."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import TextIO

from annotator.formats.collected import DISAGREEMENT, IRRELEVANT, RELEVANT, LabelFile
from annotator.formats.format import Choices, Files, Format, Labels, Options
from foundation.refused import Refused
from pooling.formats.problem import excerpt, refuse
from pooling.formats.text import Text

UNJUDGED = "-1"  # pooled, and without a verdict
UNDECIDED = "-2"  # looked at, and neither: TREC's tools take it as they take -1
RELEVANCE = {RELEVANT: "1", IRRELEVANT: "0", DISAGREEMENT: UNDECIDED}
NEITHER = (UNJUDGED, UNDECIDED)
MOST_RELEVANT = 100  # nDCG-exp makes 2 ** 100 of it
FIVE = (  # the stratum stands before the relevance, as in NIST's files and for its evaluators
    "qid 0 docid stratum rel"
)
LONG_STRATUM = 10
MOST_STRATA_SHOWN = 10
# As in runs, and for trec_eval: a key may have any other space, such as U+00A0.
_SPACE = re.compile(r"[ \t\n\r\v\f]")
_FIELD = re.compile(r"[^ \t\n\r\v\f]+")


class KeyWithSpace(Refused):
    """TREC's files are parted by spaces, so no key may have one."""

    def __init__(self, key: str) -> None:
        super().__init__(
            f"the key {excerpt(key)} has a space in it (or is empty), and qrels are parted by"
            " spaces: export triplets, or import the benchmark with keys without spaces"
        )


def write_qrels(
    rows: Iterable[tuple[str, str, str | None, str, str | None]], out: TextIO, *, stratum: bool
) -> None:
    """rows: caption, video, verdict, stratum, and the grade where a file told one. Raises
    KeyWithSpace."""
    for caption, video, verdict, layer, grade in rows:
        for key in (caption, video):
            if not key or _SPACE.search(key):
                raise KeyWithSpace(key)
        relevance = RELEVANCE.get(verdict or "", UNJUDGED)
        if grade is not None and relevance not in NEITHER:
            relevance = grade
        out.write(
            f"{caption} 0 {video} {layer} {relevance}\n"
            if stratum
            else f"{caption} 0 {video} {relevance}\n"
        )


def write_table(
    header: tuple[str, ...], rows: Iterable[tuple[str | None, ...]], out: TextIO
) -> None:
    """queries.tsv and videos.tsv. White space within a text becomes one space, or rows would
    break."""
    out.write("\t".join(header) + "\n")
    out.writelines("\t".join(" ".join((cell or "").split()) for cell in row) + "\n" for row in rows)


@dataclass(slots=True)
class _Seen:
    """What is known of a file only after its last line."""

    columns: int = 0  # of its rows, 0 before the first
    neither: Counter[str] = field(default_factory=Counter)
    strata: Counter[str] = field(default_factory=Counter)
    only_this_way: bool = False  # whether some row of five columns cannot be read in another order
    first: tuple[int, int] | None = None  # line and column of the first stratum
    signs: set[tuple[bool, bool]] = field(
        default_factory=set
    )  # whether stratum and relevance are above 0


def read_qrels(text: Text, file: LabelFile) -> None:
    seen = _Seen()
    for line, words in enumerate(text.lines(), start=1):
        fields = _FIELD.findall(words)
        if not fields:
            continue
        if len(fields) not in (4, len(FIVE.split())):
            message = (
                f"expected `qid 0 docid rel` or `{FIVE}`, found {len(fields)} fields; keys must"
                " have no spaces"
            )
            file.problems.error("columns", message, line)
            continue
        _check_alike(line, words, fields, seen)
        stratum = None
        if len(fields) == len(FIVE.split()):
            _check_order(line, words, fields, seen)
            stratum = fields.pop(3)
            seen.strata[stratum] += 1
        if fields[3] in NEITHER:
            seen.neither[fields[3]] += 1
        if fields[3] == UNJUDGED:
            _take_unjudged(line, fields, file, stratum)
        else:
            _take(line, words, fields, file, stratum)
    _check_exchange(seen)
    _tell(seen, file)


def _check_alike(line: int, words: str, fields: list[str], seen: _Seen) -> None:
    """Rows of four columns among rows of five are of two files, and one of them may mean something
    else by its fourth."""
    seen.columns = seen.columns or len(fields)
    if len(fields) != seen.columns:
        place = _column(words, len(fields) - 1)
        sentence = f"{len(fields)} columns, after rows of {seen.columns}"
        refuse("columns", f"{sentence}; expected all rows in one order", line, place)


def _check_order(line: int, words: str, fields: list[str], seen: _Seen) -> None:
    """Read the other way round, strata would be relevances, and nothing would tell: so a wrong
    order ends the reading."""
    stratum, relevance = fields[3:]
    if not (stratum.isascii() and stratum.isdigit() and len(stratum) < LONG_STRATUM):
        sentence = (
            f"the fourth column is {excerpt(stratum)}, which is no stratum (a whole number from 0)"
        )
        refuse(
            "columns",
            f"{sentence}; expected {FIVE}: the stratum stands before the relevance",
            line,
            _column(words, 3),
        )
    if relevance not in NEITHER and _grade(relevance) is None:
        sentence = (
            f"the fifth column is {excerpt(relevance)}, which is no relevance (0 to"
            f" {MOST_RELEVANT}, -1 or -2)"
        )
        refuse(
            "columns",
            f"{sentence}; expected {FIVE}: the stratum stands before the relevance",
            line,
            _column(words, 4),
        )
    seen.first = seen.first or (line, _column(words, 3))
    seen.signs.add((int(stratum) > 0, int(relevance) > 0))
    seen.only_this_way |= relevance in NEITHER or _grade(stratum) is None


def _check_exchange(seen: _Seen) -> None:
    """Where every row is relevant, but would not be with the two columns exchanged, the relevance
    stands in the fourth.

    One row alone shows nothing, and it cannot vary. Files that have no verdict but "relevant" pass
    if their strata do not vary.
    """
    strata, relevances = ({pair[place] for pair in seen.signs} for place in (0, 1))
    if seen.first and not seen.only_this_way and relevances == {True} and strata == {True, False}:
        sentence = (
            "no row is irrelevant by the fifth column, and by the fourth some are: they seem to be"
            " exchanged"
        )
        refuse(
            "columns",
            f"{sentence}; expected {FIVE}: the stratum stands before the relevance",
            *seen.first,
        )


def _column(words: str, place: int) -> int:
    """Where the field with that place, from 0, begins; from 1."""
    return [found.start() for found in _FIELD.finditer(words)][place] + 1


def _tell(seen: _Seen, file: LabelFile) -> None:
    if pairs := seen.neither[UNDECIDED]:
        file.notes.append(f"{pairs:,} pairs are marked {UNDECIDED} and were read as disagreements")
    if pairs := seen.neither[UNJUDGED]:
        sentence = "count as pooled" if file.keeps_pool else "were left out"
        file.notes.append(f"{pairs:,} pairs are marked {UNJUDGED}, not judged, and {sentence}")
    if not seen.strata:
        return
    rows = [
        f"{rows:,} of stratum {name}"
        for name, rows in sorted(seen.strata.items(), key=lambda one: int(one[0]))
    ]
    more = (
        [f"and {len(rows) - MOST_STRATA_SHOWN:,} more strata"]
        if len(rows) > MOST_STRATA_SHOWN
        else []
    )
    kept = "read" if file.keeps_pool else "read and not kept"
    file.notes.append(f"strata were {kept}; rows: {', '.join([*rows[:MOST_STRATA_SHOWN], *more])}")
    if not seen.only_this_way:
        sentence = "the fourth and the fifth column could each be the relevance"
        file.notes.append(f"{sentence}; they were read in NIST's order, {FIVE}")


def _take_unjudged(line: int, fields: list[str], file: LabelFile, stratum: str | None) -> None:
    if not file.keeps_pool:
        return
    query, video = file.query_of_caption(fields[0], line), file.video(fields[2], line)
    if query is not None and video is not None:
        _keep_stratum(file, file.new_pair(query, video, line), stratum)


def _take(line: int, words: str, fields: list[str], file: LabelFile, stratum: str | None) -> None:
    undecided = fields[3] == UNDECIDED
    grade = 0 if undecided else _grade(fields[3])
    query, video = file.query_of_caption(fields[0], line), file.video(fields[2], line)
    if grade is None or grade > file.scale.highest:
        column = _column(words, len(fields) - 1 if stratum is None else len(fields))
        file.problems.error("label", _unknown_grade(fields[3], file.scale.highest), line, column)
    elif (
        query is not None
        and video is not None
        and (pair := file.new_pair(query, video, line)) is not None
    ):
        if file.scale.is_graded:
            file.graded(pair, None if undecided else grade, line)
        else:
            file.verdict(pair, DISAGREEMENT if undecided else (IRRELEVANT, RELEVANT)[grade], line)
        _keep_stratum(file, pair, stratum)


def _unknown_grade(found: str, highest: int) -> str:
    if highest == 1 and _grade(found) is not None:
        sentence = f"the relevance {excerpt(found)} is not known; expected 1, 0, -1 or -2"
        return f"{sentence}, or the highest grade of the scale to be named"
    expected = "1, 0" if highest == 1 else f"0 to {highest}"
    return f"the relevance {excerpt(found)} is not known; expected {expected}, -1 or -2"


def _keep_stratum(file: LabelFile, pair: int | None, stratum: str | None) -> None:
    if file.keeps_pool and pair is not None and stratum is not None:
        file.strata[pair] = int(stratum)


def _grade(words: str) -> int | None:
    """A whole number as digits alone; None for anything else."""
    if not words.isascii() or not words.isdigit() or len(words) > len(str(MOST_RELEVANT)):
        return None
    return int(words) if int(words) <= MOST_RELEVANT else None


def _write(labels: Labels, files: Files, options: Options) -> None:
    """Writes them with two tables beside, which say what their keys are."""
    main, queries, videos = FORMAT.files
    files.write(main, labels.pooled(), partial(write_qrels, stratum=options.stratum))
    files.write(queries, labels.queries(), partial(write_table, ("id", "caption", "source_video")))
    files.write(videos, labels.videos(), partial(write_table, ("id",)))


def _read(text: Text, file: LabelFile, choices: Choices) -> None:
    read_qrels(text, file)


FORMAT = Format(
    name="qrels",
    sentence="qrels: verdicts for TREC's tools",
    convention=(
        "qid 0 docid rel, or with strata qid 0 docid stratum rel. 1 relevant, 0 irrelevant, -2"
        " a disagreement, -1 pooled without a verdict. Where verdicts came from graded qrels, rel"
        " is their grade."
    ),
    files=("qrels.txt", "queries.tsv", "videos.tsv"),
    write=_write,
    example="c1 0 video7010 1\nc1 0 video7011 0\nc1 0 video7012 -1\n",
    read=_read,
    has_strata=True,
    has_grades=True,
)
