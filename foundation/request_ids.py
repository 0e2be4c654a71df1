"""The number of the request that is being answered: in the answer's header, in each line of the
log, and in the rows of jobs that it began."""

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

HEADER = "X-Request-ID"
LONGEST = 64
WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{7,63}")  # nginx makes 32 digits of base 16

_current: ContextVar[str] = ContextVar("request_id", default="")


def request_id() -> str:
    """Empty where no request is being answered, and no job works that one began."""
    return _current.get()


def new_request_id(given: str = "") -> str:
    """The one that was given, where it is well formed; otherwise a fresh one."""
    return given if WELL_FORMED.fullmatch(given) else secrets.token_hex(16)


@contextmanager
def on_behalf_of(request: str) -> Iterator[None]:
    """What this thread logs inside is about that request. A thread that it starts says so again."""
    before = _current.set(request)
    try:
        yield
    finally:
        _current.reset(before)
