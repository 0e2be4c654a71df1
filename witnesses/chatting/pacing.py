"""How fast a service is asked, when again, and when no more."""

import random
import threading
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import inf

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 120.0
MOST_TRIES = 6  # the first, and five more
IN_A_ROW = 20
# Seconds for which no connection may be made: until a tryout, and a hearing, ends. A hearing holds
# its worker meanwhile, so it does not wait for long; a lead who reads why it ended goes on with it.
TRYING, HEARING = 3.0, 60.0
SILENT_TRIES = 2  # what is sent and not answered is waited for as long as so many tries take


class Bucket:
    """So many a minute, evenly, and a handful at once. 0: as many as come."""

    def __init__(self, per_minute: int, burst: int) -> None:
        self._every = 60 / per_minute if per_minute else 0.0
        self._burst = burst
        self._next = 0.0
        self._lock = threading.Lock()

    def wait(self, over: threading.Event) -> None:
        with self._lock:
            now = time.monotonic()
            self._next = max(self._next, now - self._every * self._burst) + self._every
            pause = self._next - now
        if pause > 0:
            over.wait(pause)


class Breaker:
    """Opens after so many failures in a row."""

    def __init__(self) -> None:
        self._count = 0
        self._lock = threading.Lock()

    def counts(self, *, failed: bool) -> bool:
        """Whether it is open by now."""
        with self._lock:
            self._count = self._count + 1 if failed else 0
            return self._count >= IN_A_ROW


class Patience:
    """How long a service may be away, or silent, before it is asked no more."""

    def __init__(self, away: float, silent: float) -> None:
        self._away, self._silent = away, max(away, silent)
        self._since: float | None = None
        self._lock = threading.Lock()

    def answered(self) -> None:
        with self._lock:
            self._since = None

    def is_over(self, begun: float, *, sent: bool) -> bool:
        """After a try that began then, and had no answer."""
        with self._lock:
            self._since = begun if self._since is None else min(self._since, begun)
            waited = time.monotonic() - self._since
        return waited >= (self._silent if sent else self._away)


class Purse:
    """What a batch may spend on asking again where an answer got lost: what the budget has beside
    the first try of each question."""

    def __init__(self, tokens: float = inf, seconds: float = inf) -> None:
        self._tokens, self._until = tokens, time.monotonic() + seconds
        self._lock = threading.Lock()

    def pays(self, tokens: int) -> bool:
        with self._lock:
            if self._tokens < tokens or time.monotonic() >= self._until:
                return False
            self._tokens -= tokens
            return True


def pause_before(again: int, headers: Mapping[str, str]) -> float:
    """Seconds before the next try: what the service asked for, else longer each time, and never
    the same for all who wait."""
    asked = _seconds_of(headers.get("retry-after", ""))
    usual: float = FIRST_PAUSE * 2 ** (again - 1)
    pause = usual if asked is None else asked
    return min(LONGEST_PAUSE, pause + random.uniform(0, usual / 2))  # noqa: S311  (no secret)


def _seconds_of(words: str) -> float | None:
    if words.isascii() and words.isdigit() and len(words) < 10:
        return float(words)
    try:
        until = parsedate_to_datetime(words)
    except (TypeError, ValueError):
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max(0.0, (until - datetime.now(UTC)).total_seconds())
