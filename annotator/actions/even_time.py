"""A rater's call takes a whole number of steps in a campaign that gives checks, so that its time
does not tell a check.

Both kinds do the same work, but a check's rows are others, and giving one out writes rows that
giving out another pair does not. What is left of that is shorter than a step. docs/decisions/0011
says why a step is as long as it is.
"""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connection

STEP_SECONDS = 0.02


@dataclass(slots=True)
class Clock:
    gives_checks: bool = False  # until the campaign is known


@contextmanager
def even_time() -> Iterator[Clock]:
    """Around a transaction, refused calls included. The wait holds neither its locks nor a
    connection; inside another transaction, which would hold both, there is none."""
    clock, began = Clock(), time.monotonic()
    try:
        yield clock
    finally:
        if clock.gives_checks and not connection.in_atomic_block:
            connection.close()
            steps = (time.monotonic() - began) / STEP_SECONDS
            time.sleep((math.ceil(steps) - steps) * STEP_SECONDS)
