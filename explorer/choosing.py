"""Which captions are chosen, in which order, and a page of them. Every question is answered by
arrays over all captions: at 27,763 captions that takes a few milliseconds."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.facts import MISSED, CaptionFacts, RunFacts
from measures.arrays import Integers, Mask
from metrics.snapshot import Rule

NUMBER, WORDS, POSITIVES, UNJUDGED = "number", "words", "positives", "unjudged"
RUN = "run-"  # and its id: sorted by the rank of its first positive


@dataclass(frozen=True, slots=True)
class Limits:
    """The two ends, from and to, both included; None where there is no end."""

    low: int | None = None
    high: int | None = None

    def of(self, values: Integers) -> Mask | None:
        if self.low is None and self.high is None:
            return None
        low = -1 if self.low is None else self.low
        high = np.iinfo(np.int64).max if self.high is None else self.high
        return (values >= low) & (values <= high)


@dataclass(frozen=True, slots=True)
class Criteria:
    """named: the numbers of the captions that the text or the keys name; None where nothing was
    searched for. differ, changed, unjudged: of the chosen runs, in their first k."""

    named: Integers | None = None
    words: Limits = Limits()
    positives: Limits = Limits()
    rule: Rule = "all"
    k: int = 1
    differ: bool = False
    changed: bool = False
    unjudged: bool = False


@dataclass(frozen=True, slots=True)
class Sorting:
    by: str = NUMBER
    falling: bool = False


Runs = Mapping[int, RunFacts]  # by the run's id


def matching(captions: CaptionFacts, runs: Runs, asked: Criteria) -> Mask:
    chosen = np.ones(len(captions), bool)
    if asked.named is not None:
        chosen[:] = False
        chosen[asked.named] = True
    for limits, values in (
        (asked.words, captions.words),
        (asked.positives, captions.positives(asked.rule)),
    ):
        within = limits.of(values)
        if within is not None:
            chosen &= within
    for wanted, found in (
        (asked.differ, differing),
        (asked.changed, changed),
        (asked.unjudged, unjudged),
    ):
        if wanted:
            chosen &= found(runs, asked, len(captions))
    return chosen


def differing(runs: Runs, asked: Criteria, captions: int) -> Mask:
    """One of the runs has a positive among its first k, another has none."""
    right = [run.right(asked.rule, asked.k) for run in runs.values()]
    every = np.all(right, axis=0) if right else np.ones(captions, bool)
    return _any(right, captions) & ~every


def changed(runs: Runs, asked: Criteria, captions: int) -> Mask:
    """One of the runs is right with one rule's positives and wrong with the other's."""
    turned = [run.right("all", asked.k) != run.right("original", asked.k) for run in runs.values()]
    return _any(turned, captions)


def unjudged(runs: Runs, asked: Criteria, captions: int) -> Mask:
    return _any([run.unjudged_in(asked.k) > 0 for run in runs.values()], captions)


def _any(masks: list[Mask], captions: int) -> Mask:
    return np.any(masks, axis=0) if masks else np.zeros(captions, bool)


@dataclass(frozen=True, slots=True)
class Order:
    """numbers: of the chosen captions, as they are listed. places: (captions,), where each caption
    of the benchmark would come among all, chosen or not."""

    numbers: Integers
    places: Integers

    def after(self, number: int) -> int:
        """How many of the chosen come before this caption or are it: where a page after it
        begins."""
        return int(np.searchsorted(self.places[self.numbers], self.places[number], side="right"))

    def before(self, number: int) -> int:
        """Where a page that ends in front of this caption ends."""
        return int(np.searchsorted(self.places[self.numbers], self.places[number], side="left"))

    def neighbours(self, number: int) -> tuple[int | None, int | None]:
        """The chosen captions in front of this one and behind it."""
        start, end = self.before(number), self.after(number)
        return (
            int(self.numbers[start - 1]) if start else None,
            int(self.numbers[end]) if end < len(self.numbers) else None,
        )


def in_order(
    captions: CaptionFacts, runs: Runs, asked: Criteria, sorting: Sorting, chosen: Mask
) -> Order:
    """Captions that are alike come by their numbers, which turn with the rest."""
    values = _values(captions, runs, asked, sorting)
    numbers = np.arange(len(captions))
    every = np.lexsort((numbers, values))
    if sorting.falling:
        every = every[::-1]
    places = np.empty(len(captions), np.int64)
    places[every] = numbers
    return Order(every[chosen[every]], places)


def _values(captions: CaptionFacts, runs: Runs, asked: Criteria, sorting: Sorting) -> Integers:
    if sorting.by == WORDS:
        return captions.words
    if sorting.by == POSITIVES:
        return captions.positives(asked.rule)
    if sorting.by == UNJUDGED:
        found = [run.unjudged_in(asked.k) for run in runs.values()]
        return np.max(found, axis=0) if found else np.zeros(len(captions), np.int64)
    if sorting.by.startswith(RUN):
        return _ranks(runs[int(sorting.by.removeprefix(RUN))].first(asked.rule), sorting.falling)
    return np.arange(len(captions))


def _ranks(first: Integers, falling: bool) -> NDArray[np.int64]:
    """What was missed comes last, whichever way the column runs."""
    last = -1 if falling else np.iinfo(np.int64).max
    return np.where(first == MISSED, last, first)


@dataclass(frozen=True, slots=True)
class Cut:
    """The numbers on a page, and whether there are more on either side."""

    numbers: list[int]
    more_before: bool
    more_after: bool


def page_of(order: Order, size: int, *, after: int | None = None, before: int | None = None) -> Cut:
    """The page behind the caption `after`, or in front of `before`; without either the first. Each
    is a caption's number, which need not be among the chosen."""
    end = len(order.numbers)
    if before is not None:
        stop = order.before(before)
        start = max(0, stop - size)
    else:
        start = 0 if after is None else order.after(after)
        stop = min(end, start + size)
    return Cut(order.numbers[start:stop].tolist(), start > 0, stop < end)
