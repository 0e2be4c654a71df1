"""Which captions are chosen, in which order, and a page of them. Every question is answered by
arrays over all captions: at 27,763 captions that takes a few milliseconds."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.asked import NUMBER, CaptionsWanted
from explorer.facts import MISSED, CaptionFacts, RunFacts
from foundation.frozen import frozen
from measures.arrays import Integers, Mask

WORDS, POSITIVES, UNJUDGED = "words", "positives", "unjudged"
RUN = "run-"  # and its id: sorted by the rank of its first positive


@frozen
class Sorting:
    by: str = NUMBER
    falling: bool = False


Runs = Mapping[int, RunFacts]  # by the run's id


def matching(
    captions: CaptionFacts, runs: Runs, asked: CaptionsWanted, named: Integers | None = None
) -> Mask:
    """named: the numbers of the captions that the text or the keys name; None where nothing was
    searched for. The rest is of the chosen runs, in their first k."""
    rule, k = asked.rule, asked.top
    chosen = np.ones(len(captions), bool)
    if named is not None:
        chosen[:] = False
        chosen[named] = True
    counts = {WORDS: captions.words, POSITIVES: captions.positives(rule)}
    for name, (low, high) in asked.limits.items():
        if low is not None:
            chosen &= counts[name] >= low
        if high is not None:
            chosen &= counts[name] <= high

    def each(of: Callable[[RunFacts], Any]) -> NDArray[Any]:
        return np.array([of(run) for run in runs.values()]).reshape(len(runs), len(captions))

    if asked.differ:
        right = each(lambda run: run.right(rule, k))
        chosen &= right.any(axis=0) & ~right.all(axis=0)
    if asked.changed:
        turned = each(lambda run: run.right("all", k) != run.right("original", k))
        chosen &= turned.any(axis=0)
    if asked.unjudged:
        chosen &= each(lambda run: run.unjudged_in(k) > 0).any(axis=0)
    return chosen


@frozen
class Order:
    """numbers: of the chosen captions, as they are listed. places: (captions,), where each caption
    of the benchmark would come among all, chosen or not."""

    numbers: Integers
    places: Integers

    def around(self, number: int) -> tuple[int, int]:
        """How many of the chosen come before this caption, and how many before it or are it: where
        a page in front of it ends, and one after it begins."""
        places, own = self.places[self.numbers], self.places[number]
        return int(np.searchsorted(places, own)), int(np.searchsorted(places, own, side="right"))

    def neighbours(self, number: int) -> tuple[int | None, int | None]:
        """The chosen captions in front of this one and behind it."""
        start, end = self.around(number)
        return (
            int(self.numbers[start - 1]) if start else None,
            int(self.numbers[end]) if end < len(self.numbers) else None,
        )


def in_order(
    captions: CaptionFacts, runs: Runs, asked: CaptionsWanted, sorting: Sorting, chosen: Mask
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


def _values(
    captions: CaptionFacts, runs: Runs, asked: CaptionsWanted, sorting: Sorting
) -> Integers:
    if sorting.by == WORDS:
        return captions.words
    if sorting.by == POSITIVES:
        return captions.positives(asked.rule)
    if sorting.by == UNJUDGED:
        found = [run.unjudged_in(asked.top) for run in runs.values()]
        return np.max(found, axis=0) if found else np.zeros(len(captions), np.int64)
    if sorting.by.startswith(RUN):
        first = runs[int(sorting.by.removeprefix(RUN))].first(asked.rule)
        # What was missed comes last, whichever way the column runs.
        last = -1 if sorting.falling else np.iinfo(np.int64).max
        return np.where(first == MISSED, last, first)
    return np.arange(len(captions))


@frozen
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
        stop = order.around(before)[0]
        start = max(0, stop - size)
    else:
        start = 0 if after is None else order.around(after)[1]
        stop = min(end, start + size)
    return Cut(order.numbers[start:stop].tolist(), start > 0, stop < end)
