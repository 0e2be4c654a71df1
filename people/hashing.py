"""Passwords take long to hash, on purpose; a request that waits holds a thread, and no more.

All doors come here: the sign-in page, the admin site, a changed password, an invitation, commands.
A connection to the database goes back before; a process has ten, and 64 people who sign in at once
would keep them all from everybody else. Only few are hashed at a time, so that the processors are
left to others; a few more wait for that, and a further one is refused at once.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from math import ceil
from typing import Any, Literal

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import connection
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from foundation.refused import Refused

AT_ONCE = 16  # of a web process's 32 threads
COMPUTING = 2
AGAIN = timedelta(seconds=3)

Kind = Literal["name", "address", "link", "token", "busy"]


class LockedOut(Refused):
    """Too many wrong passwords, links or tokens came from here. Wait, and try again."""

    status = 429

    def __init__(self, kind: Kind, until: datetime) -> None:
        """kind: what was guessed at too often, or that too much is asked at once. until: nobody is
        heard here before then."""
        super().__init__()
        self.kind = kind
        self.until = until

    @property
    def seconds(self) -> int:
        return max(1, ceil((self.until - timezone.now()).total_seconds()))


_places = threading.BoundedSemaphore(AT_ONCE)
_computing = threading.BoundedSemaphore(COMPUTING)
_held = threading.local()


@contextmanager
def place_for_a_password() -> Iterator[None]:
    """One for each thread: who has it may ask for it again. Raises LockedOut if there is none."""
    if getattr(_held, "by_this_thread", False):
        yield
        return
    if not _places.acquire(blocking=False):
        raise LockedOut("busy", timezone.now() + AGAIN)
    _held.by_this_thread = True
    try:
        yield
    finally:
        _held.by_this_thread = False
        _places.release()


def give_connection_back() -> None:
    """Gives the connection back to the pool, if there is one (in the web process) and no
    transaction needs it. The next query takes another."""
    if "pool" in connection.settings_dict["OPTIONS"] and not connection.in_atomic_block:
        connection.close()


class Hasher(PBKDF2PasswordHasher):
    """Django's own; only when and how many at a time is ours."""

    @sensitive_variables("password")
    def encode(self, password: str, salt: str, iterations: int | None = None) -> Any:
        with place_for_a_password():
            give_connection_back()
            with _computing:
                return super().encode(password, salt, iterations)
