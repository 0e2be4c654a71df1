"""What pages do with a refusal: it becomes a message, or an error of a form (foundation/asking)."""

from collections.abc import Callable
from types import TracebackType

from django.contrib import messages
from django.http import HttpRequest

from foundation.refused import Refused


class Handed:
    """A `with` whose body ends at an exception of these kinds, which is handed on.

    A class, for its `__exit__` says by its type that what comes after the `with` is reached.
    """

    def __init__(self, on: Callable[[Exception], None], *kinds: type[Exception]) -> None:
        self.on = on
        self.kinds = kinds

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        raised: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if not isinstance(raised, self.kinds):
            return False
        self.on(raised)
        return True


def refusals_shown(request: HttpRequest) -> Handed:
    """What is refused inside is a message on the next page; what follows inside is left out."""
    return Handed(lambda refused: messages.error(request, str(refused)), Refused)
