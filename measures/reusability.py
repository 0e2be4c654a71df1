"""What a pool's labels are worth to a model that was not in it: leave one out, bounds for a
newcomer, where positives stand.

A pair is a key, query * videos + video; sets of pairs are sorted int64 arrays without repeats, so
that memory is linear in pairs. Rankings are (captions, depth), best first, -1 past a ranking's end;
a ranking never names a video twice.
queries: (captions,), the query of each caption: captions with the same text share one, and its
positives.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from measures.arrays import Counts, Integers, Mask, Values
from measures.hits import Pairs, find_hits, locate
from measures.whole import Rankings

Keys = Integers


def found_by(pairs: Keys, rankings: Rankings, queries: Counts, videos: int, k: int) -> Mask:
    """(pairs,): which of the pairs stand in the first k ranks of any caption of their query."""
    return contains(keys_of(rankings, queries, videos, k), pairs)


def leave_one_out(found: Mask, groups: Sequence[Hashable]) -> Iterator[tuple[Hashable, Mask]]:
    """Each group of runs, in the order of first naming, with which positives there would be had it
    not been in the pool (Table 4), (positives,): those that a run of some *other* group found. One
    that no run found is not kept for anybody.

    found: (positives, runs), in the run's top K (`found_by`). groups: (runs,), each run's own name
    to leave out models one by one, its family's for families.
    """
    for group in dict.fromkeys(groups):
        others = np.array([other != group for other in groups], bool)
        yield group, np.asarray(found[:, others].any(axis=1))


@dataclass(frozen=True, slots=True)
class NewRun:
    """What is known of a run that was not pooled. Each array (captions,); C@K and P@K lie between
    low and high, whatever the unjudged pairs turn out to be. No such bounds hold for recall, AP and
    nDCG: they fall as others' positives are added.
    """

    judged: (
        Values  # Judged@K: share of the first k ranked videos with a verdict; 0 of an empty ranking
    )
    correct_low: Values  # C@K with all unjudged pairs irrelevant
    correct_high: Values  # ... and with all of them relevant
    precision_low: Values  # P@K: hits / k, also where fewer than k are ranked
    precision_high: Values
    unjudged: Keys  # (pairs,): what is left to judge in the top k, each pair once


def judge_new_run(
    rankings: Rankings, queries: Counts, videos: int, positives: Keys, judged: Keys, k: int
) -> NewRun:
    """positives: relevant pairs. judged: pairs with any verdict; original positives have theirs,
    listed there or not."""
    if k < 1:
        raise ValueError(f"k is at least 1, not {k}")
    top = rankings[:, :k]
    keys, ranked = queries[:, None] * videos + top, top >= 0
    hits = contains(positives, keys) & ranked
    known = (contains(judged, keys) & ranked) | hits
    open_ = ranked & ~known
    shown = np.maximum(ranked.sum(axis=1), 1)
    low, high = hits.sum(axis=1), (hits | open_).sum(axis=1)
    return NewRun(
        known.sum(axis=1) / shown,
        np.sign(low).astype(np.float64),
        np.sign(high).astype(np.float64),
        low / k,
        high / k,
        distinct(keys[open_]),
    )


@dataclass(frozen=True, slots=True)
class RanksOfPositives:
    """Figure 12: at each rank, how many captions have a positive there; and how many positives lie
    below the stored depth."""

    original: Counts  # (depth,)
    collected: Counts  # (depth,)
    original_below: int
    collected_below: int


def ranks_of_positives(rankings: Rankings, positives: Pairs, original: Pairs) -> RanksOfPositives:
    """Every caption's positives by the rank that a run gave them. original: those that were not
    collected. Both captions x videos."""
    kinds = np.where(contains(original.keys, positives.keys), 2.0, 1.0)
    hits = find_hits(rankings, replace(positives, gains=kinds))
    depth = rankings.shape[1]
    first, others = (
        np.bincount(hits.rank[hits.gain == kind] - 1, minlength=depth) for kind in (2, 1)
    )
    below = int((kinds == 2).sum() - first.sum()), int((kinds == 1).sum() - others.sum())
    return RanksOfPositives(first, others, *below)


def keys_of(rankings: Rankings, queries: Counts, videos: int, k: int) -> Keys:
    """The pairs in the first k ranks of any caption, sorted, each once."""
    top = rankings[:, :k]
    return distinct((queries[:, None] * videos + top)[top >= 0])


def contains(pairs: Keys, keys: Keys) -> Mask:
    """Which of the keys are among the sorted pairs, in the shape of keys."""
    return locate(pairs, keys)[0]


def distinct(keys: Keys) -> Keys:
    # np.unique takes ten times as long, because it hashes; keys come nearly sorted.
    ordered = np.sort(keys)
    return ordered[np.diff(ordered, prepend=-1) > 0]
