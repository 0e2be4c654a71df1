"""A histogram of whole numbers, in per cent of the drawing's width and height. Counts in, bars and
words out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

MOST_BARS = 40
TICKS = 10


@dataclass(frozen=True, slots=True)
class Bar:
    first: int
    last: int
    count: int
    left: float
    width: float
    height: float

    @property
    def label(self) -> str:
        return _range(self.first, self.last)

    @property
    def top(self) -> float:
        return 100 - self.height

    @property
    def middle(self) -> float:
        return self.left + self.width / 2


@dataclass(frozen=True, slots=True)
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
    bars = [
        Bar(
            within[0],
            within[-1],
            count,
            100 * place / len(ranges),
            100 / len(ranges),
            100 * count / max(heights),
        )
        for place, (within, count) in enumerate(zip(ranges, heights, strict=True))
    ]
    return Histogram(
        bars, n, least, _quantile(counts, values, n, 1), _quantile(counts, values, n, 3), most
    )


def _quantile(counts: Mapping[int, int], values: Sequence[int], n: int, quarters: int) -> int:
    """The least value that so many quarters of all do not exceed."""
    seen = 0
    for value in values:
        seen += counts[value]
        if 4 * seen >= quarters * n:
            return value
    return values[-1]
