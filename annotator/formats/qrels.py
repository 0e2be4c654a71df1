"""TREC's judgements: `qid 0 docid rel`, and as a fifth column the stratum that estimators of sampled pools ask for."""

import re
from collections.abc import Iterable
from typing import TextIO

from annotator.formats.collected import IRRELEVANT, RELEVANT, LabelFile
from pooling.formats.problem import excerpt
from pooling.formats.text import Text

RELEVANCE = {RELEVANT: "1", IRRELEVANT: "0"}
UNJUDGED = "-1"  # pooled, and without a verdict
BINARY = {"0": 0, "1": 1}
MOST_RELEVANT = 100  # nDCG-exp makes 2 ** 100 of it
_SPACE = re.compile(r"\s")


class KeyWithSpace(Exception):
    """TREC's files are parted by spaces, so no key may have one."""

    def __init__(self, key: str) -> None:
        super().__init__(
            f"the key {excerpt(key)} has a space in it (or is empty), and qrels are parted by spaces: export triplets, or import "
            "the benchmark with keys without spaces"
        )


def write_qrels(rows: Iterable[tuple[str, str, str | None, str]], out: TextIO, *, stratum: bool) -> None:
    """rows: caption, video, verdict, stratum. Raises KeyWithSpace."""
    for caption, video, verdict, layer in rows:
        for key in (caption, video):
            if not key or _SPACE.search(key):
                raise KeyWithSpace(key)
        relevance = RELEVANCE.get(verdict or "", UNJUDGED)
        out.write(f"{caption} 0 {video} {relevance} {layer}\n" if stratum else f"{caption} 0 {video} {relevance}\n")


def write_table(header: tuple[str, ...], rows: Iterable[tuple[str | None, ...]], out: TextIO) -> None:
    """queries.tsv and videos.tsv. White space within a text becomes one space, or rows would break."""
    out.write("\t".join(header) + "\n")
    out.writelines("\t".join(" ".join((cell or "").split()) for cell in row) + "\n" for row in rows)


def read_qrels(text: Text, file: LabelFile) -> None:
    unjudged = 0
    for line, words in enumerate(text.lines(), start=1):
        fields = words.split()
        if len(fields) not in (0, 4, 5):
            message = f"expected `qid 0 docid rel` and perhaps a stratum, found {len(fields)} fields; keys must have no spaces"
            file.problems.error(line, 1, "columns", message)
        elif fields and fields[3] == UNJUDGED:
            unjudged += 1
        elif fields:
            _take(line, fields, file)
    if unjudged:
        file.notes.append(f"{unjudged:,} pairs are marked -1, not judged, and were left out")


def _take(line: int, fields: list[str], file: LabelFile) -> None:
    grade = _grade(fields[3]) if file.graded else BINARY.get(fields[3])
    query, video = file.query_of_caption(fields[0], line), file.video(fields[2], line)
    if grade is None:
        expected = f"0 to {MOST_RELEVANT}, or -1" if file.graded else "1, 0 or -1"
        file.problems.error(line, 1, "label", f"the relevance {excerpt(fields[3])} is not known; expected {expected}")
    elif query is not None and video is not None and (pair := file.new_pair(query, video, line)) is not None:
        file.verdict(pair, RELEVANT if grade else IRRELEVANT, line)
        if file.graded:
            file.grades[pair] = grade


def _grade(words: str) -> int | None:
    """A whole number as digits alone; None for anything else."""
    if not words.isascii() or not words.isdigit() or len(words) > len(str(MOST_RELEVANT)):
        return None
    return int(words) if int(words) <= MOST_RELEVANT else None
