"""Facts of every caption, as arrays that are computed once and then looked at a page at a time."""

from base64 import b64decode, b64encode
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from measures.arrays import Integers
from measures.hits import Pairs, find_hits
from measures.sums import first_hit, total
from measures.whole import Rankings
from metrics.snapshot import Rule, Snapshot

KS = (1, 5, 10)
RULES: tuple[Rule, ...] = ("original", "all")
MISSED = 0  # what stands for the rank of a first positive that the stored ranking does not have


@frozen
class CaptionFacts:
    """words, original, corrected: (captions,), how many each caption has: the last two of
    positives."""

    words: Integers
    original: Integers
    corrected: Integers

    def positives(self, rule: Rule) -> Integers:
        return self.original if rule == "original" else self.corrected

    def __len__(self) -> int:
        return len(self.words)


@frozen
class RunFacts:
    """original, corrected: (captions,), the rank of the first positive, MISSED where the stored
    ranking has none. unjudged: (captions, KS), how many of the first K have no verdict."""

    original: Integers
    corrected: Integers
    unjudged: Integers

    def first(self, rule: Rule) -> Integers:
        return self.original if rule == "original" else self.corrected

    def right(self, rule: Rule, k: int) -> NDArray[np.bool_]:
        """Whether a positive is among the first k."""
        first = self.first(rule)
        return (first != MISSED) & (first <= k)

    def unjudged_in(self, k: int) -> Integers:
        return self.unjudged[:, KS.index(k)]


@frozen
class Judged:
    """captions x videos: the positives of each rule, and the pairs with a verdict."""

    original: Pairs
    corrected: Pairs
    judged: Pairs


def judged_of(snapshot: Snapshot) -> Judged:
    return Judged(snapshot.original(), snapshot.positives("all"), snapshot.judged_pairs())


def caption_facts(words: Integers, judged: Judged) -> CaptionFacts:
    return CaptionFacts(words, judged.original.counts, judged.corrected.counts)


def run_facts(rankings: Rankings, judged: Judged) -> RunFacts:
    """rankings: (captions, depth) of a run from text to video."""
    hits = find_hits(rankings[:, : KS[-1]], judged.judged)
    unjudged = [np.minimum(hits.lengths, k) - total(hits, hits.rank <= k) for k in KS]
    return RunFacts(
        _first(rankings, judged.original),
        _first(rankings, judged.corrected),
        np.stack(unjudged, axis=1).astype(np.int64),
    )


def share_right(captions: CaptionFacts, run: RunFacts, rule: Rule = "all") -> float:
    """C@1: of the captions that have a positive, how many have one at the top."""
    there = captions.positives(rule) > 0
    return float(run.right(rule, 1)[there].mean()) if there.any() else 0.0


def _first(rankings: Rankings, positives: Pairs) -> Integers:
    first = first_hit(find_hits(rankings, positives))
    return np.where(np.isinf(first), MISSED, first).astype(np.int64)


# Kept


@frozen
class PlainArray:
    """Whole numbers as text, for results that are kept as JSON."""

    dtype: str
    shape: list[int]
    content: str


def plain_array(array: Integers) -> PlainArray:
    """The array in the smallest type that has room for all of them."""
    small = array.astype(np.min_scalar_type(int(array.max(initial=0))))
    little = np.ascontiguousarray(small).astype(small.dtype.newbyteorder("<"), copy=False)
    return PlainArray(little.dtype.str, list(little.shape), b64encode(little.tobytes()).decode())


def array_of(plain: PlainArray) -> Integers:
    """Raises ValueError where the content is not what dtype and shape say."""
    found = np.frombuffer(b64decode(plain.content), np.dtype(plain.dtype))
    return found.reshape(plain.shape).astype(np.int64)


@frozen
class RunScore:
    """run: its id. share: C@1 with corrected positives."""

    run: int
    share: float


def best_first(scores: Sequence[RunScore]) -> list[int]:
    """The ids of the runs; of two that are as good, the older comes first."""
    return [one.run for one in sorted(scores, key=lambda one: (-one.share, one.run))]
