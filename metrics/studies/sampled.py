"""What a pool's labels tell of the captions that it drew: each one's value under a measure, or
between what bounds it lies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Integers, Mask, Values
from measures.hits import Pairs
from measures.measure import Measure
from measures.sampling import strata_of
from measures.scoring import score
from metrics.snapshot import Snapshot, StoredRun


@frozen
class PoolSample:
    """A frozen pool as a sample of its benchmark's captions."""

    name: str
    depth: int
    population: int  # captions that could have been drawn
    captions: Integers  # (n,) the numbers of those drawn, ascending
    stratum: Integers  # (n,)
    inclusion: Values  # (n,)
    by: Literal["length"] | None
    strata: int
    runs: frozenset[str]  # those of the snapshot's runs that it pooled
    # captions x videos: the first ranks, in all the runs that it pooled, of the captions drawn
    pairs: Pairs
    # (population,) the numbers of those that could have been drawn, ascending; None: all.
    among: Integers | None = None
    of: int = 0  # captions that the benchmark had, where not all could have been drawn
    missed_by: tuple[str, ...] = ()  # the runs whose misses alone were drawn from

    @property
    def whole(self) -> int:
        """Captions that the benchmark had: numbers 0 to whole - 1."""
        return self.population if self.among is None else self.of

    @property
    def census(self) -> bool:
        return self.among is None and len(self.captions) == self.population

    @property
    def several_strata(self) -> int:
        """How many; 0 where captions were drawn without."""
        found = len(np.unique(self.stratum))
        return found if found > 1 else 0


@frozen
class KnownValues:
    """Values of the captions drawn, each (n,): with all pairs that are not judged irrelevant, and
    with all of them relevant.

    Or why nothing can be said.
    """

    low: Values
    high: Values
    reason: str = ""


@frozen
class Misses:
    """Captions that a run gets wrong by the original positives, for each stratum that has such. Or
    why they are of no use. A caption without an original positive is one of them."""

    drawn: Sequence[Integers]  # places among the captions drawn
    sizes: Sequence[int]
    reason: str = ""

    @property
    def total(self) -> int:
        return sum(self.sizes)

    @property
    def separate(self) -> bool:
        """Whether each stratum's misses tell by themselves how far they lie apart."""
        return all(
            len(drawn) > 1 or len(drawn) == size
            for drawn, size in zip(self.drawn, self.sizes, strict=True)
        )


@dataclass(frozen=True)
class Sampled:
    """A snapshot seen through a pool. Positives are the original ones and those that people found,
    in this pool or elsewhere."""

    snapshot: Snapshot
    sample: PoolSample

    @cached_property
    def strata(self) -> Integers:
        """(population,): the stratum of every caption that could have been drawn."""
        sample = self.sample
        characters = self.snapshot.characters[: sample.whole]
        if sample.among is not None:
            characters = characters[sample.among]
        return strata_of(characters, len(sample.captions), by=sample.by, strata=sample.strata)

    @cached_property
    def stratum_of_captions(self) -> Integers:
        """(whole,): the same by caption, -1 of those that could not have been drawn."""
        stratum = np.full(self.sample.whole, -1, np.int64)
        stratum[slice(None) if self.sample.among is None else self.sample.among] = self.strata
        return stratum

    @cached_property
    def original(self) -> Pairs:
        return self.snapshot.original()

    @cached_property
    def positives(self) -> Pairs:
        return self.snapshot.positives("all")

    @cached_property
    def judged(self) -> Pairs:
        return self.snapshot.judged_pairs()

    @cached_property
    def unjudged(self) -> Pairs:
        """captions x videos: of the captions drawn, what judging the pool has still to decide."""
        return self.sample.pairs.without(self.judged)

    @cached_property
    def unjudged_queries(self) -> int:
        """The same as people are asked: captions with the same text share their pairs."""
        of = self.snapshot
        return len(self.unjudged.gathered(of.caption_queries, of.queries).keys)

    def known(self, run: StoredRun, measures: Sequence[Measure]) -> Mapping[Measure, KnownValues]:
        drawn, names = self.sample.captions, [str(measure) for measure in measures]
        graded, words = self.snapshot.graded(self.positives), self.snapshot.on_scale
        low = score(run.targets, graded, names, **words).values
        top = run.targets[drawn]
        place = np.nonzero(top >= 0)
        shape = len(run.targets), self.snapshot.videos
        open_ = Pairs.of(drawn[place[0]], top[place], shape).without(self.judged)
        best = graded.joined(self.snapshot.surely(open_))
        high = score(run.targets, best, names, **words).values
        return {
            measure: self._whole(
                run, measure, low[measure][drawn], high[measure][drawn], open_.counts[drawn] > 0
            )
            for measure in measures
        }

    def _whole(
        self, run: StoredRun, measure: Measure, low: Values, high: Values, open_: Mask
    ) -> KnownValues:
        """open_: (n,), whose ranking has a pair that is not judged."""
        if not measure.rises:
            return KnownValues(low, low, self._why_no_bounds(run))
        waiting = np.isnan(low) & self._of_open_text(open_)
        if waiting.any():
            reason = (
                f"{int(waiting.sum()):,} captions have no positive yet and pairs that are not"
                " judged: whether they count is open"
            )
            return KnownValues(low, high, reason)
        return KnownValues(low, np.where(np.isnan(low), np.nan, high))

    def _of_open_text(self, open_: Mask) -> Mask:
        """(n,): whether a pair of the caption's text is open. Captions with one text share what
        people find, and may be ranked differently: what decides whether one has a positive at all
        may stand in another's ranking."""
        drawn = self.sample.captions
        open_ = open_ | (self.unjudged.counts[drawn] > 0)
        of_query = np.zeros(self.snapshot.queries, np.bool_)
        of_query[self.snapshot.caption_queries[drawn[open_]]] = True
        return of_query[self.snapshot.caption_queries[drawn]]

    @cached_property
    def stopped(self) -> int:
        """Captions drawn for which people found a positive while pairs of theirs are not judged, as
        when a campaign stops at a caption's first positive."""
        found = self.snapshot.collected.spread(self.snapshot.caption_queries).counts > 0
        return int((found & (self.unjudged.counts > 0))[self.sample.captions].sum())

    def _why_no_bounds(self, run: StoredRun) -> str:
        """Such a measure looks at all positives of a caption, which are known when the whole pool
        is judged."""
        if run.name not in self.sample.runs:
            return f"{run.name} was not pooled, so what it alone finds is not judged"
        if self.unjudged_queries:
            return (
                f"{self.unjudged_queries:,} pairs of the pool are not judged, and no bounds hold"
                " until they are"
            )
        return ""

    def misses(self, run: StoredRun, measure: Measure) -> Misses:
        """measure: C@K."""
        sample = self.sample
        values = score(run.targets, self.original, [str(measure)]).values[measure][: sample.whole]
        missed = np.isnan(values) | (values == 0)
        stratum = self.stratum_of_captions
        outside = int((missed & (stratum < 0)).sum())
        if outside:
            return Misses(
                [],
                [],
                f"{outside:,} of its misses could not be drawn: the pool drew from the misses of"
                f" {', '.join(sample.missed_by)} at {sample.depth} alone",
            )
        sizes = np.bincount(stratum[missed], minlength=int(self.strata.max()) + 1)
        there = np.flatnonzero(sizes)
        drawn = [
            np.flatnonzero(missed[sample.captions] & (sample.stratum == number)) for number in there
        ]
        if drawn and not sum(map(len, drawn)):
            return Misses([], [], "no miss was drawn")
        return Misses(drawn, sizes[there].tolist())
