"""How like test captions are to training captions, and what goes with it: Figure 8 and Table 7; and
which of two runs is right, by any number that captions have: Figures 3 and 8.

Likeness is computed in two ways. The paper's text defines it in one way, the code of its release,
which printed Table 7, in another.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Counts, Values
from measures.estimate import known
from measures.hits import Pairs, find_hits
from measures.kinds.correct import correct_at
from measures.lengths import RankCorrelation, RightByLength, correlate_ranks, right_by_length
from measures.similarity import similarity_to_training
from measures.similarity_as_released import similarity_as_released
from metrics.snapshot import Rule, Snapshot, StoredRun

HUNDREDTHS = 10  # of likeness, in a bin

Compute = Callable[[Sequence[str], Sequence[str]], Values]
WAYS: Mapping[str, Compute] = {"text": similarity_to_training, "release": similarity_as_released}
ASKED: Mapping[str, tuple[str, ...]] = {
    "both": tuple(WAYS),
    **{way: (way,) for way in WAYS},
    "": (),
}


@frozen
class Texts:
    """captions: in the order of their numbers. training: captions that models were trained on."""

    captions: Sequence[str]
    training: Sequence[str]


Right = Mapping[Rule, RightByLength]
Correct = Mapping[Rule, tuple[Values, Values]]  # C@K of two runs, (captions,) each


def correct_of(runs: Sequence[StoredRun], positives: Mapping[Rule, Pairs], k: int) -> Correct:
    """The captions that the first two runs get right."""
    first, second = runs[:2]
    return {
        rule: (_correct(first, pairs, k), _correct(second, pairs, k))
        for rule, pairs in positives.items()
    }


def right_by(numbers: Counts, correct: Correct, width: int) -> Right:
    """numbers: (captions,); `width` of them are a bin."""
    return {
        rule: right_by_length(numbers, first, second, width=width)
        for rule, (first, second) in correct.items()
    }


def rows_of(**columns: Counts) -> list[dict[str, Any]]:
    """A row for each place, with its numbers by the columns' names."""
    each = zip(*(one.tolist() for one in columns.values()), strict=True)
    return [dict(zip(columns, row, strict=True)) for row in each]


def rows_of_right(right: Right, by: str) -> list[dict[str, Any]]:
    """Rows of captions right and not; by: what the captions are grouped by."""
    names = ("both", "only_first", "only_second", "neither")
    return [
        {"positives": rule} | row | {"n": sum(row[name] for name in names)}
        for rule, one in right.items()
        for row in rows_of(**{by: one.starts}, **{name: getattr(one, name) for name in names})
    ]


def _correct(run: StoredRun, positives: Pairs, k: int) -> Values:
    return correct_at(find_hits(run.targets, positives), k)


@frozen
class Likeness:
    """How like training captions the captions are, in one of the ways."""

    way: str
    values: Values  # (captions,), nan where a caption is too short to be like any
    training: int
    right: Right | None  # by hundredths; None where there are no two runs
    correlations: Mapping[str, RankCorrelation]  # with the length in words, and in characters

    @property
    def short(self) -> int:
        """Captions without a likeness, which are left out."""
        return int(np.isnan(self.values).sum())

    def correlated(self) -> list[dict[str, Any]]:
        values = self.values[~np.isnan(self.values)]
        mean = float(values.mean()) if len(values) else None
        return [
            {
                "convention": self.way,
                "length": name,
                "spearman": known(one.spearman),
                "kendall": known(one.kendall),
                "n": one.n,
                "mean": mean,
            }
            for name, one in self.correlations.items()
        ]


def likeness(way: str, snapshot: Snapshot, texts: Texts, correct: Correct | None) -> Likeness:
    values = WAYS[way](texts.captions, texts.training)
    there = ~np.isnan(values)
    # Rounded first: a likeness of 1 may come out as a little less, and belongs to the highest bin.
    hundredths = np.floor(100 * np.round(values[there], 9)).astype(np.int64)
    of_known = correct and {
        rule: (first[there], second[there]) for rule, (first, second) in correct.items()
    }
    lengths = {"words": snapshot.words, "characters": snapshot.characters}
    correlations = {
        name: correlate_ranks(values, length.astype(np.float64)) for name, length in lengths.items()
    }
    right = None if of_known is None else right_by(hundredths, of_known, HUNDREDTHS)
    return Likeness(way, values, len(texts.training), right, correlations)
