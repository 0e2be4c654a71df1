"""How good a rater is by answers that are known: the share right, and how sure that is. Pure."""

from dataclasses import dataclass
from math import sqrt

from scipy.special import betaincinv

CONFIDENCE_95 = 1.959963984540054  # the normal distribution's 0.975 quantile


@dataclass(frozen=True, slots=True)
class Accuracy:
    """right of n answers, and Wilson's 95 % interval; all of it is None where n is 0."""

    right: int
    n: int

    @property
    def share(self) -> float | None:
        return self.right / self.n if self.n else None

    @property
    def interval(self) -> tuple[float, float] | None:
        return wilson(self.right, self.n) if self.n else None

    def is_below(self, bar: float, minimum: int) -> bool:
        """The plain share is below the bar, over the minimum of answers or more.

        Not the interval's upper end: at 20 answers that would let somebody go on who is right half
        of the time.
        """
        return self.n >= minimum and self.right < bar * self.n - 1e-9

    def reaches(self, mark: float, wanted: int) -> bool:
        """So many answers were given, and the share right is the mark or more."""
        return self.n >= wanted and self.right >= mark * self.n - 1e-9


def wilson(right: int, n: int, z: float = CONFIDENCE_95) -> tuple[float, float]:
    """Wilson's score interval of a share (1927), without continuity correction; n is 1 or more."""
    if not 0 <= right <= n or n < 1:
        raise ValueError(f"{right} right of {n} is no share")
    middle = (right + z * z / 2) / (n + z * z)
    reach = z / (n + z * z) * sqrt(right * (n - right) / n + z * z / 4)
    return (0.0 if right == 0 else middle - reach, 1.0 if right == n else middle + reach)


def exact(count: int, n: int) -> tuple[float, float]:
    """Clopper and Pearson's 95 % interval of a share (1934): it holds with that or more whatever
    the share and however few there are. n is 1 or more."""
    if not 0 <= count <= n or n < 1:
        raise ValueError(f"{count} of {n} is no share")
    tail = (1 - 0.95) / 2
    low = float(betaincinv(count, n - count + 1, tail)) if count else 0.0
    high = float(betaincinv(count + 1, n - count, 1 - tail)) if count < n else 1.0
    return low, high


def rolling(answers: list[bool], window: int) -> list[Accuracy]:
    """The accuracy after each answer, over the last `window` of them; the oldest first."""
    shown, right = [], 0
    for place, is_right in enumerate(answers):
        right += is_right - (answers[place - window] if place >= window else 0)
        shown.append(Accuracy(right, min(place + 1, window)))
    return shown
