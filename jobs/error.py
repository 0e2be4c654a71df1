"""What went wrong, in a form that a row can keep and a page can show."""

import json
import traceback
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded

from foundation.frozen import frozen
from foundation.refused import Refused
from foundation.words import sentence

LONGEST_MESSAGE = 2_000


@frozen
class Trouble:
    """`traceback` is for administrators; empty where the message says it all."""

    type: str
    message: str
    details: Any = None
    traceback: str = ""


def trouble_of(error: BaseException) -> Trouble:
    """`details` are the exception's own, as JSON; what JSON does not know is written as text."""
    message = storable(str(error))[:LONGEST_MESSAGE] or sentence("It gave no reason.")
    if isinstance(error, SoftTimeLimitExceeded):
        message = sentence("It ran longer than any job may.")
    own = json.loads(json.dumps(getattr(error, "details", None), default=str))
    expected = isinstance(error, Refused)
    trace = "" if expected else storable("".join(traceback.format_exception(error)))
    return Trouble(type(error).__name__, message, _clean(own), trace)


def storable(text: str) -> str:
    """PostgreSQL keeps neither NUL nor half a surrogate pair, and the words of an error may quote
    any input."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()


def _clean(value: Any) -> Any:
    match value:
        case str():
            return storable(value)
        case list():
            return [_clean(item) for item in value]
        case dict():
            return {storable(key): _clean(item) for key, item in value.items()}
    return value
