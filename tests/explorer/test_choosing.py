"""Choosing captions by arrays, against a twin that goes by the definitions, caption by caption."""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.asked import CaptionsWanted
from explorer.choosing import (
    Sorting,
    in_order,
    matching,
    page_of,
)
from explorer.facts import (
    KS,
    MISSED,
    CaptionFacts,
    PlainArray,
    RunFacts,
    RunScore,
    array_of,
    best_first,
    caption_facts,
    judged_of,
    plain_array,
    run_facts,
    share_right,
)
from foundation.plain import from_plain, to_plain
from tests.metrics.worlds import Bare, bare_worlds

RUNS = 2


@dataclass(frozen=True)
class Twin:
    """The same questions, asked of lists."""

    world: Bare

    def positives(self, caption: int, rule: str) -> set[int]:
        return self.world.original(caption) if rule == "original" else self.world.positives(caption)

    def first(self, run: int, caption: int, rule: str) -> int:
        ranking = self.world.rankings[run][caption]
        ranks = [n for n, video in enumerate(ranking, 1) if video in self.positives(caption, rule)]
        return min(ranks, default=MISSED)

    def right(self, run: int, caption: int, rule: str, k: int) -> bool:
        return 0 < self.first(run, caption, rule) <= k

    def unjudged(self, run: int, caption: int, k: int) -> int:
        top = self.world.rankings[run][caption][:k]
        return sum(video not in self.world.judged(caption) for video in top)

    def words(self, caption: int) -> int:
        return (10 + 7 * caption) // 5

    def matches(self, caption: int, asked: CaptionsWanted, named: set[int] | None) -> bool:
        right = [self.right(run, caption, asked.rule, asked.top) for run in range(RUNS)]
        turned = [
            self.right(run, caption, "all", asked.top)
            != self.right(run, caption, "original", asked.top)
            for run in range(RUNS)
        ]
        unjudged = [self.unjudged(run, caption, asked.top) for run in range(RUNS)]
        return (
            (named is None or caption in named)
            and _within(asked.limits["words"], self.words(caption))
            and _within(asked.limits["positives"], len(self.positives(caption, asked.rule)))
            and (not asked.differ or (any(right) and not all(right)))
            and (not asked.changed or any(turned))
            and (not asked.unjudged or any(unjudged))
        )

    def value(self, caption: int, asked: CaptionsWanted, by: str) -> float:
        if by == "words":
            return self.words(caption)
        if by == "positives":
            return len(self.positives(caption, asked.rule))
        if by == "unjudged":
            return max(self.unjudged(run, caption, asked.top) for run in range(RUNS))
        return self.first(int(by.removeprefix("run-")), caption, asked.rule)

    def listed(self, asked: CaptionsWanted, sorting: Sorting, named: set[int] | None) -> list[int]:
        found = [n for n in range(len(self.world.queries)) if self.matches(n, asked, named)]
        sign = -1 if sorting.falling else 1
        if sorting.by == "number":
            return sorted(found, key=lambda n: sign * n)
        values = {n: self.value(n, asked, sorting.by) for n in found}
        missed = sorting.by.startswith("run-")
        return sorted(
            found,
            key=lambda n: (missed and values[n] == MISSED, sign * values[n], sign * n),
        )


def _within(limits: tuple[int | None, int | None], value: int) -> bool:
    low, high = limits
    return (low is None or low <= value) and (high is None or value <= high)


def facts_of(world: Bare) -> tuple[CaptionFacts, dict[int, RunFacts]]:
    snapshot = world.snapshot()
    judged = judged_of(snapshot)
    return caption_facts(snapshot.words, judged), {
        n: run_facts(run.targets, judged) for n, run in enumerate(snapshot.runs)
    }


ends = st.none() | st.integers(0, 8)
criteria = st.builds(
    CaptionsWanted,
    words_from=ends,
    words_to=ends,
    positives_from=ends,
    positives_to=ends,
    positives=st.sampled_from(["original", "corrected"]),
    k=st.sampled_from([str(k) for k in KS]),
    differ=st.booleans(),
    changed=st.booleans(),
    unjudged=st.booleans(),
)
names = st.none() | st.sets(st.integers(0, 6))
orders = st.builds(
    Sorting,
    st.sampled_from(["number", "words", "positives", "unjudged", "run-0", "run-1"]),
    st.booleans(),
)


@given(world=bare_worlds(RUNS))
def test_facts_are_what_the_definitions_say(world):
    captions, runs = facts_of(world)
    twin = Twin(world)
    for caption in range(len(captions)):
        assert captions.original[caption] == len(twin.positives(caption, "original"))
        assert captions.corrected[caption] == len(twin.positives(caption, "all"))
        for run, facts in runs.items():
            assert facts.original[caption] == twin.first(run, caption, "original")
            assert facts.corrected[caption] == twin.first(run, caption, "all")
            assert facts.unjudged[caption].tolist() == [twin.unjudged(run, caption, k) for k in KS]


def array_of_names(named: set[int] | None, captions: int) -> np.ndarray | None:
    return None if named is None else np.array(sorted(n for n in named if n < captions), np.int64)


@given(world=bare_worlds(RUNS), asked=criteria, named=names, sorting=orders, size=st.integers(1, 4))
def test_the_captions_found_are_those_of_the_twin_in_its_order_and_pages(
    world, asked, named, sorting, size
):
    captions, runs = facts_of(world)
    expected = Twin(world).listed(asked, sorting, named)
    chosen = matching(captions, runs, asked, array_of_names(named, len(captions)))
    order = in_order(captions, runs, asked, sorting, chosen)
    assert order.numbers.tolist() == expected
    forward, key = [], None
    while True:
        cut = page_of(order, size, after=key)
        forward += cut.numbers
        if not cut.more_after:
            break
        key = cut.numbers[-1]
    assert forward == expected
    for place, number in enumerate(expected):
        assert order.neighbours(number) == (
            expected[place - 1] if place else None,
            expected[place + 1] if place + 1 < len(expected) else None,
        )
        back = page_of(order, size, before=number)
        assert back.numbers == expected[max(0, place - size) : place]
        assert back.more_before == (place > size)


def test_a_caption_that_was_not_found_has_neighbours_where_it_would_be():
    captions, runs = facts_of(Bare(8, [0, 1, 2, 3], [0, 1, 2, 3], {}, [[[0], [0], [0], [0]]] * 2))
    asked = CaptionsWanted()
    chosen = matching(captions, runs, asked, np.array([0, 3]))
    order = in_order(captions, runs, asked, Sorting(), chosen)
    assert order.neighbours(1) == (0, 3)
    assert page_of(order, 5, after=1).numbers == [3]
    assert page_of(order, 5, before=2).numbers == [0]


@given(st.lists(st.integers(0, 70_000), max_size=9))
def test_an_array_comes_back_as_it_was_kept(values):
    array = np.array(values, np.int64)
    plain = from_plain(PlainArray, to_plain(plain_array(array)))
    assert array_of(plain).tolist() == values


def test_a_damaged_array_is_refused():
    plain = plain_array(np.arange(5))
    with pytest.raises(ValueError, match="reshape"):
        array_of(PlainArray(plain.dtype, [6], plain.content))


def test_the_best_run_is_the_one_that_is_right_most_often():
    world = Bare(8, [0, 1], [0, 1], {(1, 5): True}, [[[0], [3]], [[0], [5]]])
    captions, runs = facts_of(world)
    scores = [RunScore(n + 10, share_right(captions, run)) for n, run in runs.items()]
    assert [one.share for one in scores] == [0.5, 1.0]
    assert best_first(scores) == [11, 10]
    assert best_first([RunScore(2, 0.5), RunScore(1, 0.5)]) == [1, 2]
