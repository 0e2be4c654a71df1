"""What an attempt is doing that makes no progress: its stack, taken without stopping it.

Usually the heart reads it. Where a call in C keeps the interpreter to itself no Python runs in the
process, and the heart cannot either; so each of its beats winds up a timer of faulthandler, which
needs no interpreter, and writes into memory that others on the machine read under /proc. (A file
would need a place, which a container may not have, and room on the disk.)
"""

import faulthandler
import logging
import os
import sys
import traceback

from jobs import pace
from jobs.models import Job
from jobs.process import MEMORY

logger = logging.getLogger(__name__)

LONGEST = 20_000  # characters; the innermost calls come last


class StackTimer:
    def __init__(self) -> None:
        self._memory = os.memfd_create(MEMORY)
        self.wind()

    def wind(self) -> None:
        """Winds the timer up until the next time: what it wrote meanwhile is forgotten."""
        faulthandler.dump_traceback_later(pace.STUCK_AFTER.total_seconds(), file=self._memory)
        os.ftruncate(self._memory, 0)
        os.lseek(self._memory, 0, os.SEEK_SET)

    def close(self) -> None:
        faulthandler.cancel_dump_traceback_later()
        os.close(self._memory)


def stack_of(thread: int) -> str:
    frame = sys._current_frames().get(thread)  # noqa: SLF001  (the one way to another thread's frames)
    return "".join(traceback.format_stack(frame))[-LONGEST:] if frame else ""


def say_stuck(job: Job, stack: str) -> None:
    logger.warning(
        "Job %s (%s) has reported nothing new for %.0f minutes. Its process lives. It is at:\n%s",
        job.pk,
        job.kind,
        pace.STUCK_AFTER.total_seconds() / 60,
        stack,
    )
