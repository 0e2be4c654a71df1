"""How a program ends whose reader is gone, whose output has no room, or which somebody stops: in
one line at most.

Knows neither Django nor a database, so that every program can begin with it.
"""

import os
import signal
import sys
from collections.abc import Callable

from foundation.disk import is_full

READER_GONE = 128 + signal.SIGPIPE  # as a shell tells it of programs that the signal itself ends
INTERRUPTED = 128 + signal.SIGINT


def ending_in_a_line(main: Callable[[], int | None]) -> int:
    """The exit status. What `main` prints is out when this returns: the interpreter has nothing
    left to complain of."""
    if sys.stdout is None:  # closed by whoever started us (>&-)
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115  (for as long as the process lives)
    try:
        try:
            return main() or 0
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # `| head` has seen enough: no mistake, so no words
        _none_reads()
        return READER_GONE
    except KeyboardInterrupt:
        print(  # noqa: T201
            "\nerror: interrupted" if sys.stderr.isatty() else "error: interrupted", file=sys.stderr
        )
        return INTERRUPTED
    except OSError as error:
        if not is_full(error) or error.filename:
            raise
        _none_reads()
        print(f"error: the output cannot be written: {error.strerror}", file=sys.stderr)  # noqa: T201
        return 1


def _none_reads() -> None:
    """Or the interpreter would try once more to write what it still holds, and complain."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
