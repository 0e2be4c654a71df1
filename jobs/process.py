"""Which process works on a job, written so that others can ask about it.

`BOOT NAMESPACE PID START`: numbers of processes mean something within one boot of one machine and
one namespace (a container has its own), and are used again, so the process's start belongs to its
name.
"""

import os
from enum import Enum
from pathlib import Path

PROC = Path("/proc")
STATE, SESSION, IN_USER_MODE, IN_KERNEL, STARTED = 0, 3, 11, 12, 19  # of fields_of
MEMORY = "truepool-stack"  # what jobs/stack.py writes into, as /proc names it


class Life(Enum):
    RUNS = "runs"
    ENDED = "ended"
    STOPPED = "stopped"  # by SIGSTOP, say: it does nothing until it is sent SIGCONT
    UNKNOWN = "unknown"  # on another machine, or closed to us


def own_name() -> str:
    """Asked in each process, because workers fork."""
    return name_of(os.getpid())


def name_of(pid: int) -> str:
    return f"{is_here()}{pid} {fields_of(pid)[STARTED]}"


def is_here() -> str:
    """What the names of all processes begin with that we can ask about."""
    boot = (PROC / "sys/kernel/random/boot_id").read_text().strip()
    return f"{boot} {(PROC / 'self/ns/pid').readlink()} "


def life_of(name: str) -> Life:
    if not name.startswith(is_here()):
        return Life.UNKNOWN
    pid, start = int(name.split()[2]), name.split()[3]
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return Life.ENDED
    except PermissionError:
        pass  # it is there, and another user's
    try:
        now = fields_of(pid)
    except OSError:
        return Life.UNKNOWN  # /proc may show a user only the user's own
    if now[STARTED] != start or now[STATE] in "ZX":
        return Life.ENDED
    return Life.STOPPED if now[STATE] == "T" else Life.RUNS


def memory_of(name: str) -> str:
    """What the process has written into its MEMORY; empty where that is closed to us."""
    try:
        for link in (PROC / name.split()[2] / "fd").iterdir():
            if MEMORY in str(link.readlink()):
                return link.read_text(errors="replace")
    except OSError:
        pass
    return ""


def fields_of(pid: int) -> list[str]:
    """Those of proc(5) from the third on; the name before them may hold spaces and brackets."""
    return (PROC / str(pid) / "stat").read_text(errors="replace").rpartition(")")[2].split()
