"""Where invitations lead beyond the account that they make: a package further up, which people does
not know, registers it here.

    ONWARD.register(Onward(names=..., enter=..., welcome=...))
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from foundation.frozen import frozen
from people.actor import Actor
from people.models import Invitation, User


@frozen
class Welcome:
    """What somebody who has just joined sees: a page, and a sentence on it."""

    address: str
    sentence: str


@dataclass(slots=True)
class Onward:
    """names: by the invitation's number, what those that lead further lead into; asked once for a
    whole list. enter: called in the transaction that uses an invitation. welcome: None where it
    does not lead further."""

    names: Callable[[Sequence[Invitation]], dict[int, str]] = lambda _: {}
    enter: Callable[[Actor, Invitation, User], None] = lambda *_: None
    welcome: Callable[[Invitation], Welcome | None] = lambda _: None

    def register(self, known: "Onward") -> None:
        self.names, self.enter, self.welcome = known.names, known.enter, known.welcome


ONWARD = Onward()
