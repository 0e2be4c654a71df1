"""Run a program that reads what strangers sent: within limits, without an environment or a network,
never outliving its caller.

What a kernel allows differs: `what_holds` asks from inside what is kept from such a program on this
machine.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import BinaryIO

from foundation.frozen import frozen

CHILDREN = Path(__file__).parent / "children"
LAST_WORDS = 4096  # bytes kept of what it complained of
MOST_OUTPUT = 1024 * 1024
CHILDS_WORDS = 64 * 1024

# No proxies, no search paths, no locale of the caller's. One arena, because each reserves address
# space.
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "MALLOC_ARENA_MAX": "2",
    "OPENBLAS_NUM_THREADS": "1",
}


@frozen
class Bounds:
    seconds: float  # by the clock on the wall
    cpu_seconds: int
    memory: int  # bytes of address space
    file_bytes: int  # in any one file it writes
    open_files: int = 64


@frozen
class Ended:
    status: int  # as subprocess says it: negative is a signal
    output: bytes
    complaints: str
    late: bool  # stopped, because its time was over


def run_confined(command: list[str], bounds: Bounds, *, stdin: BinaryIO | None = None) -> Ended:
    """Starts the program, waits for it, and tells how it ended. It is killed when its time is over
    or its caller dies.

    What it writes goes to files, not to memory, and only so much of it is read. Raises OSError if
    there is no such program.
    """
    if not os.access(command[0], os.X_OK):
        raise FileNotFoundError(command[0])
    numbers = (os.getpid(), bounds.memory, bounds.cpu_seconds, bounds.file_bytes, bounds.open_files)
    confine = [sys.executable, "-I", "-S", str(CHILDREN / "confine.py"), *map(str, numbers)]
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as complaints:
        try:  # `run` also kills it if this process is interrupted
            status = subprocess.run(
                [*confine, *command],
                stdin=subprocess.DEVNULL if stdin is None else stdin,
                stdout=output,
                stderr=complaints,
                env=ENVIRONMENT,
                timeout=bounds.seconds,
                check=False,
                cwd="/",
            ).returncode
            late = status == -signal.SIGXCPU
        except subprocess.TimeoutExpired:
            status, late = -signal.SIGKILL, True
        output.seek(0)
        complaints.seek(max(0, complaints.seek(0, os.SEEK_END) - LAST_WORDS))
        last_words = complaints.read().decode(errors="replace").strip()
        return Ended(status, output.read(MOST_OUTPUT), last_words, late)


def what_holds() -> dict[str, bool]:
    """no_network: it has a network of its own with nothing in it. few_threads: their number is
    bounded, not only by memory."""
    bounds = Bounds(seconds=60, cpu_seconds=10, memory=2**30, file_bytes=CHILDS_WORDS)
    ended = run_confined([sys.executable, "-I", "-S", str(CHILDREN / "look.py")], bounds)
    found = json.loads(ended.output)
    network = found.pop("network")
    return {"no_network": network != Path("/proc/self/ns/net").readlink().name, **found}
