"""Rankings from rows of (item, target, score) that stream by in any order, in memory bounded by the
depth kept."""

from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from pooling.depth import UNKNOWN, Rankings, as_compared
from pooling.formats.keys import WITHIN, Axis, Direction, Keys, Numbers
from pooling.formats.problem import Problems, excerpt, refuse

ROW_LIMIT = 500_000_000
# Rows that wait before they are sorted into what is kept.
WAITING = 2**19
# One bit for each pair that a file may name: 128 MB at the most.
PAIRS_LIMIT = 2**30
UNKNOWN_LIMIT = 10_000

Flat = NDArray[np.int64]


@frozen
class Rows:
    """Some rows of a file: (rows,) each. items, targets: numbers. ranks: the file's, -1 where it
    says nothing usable."""

    items: Numbers
    targets: Numbers
    scores: NDArray[np.float64]
    lines: Flat
    ranks: Flat | None = None

    @classmethod
    def of(
        cls,
        items: "array[int]",
        targets: "array[int]",
        scores: "array[float]",
        *numbers: "array[int]",
    ) -> "Rows":
        """The arrays' own memory, not a copy of it. numbers: lines, and ranks where there are."""
        return cls(
            np.frombuffer(items, np.int32),
            np.frombuffer(targets, np.int32),
            np.frombuffer(scores, np.float64),
            *(np.frombuffer(column, np.int64) for column in numbers),
        )

    def __len__(self) -> int:
        return len(self.items)

    def facts(self, places: NDArray[Any]) -> Iterator[tuple[int, int, int]]:
        """Item, target and line of some of them."""
        of = (column[places].tolist() for column in (self.items, self.targets, self.lines))
        return zip(*of, strict=True)


@dataclass(slots=True)
class Unknown:
    """Keys of one axis that the benchmark does not have: each is reported once, at its first line,
    with its number of rows."""

    axis: Axis
    found: dict[str, list[int]] = field(default_factory=dict)
    more_rows: int = 0

    def take(self, key: str, line: int) -> None:
        if key in self.found:
            self.found[key][1] += 1
        elif len(self.found) < UNKNOWN_LIMIT:
            self.found[key] = [line, 1]
        else:
            self.more_rows += 1

    def report(self, problems: Problems) -> None:
        code = f"unknown-{self.axis.noun}"
        for key, (line, rows) in self.found.items():
            times = f" ({rows:,} rows)" if rows > 1 else ""
            problems.error(
                code,
                f"{excerpt(key)} is no {self.axis.noun} of this"
                f" benchmark{times}{self.axis.hint(key)}",
                line,
            )
        if self.more_rows:
            problems.error(code, f"more unknown {self.axis.noun}s", times=self.more_rows)


class Gathering:
    """Takes rows; keeps the best of each item.

    targets, scores: (items, depth + 1). One more than is wanted, because it tells whether a tie
    crosses the depth.
    """

    def __init__(self, keys: Keys, direction: Direction, depth: int) -> None:
        self.items, self.ranked = keys.sides(direction)
        self.room = min(depth, len(self.ranked)) + 1
        self.targets = np.full((len(self.items), self.room), -1, np.int32)
        self.scores = np.full((len(self.items), self.room), np.nan)
        self.lengths = np.zeros(len(self.items), np.int32)
        self.count = 0
        self.waiting: list[Rows] = []

    def take(self, rows: Rows) -> None:
        self.waiting.append(rows)
        self.count += len(rows)
        if self.count > ROW_LIMIT:
            refuse("size", f"more than {ROW_LIMIT:,} rows")
        if sum(map(len, self.waiting)) >= WAITING:
            self.settle()

    def settle(self) -> None:
        """Sorts what waits into what is kept. Only the items that waiting rows name are touched."""
        if not self.waiting:
            return
        items = np.concatenate([rows.items for rows in self.waiting])
        touched = np.unique(items)
        kept = self.targets[touched] >= 0
        items = np.concatenate([np.repeat(touched, kept.sum(axis=1)), items])
        targets = [self.targets[touched][kept], *(rows.targets for rows in self.waiting)]
        scores = [self.scores[touched][kept], *(rows.scores for rows in self.waiting)]
        self.waiting = []
        self._keep_best(items, np.concatenate(targets), np.concatenate(scores))

    def _keep_best(self, items: Numbers, targets: Numbers, scores: NDArray[np.float64]) -> None:
        order = np.lexsort((-self.ranked.order[targets], -as_compared(scores), items))
        items = items[order]
        places = np.arange(len(items)) - np.searchsorted(items, items)
        inside = places < self.room
        items, places = items[inside], places[inside]
        self.targets[items, places] = targets[order[inside]]
        self.scores[items, places] = scores[order[inside]]
        touched, counts = np.unique(items, return_counts=True)
        self.lengths[touched] = counts

    def finish(self, own_videos: Numbers, direction: Direction) -> Rankings:
        """Own ranks only as far as the rankings reach: what a file does not say is unknown."""
        self.settle()
        items = np.flatnonzero(self.lengths).astype(np.int32)
        depth = self.room - 1
        targets, scores, lengths = self.targets[items], self.scores[items], self.lengths[items]
        compared = as_compared(scores[:, depth - 1 :])
        crossing = np.count_nonzero(compared[:, 0] == compared[:, 1]) if depth else 0
        targets, scores = targets[:, :depth], scores[:, :depth]
        is_own = _own(items, targets, own_videos, direction)
        own_ranks = np.where(is_own.any(axis=1), is_own.argmax(axis=1) + 1, UNKNOWN).astype(
            np.int32
        )
        kept = np.minimum(lengths, depth)
        ties = int(crossing)
        return Rankings(
            items, targets, scores, kept, own_ranks, full_ranks=False, ties_across_depth=ties
        )


def _own(
    items: Numbers, targets: Numbers, own_videos: Numbers, direction: Direction
) -> NDArray[np.bool_]:
    """(items, depth): whether the item and the target are a caption and its source video."""
    if direction in WITHIN:
        return np.zeros(targets.shape, np.bool_)
    of_item = np.broadcast_to(items[:, None], targets.shape)
    caption, video = (of_item, targets) if direction == "t2v" else (targets, of_item)
    is_own: NDArray[np.bool_] = (own_videos[caption] == video) & (targets >= 0)
    return is_own


class Seen:
    """Which pairs a file has named, exactly, one bit each; None of it where a benchmark has too
    many pairs."""

    def __init__(self, items: int, targets: int) -> None:
        self.width = targets
        self.bits = (
            np.zeros((items * targets + 7) // 8, np.uint8)
            if items * targets <= PAIRS_LIMIT
            else None
        )

    def pairs(self, rows: Rows) -> Flat:
        """Each row's pair as one number."""
        return rows.items.astype(np.int64) * self.width + rows.targets

    def repeated(self, rows: Rows) -> Flat:
        """Places, within these rows, of those whose pair was named before, here or earlier."""
        if self.bits is None:
            return np.empty(0, np.int64)
        pairs = self.pairs(rows)
        first = np.unique(pairs, return_index=True)[1]
        again = np.ones(len(pairs), bool)
        again[first] = False
        byte, bit = pairs >> 3, np.uint8(1) << (pairs & 7).astype(np.uint8)
        again |= (self.bits[byte] & bit) != 0
        np.bitwise_or.at(self.bits, byte, bit)
        return np.flatnonzero(again)


@dataclass(slots=True)
class Repeats:
    """Pairs that a file names twice. Where the first stands is looked up only when there is a
    second."""

    seen: Seen
    # Item, target, and the second one's line.
    lines: list[tuple[int, int, int]] = field(default_factory=list)
    count: int = 0

    def take(self, rows: Rows) -> None:
        places = self.seen.repeated(rows)
        self.count += len(places)
        self.lines += rows.facts(places[: max(0, 50 - len(self.lines))])

    def report(
        self, again: Callable[[], Iterable[Rows]], items: Axis, targets: Axis, problems: Problems
    ) -> None:
        if not self.count:
            return
        first = self._first_lines(again())
        for item, target, line in self.lines:
            pair = (
                f"{items.noun} {excerpt(items.keys[item])} and {targets.noun}"
                f" {excerpt(targets.keys[target])}"
            )
            problems.error(
                "duplicate",
                f"{pair} stand together in line {first[item, target]} and again in line {line}",
                line,
            )
        if more := self.count - len(self.lines):
            problems.error("duplicate", "more pairs that stand twice", times=more)

    def _first_lines(self, chunks: Iterable[Rows]) -> dict[tuple[int, int], int]:
        wanted = {(item, target) for item, target, _ in self.lines}
        codes = np.array([item * self.seen.width + target for item, target in wanted])
        first: dict[tuple[int, int], int] = {}
        for rows in chunks:
            for item, target, line in rows.facts(np.isin(self.seen.pairs(rows), codes)):
                first.setdefault((item, target), line)
            if len(first) == len(wanted):
                break
        return first


@dataclass(slots=True)
class RankDoubts:
    """Rows whose rank column says otherwise than their scores. Ranks are not used; that they
    disagree may mean a wrong column."""

    unusable: int = 0
    against: int = 0
    first_line: int = 0
    last: tuple[int, int, float] = (-1, -1, 0.0)  # item, rank, score as compared of the row before

    def take(self, rows: Rows) -> None:
        if rows.ranks is None or not len(rows):
            return
        items = np.concatenate([[self.last[0]], rows.items])
        ranks = np.concatenate([[self.last[1]], rows.ranks])
        scores = np.concatenate([[self.last[2]], as_compared(rows.scores)])
        usable = ranks >= 0
        together = (items[1:] == items[:-1]) & usable[1:] & usable[:-1]
        against = together & (np.sign(np.diff(ranks)) * np.sign(np.diff(scores)) > 0)
        self.unusable += int(np.count_nonzero(~usable[1:]))
        self.against += int(np.count_nonzero(against))
        if self.against and not self.first_line:
            self.first_line = int(rows.lines[against.argmax()])
        self.last = int(items[-1]), int(ranks[-1]), float(scores[-1])

    def report(self, problems: Problems) -> None:
        if self.against:
            problems.warn(
                "rank",
                f"{self.against:,} rows have a better score than the row before but a worse rank,"
                " or the reverse; scores count",
                self.first_line,
                4,
            )
        if self.unusable:
            problems.warn(
                "rank",
                f"{self.unusable:,} rows have no whole number from 0 as their rank; ranks are not"
                " used",
            )


def in_pieces(rows: Iterator[Rows], *takers: Callable[[Rows], None]) -> None:
    """Each piece of a file to each of those who look at it."""
    for piece in rows:
        for take in takers:
            take(piece)
