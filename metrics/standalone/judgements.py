"""Qrels and triplets as sets of pairs."""

from dataclasses import dataclass
from typing import BinaryIO

import numpy as np

from annotator.formats.collected import RELEVANT, Known
from annotator.formats.labels import read_labels
from metrics.measures.hits import Integers, Pairs
from metrics.standalone.mentions import guess_label_format
from pooling.formats.keys import Axis
from pooling.formats.problem import Problems


@dataclass(frozen=True, slots=True)
class Judgements:
    """Rows are queries: what captions with the same text share. A disagreement is judged, and not relevant."""

    relevant: Pairs
    judged: Pairs
    problems: Problems  # only warnings

    @classmethod
    def none(cls, queries: Integers, videos: int) -> "Judgements":
        nothing = Pairs.of((), (), (int(queries.max(initial=-1)) + 1, videos), rule="collected")
        return cls(nothing, nothing, Problems())

    def first_relevant(self) -> Integers:
        """(rows,): a video for each; of several the one with the lowest number, -1 where there is none."""
        row, video = np.divmod(self.relevant.keys, max(self.relevant.columns, 1))
        first = np.full(self.relevant.rows, -1)
        first[row[::-1]] = video[::-1]
        return first


def read_judgements(file: BinaryIO, name: str, captions: Axis, videos: Axis, queries: Integers) -> Judgements:
    """queries: (captions,), each caption's row in the result. Raises Unreadable."""
    known = Known(captions, videos, queries.tolist(), {})
    found = read_labels(file, name, guess_label_format(file, name), known)
    for note in found.notes:
        found.problems.warn(0, 0, "left-out", note)
    pairs = np.array(list(found.pairs), np.int64).reshape(-1, 2)
    relevant = np.ones(len(pairs), bool)
    for label in found.labels:
        relevant[label.pair] &= label.answer == RELEVANT
    shape = int(queries.max(initial=-1)) + 1, len(videos)
    row, column = pairs.T
    return Judgements(
        Pairs.of(row[relevant], column[relevant], shape, rule="collected"),
        Pairs.of(row, column, shape, rule="judged"),
        found.problems,
    )
