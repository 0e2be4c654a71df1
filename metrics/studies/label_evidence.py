"""Who said what of a benchmark's pairs, as far as errors of labels are looked for: each rater's
first label on a pair, what settled the pair, and answers to hidden gold.

Raters are numbers from 0, the one with most labels first: who they are is nothing to a report.
"""

from collections.abc import Mapping

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Integers, Mask
from measures.hits import locate
from measures.posterior import Evidence
from metrics.snapshot import Snapshot
from metrics.table import Word

PREFIX = "labels|"  # of the arrays that a report freezes
LOOKED_AT = 10  # ranks: pairs further down have one prevalence
# Pairs by the best rank that a run gives them: what ranks high is relevant more often.
BANDS = (
    Word("first in several runs"),
    Word("first in one run"),
    Word("at best 2nd or 3rd"),
    Word("at best 4th to 10th"),
    Word("further down, or in no run"),
)


@frozen
class LabelEvidence:
    """keys: (pairs,) query x videos + video, ascending: those with a label that says relevant or
    irrelevant. pair: (labels,) places among them; rater, value: (labels,). known: (pairs,), what an
    adjudicator decided, or -1. checks: (raters, 2, 2), answers to gold by truth and value.
    given_elsewhere: (1,), how many of the labels were imported."""

    keys: Integers
    pair: Integers
    rater: Integers
    value: Integers
    known: Integers
    checks: Integers
    given_elsewhere: Integers

    @property
    def raters(self) -> int:
        return len(self.checks)

    @property
    def imported(self) -> int:
        return int(self.given_elsewhere[0])

    @classmethod
    def of(
        cls,
        key: Integers,
        rater: Integers,
        value: Integers,
        known: Integers,
        gold: tuple[Integers, Integers, Integers],
        imported: Mask | None = None,
    ) -> "LabelEvidence":
        """key, rater, value, known, imported: (labels,) in the order in which they were given.
        gold: rater, value and truth of each answer. A rater's later labels on a pair are left
        out."""
        keys, pair = np.unique(key, return_inverse=True)
        pair = pair.reshape(-1)
        settled = np.full(len(keys), -1)
        np.maximum.at(settled, pair, known)
        numbers = np.unique(np.concatenate([rater, gold[0]]))
        place = np.searchsorted(numbers, rater)
        _, first = np.unique(pair * max(len(numbers), 1) + place, return_index=True)
        checks = np.zeros((len(numbers), 2, 2), np.int64)
        np.add.at(checks, (np.searchsorted(numbers, gold[0]), gold[2], gold[1]), 1)
        many = np.bincount(place[first], minlength=len(numbers))
        order = np.lexsort((checks.sum(axis=(1, 2)), -many))
        new = np.empty(len(numbers), np.int64)
        new[order] = np.arange(len(numbers))
        elsewhere = np.array([0 if imported is None else int(imported[first].sum())])
        return cls(
            keys, pair[first], new[place[first]], value[first], settled, checks[order], elsewhere
        )

    def evidence(self, snapshot: Snapshot) -> Evidence:
        return Evidence.of(
            self.pair,
            self.rater,
            self.value,
            pairs=len(self.keys),
            raters=self.raters,
            known=self.known,
            stratum=strata_of(self.keys, snapshot),
            checks=self.checks.astype(float),
        )

    def scored(self, snapshot: Snapshot) -> Mask:
        """(pairs,): those that have a verdict, and so are in scores."""
        return np.isin(self.keys, snapshot.judged.keys, assume_unique=True)

    def arrays(self) -> dict[str, Integers]:
        """The arrays that a report freezes."""
        return {
            f"{PREFIX}keys": np.diff(self.keys, prepend=np.int64(0)),
            f"{PREFIX}given": np.stack([self.pair, 2 * self.rater + self.value]),
            f"{PREFIX}known": self.known,
            f"{PREFIX}checks": self.checks,
            f"{PREFIX}imported": self.given_elsewhere,
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Integers]) -> "LabelEvidence":
        keys, given, known, checks = (
            arrays[f"{PREFIX}{name}"].astype(np.int64)
            for name in ("keys", "given", "known", "checks")
        )
        # Older reports did not count imported labels.
        elsewhere = arrays.get(f"{PREFIX}imported", np.zeros(1)).astype(np.int64)
        return cls(np.cumsum(keys), given[0], given[1] // 2, given[1] % 2, known, checks, elsewhere)


def strata_of(keys: Integers, snapshot: Snapshot) -> Integers:
    """(pairs,): by the best rank in a run; and apart from these, original ones."""
    best, firsts = np.full(len(keys), LOOKED_AT + 1), np.zeros(len(keys), np.int64)
    for run in snapshot.runs:
        top = run.targets[:, :LOOKED_AT].astype(np.int64)
        row, column = np.nonzero(top >= 0)
        caption, video = (row, top[row, column])
        if run.direction == "v2t":
            caption, video = video, caption
        ranked = snapshot.caption_queries[caption] * snapshot.videos + video
        there, place = locate(keys, ranked)
        np.minimum.at(best, place[there], column[there] + 1)
        first = np.unique(place[there & (column == 0)])
        firsts[first] += 1
    band = np.select([firsts > 1, best == 1, best <= 3, best <= LOOKED_AT], [0, 1, 2, 3], 4)
    original = snapshot.original().gathered(snapshot.caption_queries, snapshot.queries).keys
    return band + len(BANDS) * np.isin(keys, original, assume_unique=True)
