"""What went wrong, in a form that a row can keep and a page can show."""

import json
import traceback
from dataclasses import asdict, dataclass
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded

from foundation.refused import Refused
from foundation.words import sentence

LONGEST_MESSAGE = 2_000


@dataclass(frozen=True, slots=True)
class Trouble:
    """`traceback` is for administrators; empty where the message says it all."""

    type: str
    message: str
    details: Any = None
    traceback: str = ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def trouble_of(error: BaseException) -> Trouble:
    expected = isinstance(error, Refused)
    if isinstance(error, SoftTimeLimitExceeded):
        message = sentence("It ran longer than any job may.")
    else:
        message = storable(str(error))[:LONGEST_MESSAGE] or sentence("It gave no reason.")
    trace = "" if expected else storable("".join(traceback.format_exception(error)))
    return Trouble(type(error).__name__, message, _details(error), trace)


def storable(text: str) -> str:
    """PostgreSQL keeps neither NUL nor half a surrogate pair, and the words of an error may quote
    any input."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()


def _details(error: BaseException) -> Any:
    """The exception's own `details`, as JSON; what JSON does not know is written as text."""
    details = getattr(error, "details", None)
    return None if details is None else _clean(json.loads(json.dumps(details, default=str)))


def _clean(value: Any) -> Any:
    match value:
        case str():
            return storable(value)
        case list():
            return [_clean(item) for item in value]
        case dict():
            return {storable(key): _clean(item) for key, item in value.items()}
    return value
