"""Requests counted by view, method and status, with how long they took.

A web process counts in its own memory, and brings what is new to the broker every DELIVER_EVERY
seconds and when it ends, so that all processes of an instance, on all of its machines, add up to
one count whichever of them is asked (docs/decisions/0113). What the broker does not take is kept
for the next time.
"""

import json
import threading
from bisect import bisect_left
from collections import Counter
from secrets import token_hex
from typing import Any

from django.db import connection

from foundation.broker import NAMES_BEGIN_WITH, broker
from foundation.frozen import frozen

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
DELIVER_EVERY = 2.0
SILENT_AFTER = 30  # seconds after which a process that brings nothing has ended
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

TOTALS, PROCESSES = f"{NAMES_BEGIN_WITH}requests", f"{NAMES_BEGIN_WITH}webs"
# A delivery whose answer was lost comes again under its number, and is counted once.
TAKE = """
redis.call('HSET', KEYS[2], ARGV[1], redis.call('TIME')[1] .. ' ' .. ARGV[3])
if redis.call('GET', KEYS[3]) == ARGV[2] then return 0 end
for i = 4, #ARGV, 2 do redis.call('HINCRBY', KEYS[1], ARGV[i], ARGV[i + 1]) end
redis.call('SET', KEYS[3], ARGV[2], 'EX', 3600)
return 1
"""


@frozen
class RequestTotals:
    """requests: by view, method and status. durations: by view, how many took at most each of
    SECONDS and longer than the one before, and at last those that took longer than all; seconds: by
    view, altogether. processes: what each web process says of its pool."""

    requests: dict[tuple[str, str, str], int]
    durations: dict[str, list[int]]
    seconds: dict[str, float]
    processes: list[dict[str, int]]


class RequestCounts:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._new: Counter[str] = Counter()
        self._delivering = threading.Lock()
        self._name = token_hex(8)
        self._number = 0
        self._unanswered: Counter[str] = Counter()

    def add(self, view: str, method: str, status: int, seconds: float) -> None:
        method = method if method in METHODS else "other"
        with self._lock:
            self._new[f"{view}\t{method}\t{status}"] += 1
            self._new[f"{view}\t{bisect_left(SECONDS, seconds)}"] += 1
            self._new[f"{view}\tus"] += int(seconds * 1e6)

    def deliver(self) -> RequestTotals | None:
        """Brings what is new, and says what all have brought; None where the broker is away."""
        with self._delivering:
            if not self._unanswered:
                with self._lock:
                    self._unanswered, self._new = self._new, Counter()
                self._number += 1
            found = broker().ask(self._commands)
            if found is None:
                return None
            self._unanswered = Counter()
        now, totals, processes = found[1][0], found[2], found[3]
        heard = [value.split(" ", 1) for value in processes.values()]
        living = [json.loads(said) for at, said in heard if now - int(at) <= SILENT_AFTER]
        return counted(totals, living)

    def _commands(self, pipeline: Any) -> None:
        words = [self._name, self._number, json.dumps(pool())]
        words += [word for one in self._unanswered.items() for word in one]
        pipeline.eval(TAKE, 3, TOTALS, PROCESSES, f"{PROCESSES}:{self._name}", *words)
        pipeline.time()
        pipeline.hgetall(TOTALS)
        pipeline.hgetall(PROCESSES)


def counted(totals: dict[str, str], processes: list[dict[str, int]]) -> RequestTotals:
    requests: dict[tuple[str, str, str], int] = {}
    durations: dict[str, list[int]] = {}
    seconds: dict[str, float] = {}
    for field, text in totals.items():
        view, *rest = field.split("\t")
        if len(rest) == 2:
            requests[view, rest[0], rest[1]] = int(text)
        elif rest == ["us"]:
            seconds[view] = int(text) / 1e6
        else:
            durations.setdefault(view, [0] * (len(SECONDS) + 1))[int(rest[0])] = int(text)
    return RequestTotals(requests, durations, seconds, processes)


def pool() -> dict[str, int]:
    """How this process's connections to the database are used; empty where there is no pool."""
    if "pool" not in connection.settings_dict["OPTIONS"]:
        return {}
    found = connection.pool.get_stats()  # type: ignore[attr-defined]
    names = {"pool_size": "open", "pool_available": "free", "requests_waiting": "waiting"}
    return {ours: found.get(theirs, 0) for theirs, ours in names.items()}


COUNTS = RequestCounts()


class Deliveries(threading.Thread):
    """Brings the counts of a web process for as long as it lives."""

    def __init__(self) -> None:
        super().__init__(name="counts", daemon=True)
        self._over = threading.Event()

    def run(self) -> None:
        while not self._over.wait(DELIVER_EVERY):
            COUNTS.deliver()

    def end(self) -> None:
        self._over.set()
        COUNTS.deliver()
