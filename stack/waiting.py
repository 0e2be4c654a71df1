"""What a start is waiting for, said every ten seconds: a busy machine takes its time, and a start
that is given up would only have to be made again."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from foundation.frozen import frozen
from jobs.process import IN_KERNEL, IN_USER_MODE, PROC, SESSION, STATE, fields_of
from stack.database_place import Say

SAY_EVERY = 10.0
TICKS = os.sysconf("SC_CLK_TCK")


@contextmanager
def saying_what_lasts(
    say: Say, what: str, session: Callable[[], int | None] = lambda: None
) -> Iterator[None]:
    """what: `the web is starting`. session: of the processes that are waited for."""
    over = threading.Event()
    begun = time.monotonic()

    def tell() -> None:
        while not over.wait(SAY_EVERY):
            seconds = time.monotonic() - begun
            say(f"{what[0].upper()}{what[1:]}: {seconds:.0f} s so far{how_it_goes(session())}.")

    teller = threading.Thread(target=tell, name="what-lasts", daemon=True)
    teller.start()
    try:
        yield
    finally:
        over.set()
        teller.join()


def how_it_goes(session: int | None) -> str:
    busy = f"the machine's load is {os.getloadavg()[0]:.0f} on {os.cpu_count()} processors"
    if session is None:
        return f"; {busy}"
    family = family_of(session)
    stopped = [str(one.pid) for one in family if one.state == "T"]
    if stopped:
        return f"; stopped by somebody: process {', '.join(stopped)} (kill -CONT lets it continue)"
    computed = sum(one.ticks for one in family) / TICKS
    return f", {computed:.1f} s of them at a processor; {busy}"


@frozen
class Relative:
    pid: int
    state: str  # one letter: T is stopped
    ticks: int  # of a processor


def family_of(session: int) -> list[Relative]:
    """The processes of a session. See proc(5)."""
    found = []
    for path in PROC.glob("[0-9]*"):
        with suppress(OSError):  # it has just ended
            now = fields_of(int(path.name))
            if int(now[SESSION]) == session:
                ticks = int(now[IN_USER_MODE]) + int(now[IN_KERNEL])
                found.append(Relative(int(path.name), now[STATE], ticks))
    return found
