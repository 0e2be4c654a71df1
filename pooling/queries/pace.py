"""How many pairs one person judges in an hour in a benchmark: as last measured, or a guess.

Who asks people knows it, and that is a package further up: it adds its own measure here.
"""

from collections.abc import Callable

from pooling.models import Benchmark

ASSUMED_PACE = 180  # pairs an hour, until a campaign has measured it
SLOWEST, FASTEST = 1, 100_000
Measured = Callable[[Benchmark], float | None]


class PaceRegistry:
    def __init__(self) -> None:
        self._known: list[Measured] = []

    def register(self, measured: Measured) -> None:
        if measured not in self._known:
            self._known.append(measured)

    def of(self, benchmark: Benchmark) -> int:
        """The pace in whole pairs: it is a guess about the next campaign."""
        found = (measured(benchmark) for measured in self._known)
        pace = next((one for one in found if one is not None), ASSUMED_PACE)
        return max(SLOWEST, min(FASTEST, round(pace)))


PACE = PaceRegistry()
