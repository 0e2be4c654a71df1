"""Where invitations lead beyond the account that they make: packages further up, which people does
not know, register it here.

    ONWARD.register(Onward(names=..., enter=..., welcome=...))
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from people.actor import Actor
from people.models import Invitation, User


@dataclass(frozen=True, slots=True)
class Welcome:
    """What somebody who has just joined sees: a page, and a sentence on it."""

    address: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Onward:
    """names: by the invitation's number, what those that lead further lead into. enter: called in
    the transaction that uses an invitation. welcome: None where it does not lead further."""

    names: Callable[[Sequence[Invitation]], dict[int, str]]
    enter: Callable[[Actor, Invitation, User], None]
    welcome: Callable[[Invitation], Welcome | None]


class OnwardRegistry:
    def __init__(self) -> None:
        self._known: list[Onward] = []

    def register(self, onward: Onward) -> None:
        if onward not in self._known:
            self._known.append(onward)

    def names(self, invitations: Sequence[Invitation]) -> dict[int, str]:
        """Asked once for a whole list."""
        found: dict[int, str] = {}
        for onward in self._known:
            found |= onward.names(invitations)
        return found

    def enter(self, actor: Actor, invitation: Invitation, person: User) -> None:
        for onward in self._known:
            onward.enter(actor, invitation, person)

    def welcome(self, invitation: Invitation) -> Welcome | None:
        found = (onward.welcome(invitation) for onward in self._known)
        return next((one for one in found if one is not None), None)


ONWARD = OnwardRegistry()
