"""How many bodies may arrive slowly at the same time. Each process counts its own.

Almost every body comes with its headers or right after them; those are not counted. One that is
still on its way after GRACE needs a place, so many that trickle take places from each other and not
from people who answer. Strangers and people who are known have places of their own: no crowd of
strangers keeps a lead's upload out.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from stack.web.refusal import Refusal

GRACE = 1.0  # seconds
AGAIN = 30  # seconds after which a refused body may be tried again


@dataclass(slots=True)
class Crowd:
    """Places for slow bodies: so many from one address, so many altogether."""

    each: int
    altogether: int
    _taken: Counter[str] = field(default_factory=Counter)

    @contextmanager
    def place(self, address: str) -> Iterator[None]:
        if self._taken[address] >= self.each:
            slow = f"{self.each} slow requests from {address} are being read already."
            raise Refusal(429, slow, again=AGAIN)
        if self._taken.total() >= self.altogether:
            slow = f"{self.altogether} slow requests are being read already."
            raise Refusal(503, slow, again=AGAIN)
        self._taken[address] += 1
        try:
            yield
        finally:
            self._taken[address] -= 1
            if not self._taken[address]:
                del self._taken[address]


STRANGERS = Crowd(20, 200)
KNOWN = Crowd(100, 400)
