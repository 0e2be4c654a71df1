"""The labels of a campaign as they came in, and the cone in which the rest is expected: a picture
in per cent of its width and height, drawn without a library."""

from collections.abc import Sequence
from itertools import accumulate

from annotator.queries.forecast import Day
from foundation.frozen import frozen
from measures.forecast import Forecast

FARTHEST = 2.5  # of what is expected: a cone without an end is cut off there
LEAST_AHEAD = 0.12  # of the picture's width: a cone that ends soon is still seen
ROOM = (18.0, 78.0)

Point = tuple[float, float]


@frozen
class BurnUp:
    """given: labels of all days, also of those before the first one shown. wanted: still to come.
    passed: how much of today is over, from 0 to 1."""

    days: Sequence[Day]
    given: int
    wanted: int
    coming: Forecast | None
    passed: float

    @property
    def now(self) -> float:
        """In days from the first moment shown, as all moments here."""
        return len(self.days) - 1 + self.passed

    @property
    def is_worth_it(self) -> bool:
        """One day without a forecast is a number, and no curve."""
        return len(self.days) > 2 or (bool(self.days) and self.coming is not None)

    @property
    def ends(self) -> float:
        if self.coming is None:
            return max(self.now, 1.0)
        most = FARTHEST * self.coming.days
        ahead = most if self.coming.high is None else min(self.coming.high, most)
        return self.now + max(ahead, LEAST_AHEAD * self.now)

    @property
    def goal(self) -> int:
        return self.given + self.wanted

    @property
    def _before(self) -> int:
        return self.given - sum(day.labels for day in self.days)

    @property
    def sums(self) -> list[int]:
        """What there was at the end of each day."""
        return list(accumulate((day.labels for day in self.days), initial=self._before))[1:]

    @property
    def rows(self) -> list[tuple[Day, int]]:
        return list(zip(self.days, self.sums, strict=True))

    @property
    def line(self) -> str:
        ends = [*(float(day + 1) for day in range(len(self.days) - 1)), self.now]
        return _through([self._at(0.0, self._before), *map(self._at, ends, self.sums)])

    @property
    def middle(self) -> str:
        """The expected way from today on."""
        if self.coming is None:
            return ""
        return _through([self._at(self.now, self.given), self._reached(self.coming.days)])

    @property
    def cone(self) -> str:
        """From today to the first and the last day on which the labels may be there."""
        if self.coming is None:
            return ""
        here, high = self._at(self.now, self.given), self.coming.high
        last = [self._at(self.ends, self.given)] if high is None else [self._reached(high)]
        corner = [] if last[0][1] == 0.0 else [self._at(self.ends, self.goal)]
        return _through([here, self._reached(self.coming.low), *corner, *last]) + " Z"

    @property
    def now_left(self) -> float:
        return self._at(self.now, 0)[0]

    @property
    def names_today(self) -> bool:
        """Whether a word fits below it, beside those at both ends."""
        return ROOM[0] < self.now_left < ROOM[1]

    def _reached(self, days: float) -> Point:
        """Where the way is that has all labels in so many days, or where it leaves the picture."""
        ahead = self.ends - self.now
        share = 1.0 if days <= ahead else ahead / days
        return self._at(self.now + min(days, ahead), self.given + self.wanted * share)

    def _at(self, day: float, labels: float) -> Point:
        return 100 * day / self.ends, 100 * (1 - labels / max(self.goal, 1))


def _through(points: Sequence[Point]) -> str:
    return "M" + " L".join(f"{x:.2f},{y:.2f}" for x, y in points)
