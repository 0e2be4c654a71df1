"""Set limits to this process, then become the program that is to run within them.

`confine.py PARENT MEMORY CPU_SECONDS FILE_BYTES OPEN_FILES PROGRAM ARGUMENT...`

A step of its own, because setting limits between fork and exec in a process with threads may deadlock.
"""

import ctypes
import os
import resource
import signal
import sys

PR_SET_PDEATHSIG = 1
NICER = 5  # pages come before background work


def limit(what: int, value: int) -> None:
    """Never more than is already allowed: raising a hard limit is for root."""
    _, hard = resource.getrlimit(what)
    allowed = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(what, (allowed, allowed))


def main() -> None:
    parent, memory, cpu, file_bytes, open_files = map(int, sys.argv[1:6])
    command = sys.argv[6:]
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it died before it could be watched
        sys.exit(1)
    os.nice(NICER)
    limit(resource.RLIMIT_CORE, 0)
    limit(resource.RLIMIT_CPU, cpu)
    limit(resource.RLIMIT_FSIZE, file_bytes)
    limit(resource.RLIMIT_NOFILE, open_files)
    limit(resource.RLIMIT_AS, memory)
    os.execv(command[0], command)  # noqa: S606


main()
