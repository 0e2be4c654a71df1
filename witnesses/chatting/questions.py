"""A question on a pair and what came of it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from foundation.frozen import frozen
from foundation.refused import Refused
from witnesses.chatting.pacing import Purse

GIVEN, REFUSED, UNPARSABLE, FAILED = "given", "refused", "unparsable", "failed"
LONGEST_ANSWER = 2000


@frozen
class PairQuestion:
    """frames: JPEG files. turned: with the frames and the scale the other way round."""

    caption: str
    frames: tuple[bytes, ...]
    turned: bool = False


@frozen
class Reply:
    """answer: as it came, or why there is none. read, written: tokens."""

    status: str
    value: float | None = None
    answer: str = ""
    read: int = 0
    written: int = 0
    ms: int = 0


# None: nothing came for a second, and whoever waits may look whether to go on.
Arrived = tuple[int, Reply] | None


class Stops(Refused):
    """Nothing more can be asked."""


class Asker(Protocol):
    @property
    def identity(self) -> Mapping[str, Any]:
        """All that can change what it answers; whole once it has answered."""

    def ask(self, questions: Sequence[PairQuestion], purse: Purse) -> Iterator[Arrived]:
        """The place of each question with its reply, as they come. Those that were not asked any
        more have none. Raises Stops after the last reply."""

    def halt(self) -> None:
        """Asks no further question; what is under way may end."""


class AskingAdapter(Protocol):
    """opened: by the settings that a tryout keeps, and of a witness what it is known by."""

    name: str

    def opened(
        self, settings: Mapping[str, Any], known: Mapping[str, Any] | None
    ) -> AbstractContextManager[Asker]: ...
