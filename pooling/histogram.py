"""A histogram of whole numbers, in per cent of the drawing's width and height. Counts in, bars and
words out."""

from collections.abc import Mapping, Sequence
from itertools import accumulate

from foundation.frozen import frozen

MOST_BARS = 40
TICKS = 10


@frozen
class Placed:
    """Where a bar stands, in per cent of the drawing's width and height."""

    left: float
    width: float
    height: float

    @property
    def top(self) -> float:
        return 100 - self.height

    @property
    def middle(self) -> float:
        return self.left + self.width / 2


@frozen
class Bar(Placed):
    first: int
    last: int
    count: int

    @property
    def label(self) -> str:
        return _range(self.first, self.last)


@frozen
class Histogram:
    """n values from `least` to `most`; at least half of them lie from `low` to `high`, the
    quartiles."""

    bars: Sequence[Bar]
    n: int
    least: int
    low: int
    high: int
    most: int

    @property
    def ticks(self) -> Sequence[Bar]:
        """Those bars whose value is written under them."""
        return self.bars[:: max(1, -(-len(self.bars) // TICKS))]

    @property
    def highest(self) -> Sequence[Bar]:
        """The three values that occur most."""
        return sorted(self.bars, key=lambda bar: (-bar.count, bar.first))[:3]

    @property
    def middle_half(self) -> str:
        return _range(self.low, self.high)


def _range(first: int, last: int) -> str:
    """The range without a word, so that it is the same in every language."""
    return str(first) if first == last else f"{first}\N{EN DASH}{last}"


def draw_histogram(counts: Mapping[int, int]) -> Histogram | None:
    """counts: value -> how often it occurs. None if nothing does."""
    n = sum(counts.values())
    if not n:
        return None
    values = sorted(value for value, count in counts.items() if count)
    least, most = values[0], values[-1]
    step = -(-(most - least + 1) // MOST_BARS)
    ranges = [range(start, start + step) for start in range(least, most + 1, step)]
    heights = [sum(counts.get(value, 0) for value in within) for within in ranges]
    width, highest = 100 / len(ranges), max(heights)
    bars = [
        Bar(100 * place / len(ranges), width, 100 * count / highest, one[0], one[-1], count)
        for place, (one, count) in enumerate(zip(ranges, heights, strict=True))
    ]
    seen = list(accumulate(counts[value] for value in values))
    # The least values that a quarter, and three quarters, of all do not exceed.
    low, high = (
        next(value for value, upto in zip(values, seen, strict=True) if 4 * upto >= quarters * n)
        for quarters in (1, 3)
    )
    return Histogram(bars, n, least, low, high, most)
