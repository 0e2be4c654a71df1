"""What became of answers that were sent to a server: what its clients saw, held against what its
database holds. Pure.

An attempt is one request: sent, and then acknowledged (ok), refused (fail), or without an answer
(unknown). An acknowledged answer must be stored, exactly once and as it was sent; a refused one
must not be; an unknown one may be, once.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from annotator.consensus import Given, Policy, settle

Outcome = Literal["ok", "fail", "unknown"]


@dataclass(frozen=True, slots=True)
class Attempt:
    rater: int
    request: str
    slot: int
    answer: str
    outcome: Outcome
    label: int | None = None  # as acknowledged
    seconds: float = 0.0
    again: bool = False  # the same request was sent before

    @property
    def content(self) -> tuple[int, int, str]:
        return self.rater, self.slot, self.answer


@dataclass(frozen=True, slots=True)
class Stored:
    """A row of the label log."""

    label: int
    rater: int
    request: str
    slot: int
    item: int
    kind: str
    answer: str
    value: int | None = None  # on a scale of more than two

    @property
    def content(self) -> tuple[int, int, str]:
        return self.rater, self.slot, self.answer


@dataclass(frozen=True, slots=True)
class Found:
    """What is wrong, a sentence each."""

    lost: tuple[str, ...] = ()
    doubled: tuple[str, ...] = ()
    unexpected: tuple[str, ...] = ()
    over_policy: tuple[str, ...] = ()

    @property
    def nothing(self) -> bool:
        return not (self.lost or self.doubled or self.unexpected or self.over_policy)


def check(
    attempts: Sequence[Attempt],
    stored: Sequence[Stored],
    before: Sequence[Stored] = (),
    *,
    doubled: Iterable[int],
    policy: Policy,
) -> Found:
    """stored: labels given meanwhile. before: those of the same items from earlier. doubled: the
    items asked about twice."""
    asked_twice = frozenset(doubled)
    return Found(
        lost=tuple(_lost(attempts, stored)),
        doubled=tuple(_doubled(attempts, stored, before)),
        unexpected=tuple(_unexpected(attempts, stored)),
        over_policy=tuple(_over_policy([*before, *stored], asked_twice, policy)),
    )


def _lost(attempts: Sequence[Attempt], stored: Sequence[Stored]) -> Iterator[str]:
    kept = {(row.label, row.request, *row.content) for row in stored}
    for attempt in attempts:
        if (
            attempt.outcome == "ok"
            and (attempt.label, attempt.request, *attempt.content) not in kept
        ):
            yield (
                f"request {attempt.request}: acknowledged as label {attempt.label}, which is not"
                " stored as it was sent"
            )


def _doubled(
    attempts: Sequence[Attempt], stored: Sequence[Stored], before: Sequence[Stored]
) -> Iterator[str]:
    acknowledged, by_request, by_slot = defaultdict(set), defaultdict(list), defaultdict(list)
    for attempt in attempts:
        if attempt.outcome == "ok":
            acknowledged[attempt.rater, attempt.request].add(attempt.label)
    for row in stored:
        by_request[row.rater, row.request].append(row.label)
    for row in (*before, *stored):
        by_slot[row.slot].append(row.label)
    yield from (
        f"request {key[1]}: acknowledged as labels {sorted(map(str, n))}"
        for key, n in acknowledged.items()
        if len(n) > 1
    )
    yield from (
        f"request {key[1]}: stored as labels {found}"
        for key, found in by_request.items()
        if len(found) > 1
    )
    yield from (
        f"slot {slot}: filled by labels {found}"
        for slot, found in by_slot.items()
        if len(found) > 1
    )


def _unexpected(attempts: Sequence[Attempt], stored: Sequence[Stored]) -> Iterator[str]:
    wanted = {
        (attempt.request, *attempt.content) for attempt in attempts if attempt.outcome != "fail"
    }
    for row in stored:
        if (row.request, *row.content) not in wanted:
            yield (
                f"label {row.label}: stored, but nobody sent it, or its sender was told that it was"
                " refused"
            )


def _over_policy(rows: Sequence[Stored], doubled: frozenset[int], policy: Policy) -> Iterator[str]:
    """Each item's labels one after another: the rule must have asked for each, and nobody answers
    about a pair twice."""
    by_item = defaultdict(list)
    for row in rows:
        by_item[row.item].append(row)
    for item, labels in by_item.items():
        rule = replace(policy, doubled=item in doubled)
        if len({row.rater for row in labels}) < len(labels):
            yield f"item {item}: one rater answered twice"
        given: list[Given] = []
        for row in sorted(labels, key=lambda row: row.label):
            if settle(given, rule).wanted != row.kind:
                yield (
                    f"item {item}: label {row.label} is a {row.kind}, which the rule did not"
                    " ask for"
                )
            given.append(Given(row.label, row.kind, row.answer, row.value))
