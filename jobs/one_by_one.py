"""Working through many, one by one: what one of them raises is its own failure, and the others are
still done.

failures = Failures(expected=(Refused,))
for campaign in campaigns:
    with failures.of(str(campaign)):
        measure(campaign)
return {"measured": len(campaigns) - failures.count, **failures.as_json()}

Some errors are not the fault of the one at which they appear: the next would meet them as well, and
the job ends with them (`stops_the_job`). A transaction that one of them broke has to be its own:
give each a `transaction.atomic()` inside `of`.
"""

import errno
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from celery.exceptions import SoftTimeLimitExceeded
from django.db import InterfaceError, OperationalError
from psycopg.errors import ProgramLimitExceeded

from foundation.integrity import Rebuilt
from jobs.claims import Cancelled, ClaimLost
from jobs.error import storable
from jobs.kinds import JobFailure, Result

logger = logging.getLogger(__name__)

MOST_SHOWN = 200
LONGEST_REASON = 500
# The disk is full or may only be read; this process or this machine has too many files open.
MACHINE = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EMFILE, errno.ENFILE}


class NotItsFault(JobFailure):
    """Raised at one of many for a cause that would meet all the others too: the job ends, and its
    owner reads why."""


def stops_the_job(error: Exception) -> bool:
    """Somebody wants it to stop, the database is lost, or this machine cannot go on."""
    if isinstance(error, OperationalError):
        return not isinstance(
            error.__cause__, ProgramLimitExceeded
        )  # a value too large for an index: its row's own fault
    if isinstance(error, OSError):
        return error.errno in MACHINE
    return isinstance(
        error, NotItsFault | Cancelled | ClaimLost | SoftTimeLimitExceeded | InterfaceError
    )


def plain_reason(error: Exception, expected: tuple[type[Exception], ...] = ()) -> str:
    """A reason in words for the person who asked; what only a developer can read is in the log."""
    if isinstance(error, (JobFailure, *expected)):
        return storable(str(error))[:LONGEST_REASON]
    if isinstance(error, MemoryError):
        return "There was not enough memory for it."
    if isinstance(error, RecursionError):
        return "It is nested too deeply."
    if isinstance(error, OSError) and error.strerror:
        return f"This machine said: {error.strerror}."
    return f"Something unexpected went wrong ({type(error).__name__}); the log says more."


class Failures:
    """Those of a job's many that failed: how many, and of the first ones the name and the
    reason."""

    def __init__(self, *, expected: tuple[type[Exception], ...] = ()) -> None:
        self.count = 0
        self.lines: list[str] = []
        self._expected = expected

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            if stops_the_job(error):
                raise
            self.add(name, error)

    def add(self, name: str, error: Exception) -> None:
        if not isinstance(error, (JobFailure, *self._expected)):
            logger.error("%s failed, and the others go on", storable(name), exc_info=error)
        self.count += 1
        if len(self.lines) < MOST_SHOWN:
            self.lines.append(f"{storable(name)}: {plain_reason(error, self._expected)}")

    def join(self, others: Rebuilt) -> None:
        """Counts those of another working-through with these."""
        self.count += others.count
        self.lines = [*self.lines, *others.lines][:MOST_SHOWN]

    def as_json(self) -> Result:
        """The failures for the job's result: nothing if nothing failed."""
        return {"failed": self.count, "failures": self.lines} if self.count else {}
