"""All that a study looks at, read in one moment, as arrays. Computing needs no database after that,
nor any other source.

Captions, queries and videos are told by their numbers. Positives stand in captions x videos, what
people judged in queries x
videos: captions with the same text share a query, and its labels.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from measures.arrays import Integers
from measures.dependence import Dependence
from measures.hits import Pairs
from measures.whole import Ranked, Rankings, WholeRanks
from pooling.formats.keys import WITHIN
from pooling.formats.runs import RunFile

Direction = Literal["t2v", "v2t", "vv", "tt"]
FOR_VIDEOS: tuple[Direction, ...] = ("v2t", "vv")  # whose rows are videos
Rule = Literal["original", "all"]


@frozen
class StoredRun:
    """A run's rankings. From text to video a row is a caption and its entries are videos; from
    video to text the other way. Among videos, or captions, both are of one kind."""

    name: str
    model: str
    family: str  # the model's name where it has no family
    direction: Direction
    targets: Rankings  # (items, depth), -1 past a ranking's end
    own_ranks: Integers | None = (
        None  # (items,) the original's rank in the full matrix, 0 where it is not known
    )
    trained: str = ""  # what its model was trained on, as far as it is known; see pooling
    saw: str = ""  # what of the evaluated captions and videos its model learnt from
    whole: WholeRanks | None = None  # (items, all targets), where its file told every rank

    @property
    def depth(self) -> int:
        """The ranks that every look at a run's best may count on."""
        return self.targets.shape[1]

    @property
    def ranked(self) -> Ranked:
        """What scores look at: all that is known."""
        return self.targets if self.whole is None else self.whole

    @property
    def within(self) -> bool:
        """Whether it ranks one kind for itself."""
        return self.direction in WITHIN

    @property
    def reach(self) -> int:
        """The last rank that is known."""
        return self.depth if self.whole is None else self.whole.columns

    def first(self, depth: int | None) -> "StoredRun":
        """Down to this rank alone, as a run is that was read no deeper. None for all."""
        if depth is None:
            return self
        whole = self.whole if depth > self.depth else None
        return replace(self, targets=self.targets[:, :depth], own_ranks=None, whole=whole)

    @classmethod
    def of_file(
        cls, name: str, direction: Direction, file: RunFile, shape: tuple[int, int], depth: int
    ) -> "StoredRun":
        """The run as it would be read once it is stored: as wide as it was asked for."""
        ranked = file.rankings
        items = shape[0]
        targets = np.full((items, depth), -1, np.int32)
        targets[ranked.items, : ranked.targets.shape[1]] = ranked.targets
        own = np.zeros(items, np.int64)
        own[ranked.items] = ranked.own_ranks
        whole = None if ranked.whole is None else WholeRanks(ranked.whole, *shape)
        full = own if ranked.full_ranks else None
        return cls(name, name, name, direction, targets, full, whole=whole)


@frozen
class FileColumn:
    """One thing that a file says of captions. values: sorted. of: (captions,), the number of each
    one's value, -1 where the file says nothing."""

    name: str
    values: tuple[str, ...]
    of: Integers


@frozen
class Grades:
    """What people said of pairs on a scale of more than two values.

    words: of its values, the worst first. relevant_from: the value from which a pair is relevant.
    gains: queries x videos, what has a grade above 0, and what is relevant without one, which
    counts as relevant_from. verdicts: by grade, how many; empty where nobody tells. below: captions
    x videos, what a file of originals grades too low to be one. level: from which pairs are
    relevant here; 0 for relevant_from.
    """

    words: tuple[str, ...]
    relevant_from: int
    gains: Pairs
    verdicts: tuple[int, ...] = ()
    below: Pairs | None = None
    level: int = 0

    @property
    def highest(self) -> int:
        return len(self.words) - 1

    @property
    def begins(self) -> int:
        return self.level or self.relevant_from

    def relevant(self) -> Pairs:
        return self.gains.only(self.gains.gains >= self.begins)

    def too_low(self, rule: Rule, queries: Integers) -> list[Pairs]:
        """captions x videos: what counts in measures that read grades, and is relevant to none of
        the others."""
        collected = self.gains.only(self.gains.gains < self.begins).spread(queries)
        return [
            *([] if self.below is None else [self.below]),
            *([collected] if rule == "all" else []),
        ]

    def named(self, value: int) -> str:
        """The value with its word, where it has one."""
        word = self.words[value]
        return word if word == str(value) else f"{value} ({word})"

    def as_json(self) -> dict[str, Any]:
        return {
            "words": list(self.words),
            "relevant_from": self.relevant_from,
            "level": self.begins,
            "verdicts": list(self.verdicts),
        }


@frozen
class Snapshot:
    benchmark: str
    caption_queries: Integers  # (captions,)
    own_videos: (
        Integers  # (captions,) the video that each was written for, -1 where it is not known
    )
    characters: Integers  # (captions,)
    words: Integers  # (captions,)
    queries: int
    videos: int
    collected: Pairs  # queries x videos: people found them relevant
    judged: Pairs  # queries x videos: they have a verdict, of whatever kind
    log_position: int  # the newest label that was there
    runs: tuple[StoredRun, ...] = ()
    same_text: bool = (
        False  # whether the source videos of captions with the same text are original positives too
    )
    originals: Pairs | None = (
        None  # captions x videos, where a file names them and not each caption's own video tells
    )
    originals_judged: Pairs | None = (
        None  # captions x videos: with a verdict in that file, of whatever kind
    )
    # captions x videos: what was pooled, judged or not, each pair's gain the number of the stratum
    # that it was drawn from; None where nobody tells
    strata: Pairs | None = None
    groups: Integers | None = (
        None  # (captions,) what stands and falls together, where that is not the source video
    )
    texts: Integers | None = None  # (captions,) which have the same text, where queries do not tell
    columns: tuple["FileColumn", ...] = ()  # what the benchmark's files say of captions besides
    grades: Grades | None = None  # None where verdicts are of two values
    no_grades: str = ""  # why there are none, where people gave some

    @property
    def captions(self) -> int:
        return len(self.caption_queries)

    def between(self) -> "Snapshot":
        """With the runs alone that rank videos for captions, or captions for videos: positives and
        labels tell of no others."""
        return replace(self, runs=tuple(run for run in self.runs if not run.within))

    def original(self) -> Pairs:
        """captions x videos: what the benchmark itself calls relevant. On a scale it has the
        highest grade, unless a file grades it."""
        if self.originals is not None:
            return self.originals
        return self.surely(self._of_sources())

    def _of_sources(self) -> Pairs:
        if not self.same_text:
            return self.own()
        known = np.flatnonzero(self.own_videos >= 0)
        shape, rule = (self.queries, self.videos), "original, of the same text"
        return Pairs.of(
            self.caption_queries[known], self.own_videos[known], shape, rule=rule
        ).spread(self.caption_queries)

    def positives(
        self, rule: Rule = "all", *, collected: Pairs | None = None, name: str = ""
    ) -> Pairs:
        """captions x videos. `collected`: some of the collected ones, instead of all."""
        original = self.original()
        if rule == "original":
            return original
        chosen = self.collected if collected is None else collected
        level = f" from grade {self.grades.level}" if self.grades and self.grades.level else ""
        return original.joined(
            chosen.spread(self.caption_queries),
            rule=name or f"{original.rule} and collected{level}",
        )

    def graded(self, positives: Pairs, rule: Rule = "all") -> Pairs:
        """captions x videos: the positives, and what has a grade too low to be one."""
        rest = [] if self.grades is None else self.grades.too_low(rule, self.caption_queries)
        for one in rest:
            positives = positives.joined(one, rule=positives.rule)
        return positives

    @property
    def on_scale(self) -> dict[str, Any]:
        """What `score` is told of the scale."""
        begins = None if self.grades is None else self.grades.begins
        return {"highest": self.highest_grade(), "relevant_from": begins}

    def surely(self, pairs: Pairs) -> Pairs:
        """The pairs, as if people found them relevant without a doubt."""
        gain = 1.0 if self.grades is None else float(self.grades.highest)
        return replace(pairs, gains=np.full(len(pairs.keys), gain))

    def from_grade(self, level: int) -> "Snapshot":
        """With what people gave this grade or a higher one as relevant. Originals stay so."""
        if self.grades is None:
            raise ValueError("verdicts without grades have no level")
        grades = replace(self.grades, level=level)
        return replace(self, collected=grades.relevant(), grades=grades)

    def highest_grade(self) -> float:
        """The highest grade of the scale; where none is known, of any positive, whatever rule makes
        it one: so that scores under two rules have one scale."""
        if self.grades is not None:
            return float(self.grades.highest)
        gains = self.original().gains, self.collected.gains
        return max(float(one.max(initial=0)) for one in gains)

    def beyond_original(self) -> Pairs:
        """queries x videos: the collected positives, which people found relevant and the benchmark
        does not call so already.

        A pair that is original for some captions of a text alone is collected for the others.
        """
        spread = self.collected.spread(self.caption_queries)
        added = spread.without(self.original(), rule=self.collected.rule)
        return added.gathered(self.caption_queries, self.queries)

    def judged_pairs(self) -> Pairs:
        """captions x videos: with a verdict, or original."""
        judged = self.original().joined(self.judged.spread(self.caption_queries), rule="judged")
        return (
            judged
            if self.originals_judged is None
            else judged.joined(self.originals_judged, rule="judged")
        )

    def verdicts(self) -> Pairs:
        """queries x videos: with a verdict that somebody gave, for one caption of the query or for
        all."""
        if self.originals_judged is None:
            return self.judged
        of_queries = self.originals_judged.gathered(self.caption_queries, self.queries)
        return self.judged.joined(of_queries, rule="judged")

    def clusters(self, direction: Direction = "t2v") -> NDArray[np.int64] | None:
        """(captions,): the source video of each; one without stands alone. None where videos are
        ranked for: each stands alone."""
        if direction in FOR_VIDEOS:
            return None
        if self.groups is not None:
            return self.groups
        alone = self.videos + np.arange(self.captions)
        return np.where(self.own_videos < 0, alone, self.own_videos)

    def dependence(self, direction: Direction = "t2v") -> Dependence:
        """Which captions stand and fall together: those of a video, and those of a text. Where
        videos are ranked for each stands alone."""
        if direction in FOR_VIDEOS:
            return Dependence.of(self.videos)
        texts = self.caption_queries if self.texts is None else self.texts
        return Dependence.of(self.captions, self.clusters(direction), texts)

    def turned(self, pairs: Pairs, direction: Direction) -> Pairs:
        """The pairs, captions x videos, turned to what a run of this direction ranks for."""
        if direction in WITHIN:
            raise ValueError(f"pairs of a caption and a video tell nothing of {direction}")
        return pairs.turned() if direction == "v2t" else pairs

    def full_ranks(self, run: StoredRun, positives: Pairs) -> Integers | None:
        """(items,): the rank of each one's first positive in the whole matrix, 0 where nobody knows
        it; None if for no item.

        What a matrix told is the rank of a caption's own video, and of a video that of the first of
        its own captions. It is the first positive's where there are no other positives. positives:
        as this run ranks for them.
        """
        if run.own_ranks is None:
            return None
        own = self.turned(self.own(), run.direction)
        alone = (own.counts == positives.counts) & (own.without(positives).counts == 0)
        return np.where(alone, run.own_ranks, 0)

    def runs_of(self, names: Sequence[str]) -> tuple[StoredRun, ...]:
        by_name = {run.name: run for run in self.runs}
        return tuple(by_name[name] for name in names)

    def own(self) -> Pairs:
        """captions x videos: each caption's own video."""
        known = np.flatnonzero(self.own_videos >= 0)
        return Pairs.of(
            known, self.own_videos[known], (self.captions, self.videos), rule="original"
        )
