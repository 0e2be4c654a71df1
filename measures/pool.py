"""A pool of which some pairs were judged, as a sample drawn from strata: what of it a run ranks,
and how many relevant pairs that stands for.

The estimator is that of Yilmaz, Kanoulas and Aslam 2008, as NIST's evaluator computes it: within a
stratum, each judged pair stands for as many pooled pairs as there are for each judged one.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from measures.arrays import Integers, Mask, Values, divide
from measures.hits import Pairs, find_hits
from measures.whole import Ranked

# NIST's evaluator, so that a stratum of which nothing above was judged has a share of 1/3.
RELEVANT_MORE, JUDGED_MORE = 0.00001, 0.00003
CELLS = 1 << 22


@dataclass(frozen=True, slots=True)
class FoundPool:
    """strata: (rows x columns), every pair that was pooled, its gain the number of its stratum.
    judged: (pairs,), whether it has a verdict. row, rank, place: (found,), by rows and then ranks,
    of each pooled pair that is ranked; place is that among the pairs."""

    strata: Pairs
    judged: Mask
    row: Integers
    rank: Integers
    place: Integers


def find_pool(rankings: Ranked, strata: Pairs | None, judged: Pairs) -> FoundPool:
    """strata: None where nothing is known of any; then all that was judged is one stratum. What was
    judged outside the strata is one more, judged whole."""
    whole = _whole(strata, judged)
    places = np.arange(1.0, len(whole.keys) + 1)
    found = find_hits(rankings, Pairs(whole.keys, places, whole.rows, whole.columns))
    return FoundPool(
        whole,
        np.isin(whole.keys, judged.keys, assume_unique=True),
        found.row,
        found.rank,
        found.gain.astype(np.int64) - 1,
    )


def _whole(strata: Pairs | None, judged: Pairs) -> Pairs:
    number = 1 + (strata.gains.max(initial=0) if strata else 0)
    rest = judged if strata is None else judged.without(strata)
    outside = Pairs(rest.keys, np.full(len(rest.keys), number), rest.rows, rest.columns)
    return outside if strata is None else strata.joined(outside)


@dataclass(frozen=True)
class PoolSample:
    """A found pool, and which of its pairs are relevant: arrays of groups are of the strata of each
    row that has any. cut: the last rank that is looked at."""

    pool: FoundPool
    grades: Values  # (pairs,), 0 for what is not known to be relevant
    cut: int

    @cached_property
    def group(self) -> Integers:
        """(pairs,): the number of each one's row and stratum."""
        pairs = self.pool.strata
        row, stratum = pairs.keys // max(pairs.columns, 1), pairs.gains
        order = np.lexsort((stratum, row))
        new = np.ones(len(order), bool)
        new[1:] = (np.diff(row[order]) != 0) | (np.diff(stratum[order]) != 0)
        group = np.empty(len(order), np.int64)
        group[order] = np.cumsum(new) - 1
        return group

    @cached_property
    def weight(self) -> Values:
        """(groups,): pooled pairs for each judged one; 0 where none was judged."""
        number = np.zeros(0, np.int64) if not len(self.group) else np.bincount(self.group)
        judged = np.bincount(self.group, self.pool.judged, minlength=len(number))
        return np.nan_to_num(divide(number, judged))

    @cached_property
    def seen(self) -> Integers:
        """(found,): places of what is ranked down to the cut."""
        return np.flatnonzero(self.pool.rank <= self.cut)

    def by_row(self, row: Integers, values: Values) -> Values:
        """(rows,): summed."""
        rows = self.pool.strata.rows
        return np.bincount(row, values, minlength=rows).astype(np.float64, copy=False)

    def relevant(self) -> Values:
        """(rows,): estimated number of relevant pairs, ranked or not."""
        places = np.flatnonzero(self.grades > 0)
        row = self.pool.strata.keys[places] // max(self.pool.strata.columns, 1)
        return self.by_row(row, self.weight[self.group[places]])

    def steps(self) -> Values:
        """(seen,): how much the estimated number of relevant pairs, of those ranked so far, grows
        with each."""
        places = self.pool.place[self.seen]
        group = self.group[places]
        order = np.argsort(group, kind="stable")  # ranks of a group stay in their order
        group, places = group[order], places[order]
        first = np.ones(len(group), bool)
        first[1:] = np.diff(group) != 0
        number = _running(np.ones(len(group)), first)
        judged = _running(self.pool.judged[places].astype(np.float64), first)
        relevant = _running((self.grades[places] > 0).astype(np.float64), first)
        estimated = number * (relevant + RELEVANT_MORE) / (judged + JUDGED_MORE)
        before = np.where(first, 0, np.roll(estimated, 1))
        steps = np.empty(len(group))
        steps[order] = estimated - before
        return steps

    def above(self) -> Values:
        """(seen,): the estimated number of relevant pairs ranked above each."""
        row, rank, steps = self.pool.row[self.seen], self.pool.rank[self.seen], self.steps()
        above = np.empty(len(row))
        deep = int(rank.max(initial=1))
        many = max(1, CELLS // deep)
        for start in range(0, self.pool.strata.rows, many):
            some = slice(*np.searchsorted(row, (start, start + many)))
            whole = np.zeros((min(many, self.pool.strata.rows - start), deep + 1))
            whole[row[some] - start, rank[some]] = steps[some]
            above[some] = np.cumsum(whole, axis=1)[row[some] - start, rank[some] - 1]
        return above


def sample_of(pool: FoundPool, positives: Pairs, cut: int) -> PoolSample:
    """positives: those of the pool's pairs that are relevant, with their grades."""
    grades = np.zeros(len(pool.strata.keys))
    _, at, of = np.intersect1d(
        pool.strata.keys, positives.keys, assume_unique=True, return_indices=True
    )
    grades[at] = positives.gains[of]
    return PoolSample(pool, grades, cut)


def _running(values: Values, first: Mask) -> Values:
    """Sums so far, beginning again wherever `first` says so. Of whole numbers, so exact."""
    total = np.cumsum(values)
    starts = np.flatnonzero(first)
    before = np.repeat((total - values)[starts], np.diff(np.append(starts, len(values))))
    return total - before
