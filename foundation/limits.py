"""How often somebody may ask within a minute, over all web processes of an instance on all of its
machines.

A minute begins with the first request that is counted. The counts are in the broker's memory;
while it is away, each process counts for itself in its cache. They keep a script that runs wild
from taking the site from everybody else, and guard no secret.
"""

import time
from typing import Any

from django.core.cache import cache

from foundation.broker import NAMES_BEGIN_WITH, broker

MINUTE = 60


def seconds_to_wait(counted: str, most: int) -> float:
    """Counts a request; 0 where it is one of the `most` of its minute. counted: for what, and of
    whom."""
    key = f"{NAMES_BEGIN_WITH}limit:{counted}"

    def count(pipeline: Any) -> None:
        pipeline.set(key, 0, ex=MINUTE, nx=True)
        pipeline.incr(key)
        pipeline.pttl(key)

    found = broker().ask(count)
    times, left = _count_here(key) if found is None else (found[1], found[2] / 1_000)
    return 0.0 if times <= most else max(left, 0.001)


def _count_here(key: str) -> tuple[int, float]:
    now = time.time()
    until = cache.get_or_set(f"{key}:until", now + MINUTE, MINUTE) or now
    cache.add(key, 0, until - now)
    try:
        return cache.incr(key), until - now
    except ValueError:  # its minute ended between the two
        return 1, 0.0
