"""What a run found, as a measure looks at it: from a grade on, or without what is not judged."""

from dataclasses import dataclass, field, replace

import numpy as np

from measures.arrays import Integers
from measures.hits import Hits, Pairs, first_of_runs, locate
from measures.measure import Found, Measure


@dataclass(frozen=True, slots=True)
class Views:
    """Each view is made once, and only where a measure needs it."""

    whole: Found
    # The grade from which a pair is relevant where a measure names none and grades do not count in
    # it; None for any.
    relevant_from: int | None = None
    made: dict[tuple[int | None, bool], Found] = field(default_factory=dict)

    def of(self, measure: Measure) -> Found:
        level = None if measure.kind.graded else self.relevant_from
        key = measure.level or level, measure.condensed
        if key not in self.made:
            self.made[key] = self._make(*key)
        return self.made[key]

    def _make(self, level: int | None, condensed: bool) -> Found:
        found = self.whole
        if level is not None:
            positives = found.positives.at_least(level, found.positives.rule)
            hits = _from_grade(found.hits, positives, level)
            # A full rank is that of the first pair that is relevant where no level is named.
            full_ranks = found.full_ranks if level == self.relevant_from else None
            found = replace(found, hits=hits, positives=positives, full_ranks=full_ranks)
        if not condensed:
            return found
        if found.judged is None:
            raise ValueError("a condensed ranking needs the pairs that have a verdict")
        return replace(found, hits=_condensed(found.hits, found.judged), full_ranks=None)


def _from_grade(hits: Hits, positives: Pairs, level: int) -> Hits:
    kept = hits.gain >= level
    row = hits.row[kept]
    return replace(
        hits,
        row=row,
        rank=hits.rank[kept],
        nth=np.arange(len(row)) - first_of_runs(row) + 1,
        gain=np.ones(len(row)),
        positives=positives.counts,
    )


def _condensed(hits: Hits, judged: Hits) -> Hits:
    """Each rank less the number of ranks above it that have no verdict. A positive without a
    verdict is taken out, too."""
    there, place = locate(*_keys(hits, judged))
    row = hits.row[there]
    lengths = np.bincount(judged.row, minlength=judged.rows).astype(np.int64)
    return replace(
        hits,
        row=row,
        rank=judged.nth[place[there]],
        nth=np.arange(len(row)) - first_of_runs(row) + 1,
        gain=hits.gain[there],
        lengths=lengths,
    )


def judged_above(hits: Hits, judged: Hits) -> Integers:
    """(hits,): how many ranks above each hit have a verdict."""
    keys, wanted = _keys(hits, judged)
    place = np.searchsorted(keys, wanted)
    begin = np.searchsorted(judged.row, hits.row)
    return place - begin


def _keys(hits: Hits, judged: Hits) -> tuple[Integers, Integers]:
    """Row and rank as one number, ascending as hits come."""
    wide = max(hits.depth, judged.depth) + 1
    return judged.row * wide + judged.rank, hits.row * wide + hits.rank
