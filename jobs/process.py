"""Which process works on a job, written so that others can ask about it.

`BOOT NAMESPACE PID START`: numbers of processes mean something within one boot of one machine and
one namespace (a container has its own), and are used again, so the process's start belongs to its
name.
"""

import os
from enum import Enum
from pathlib import Path

PROC = Path("/proc")
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
    return f"{is_here()}{pid} {_state_and_start(pid)[1]}"


def is_here() -> str:
    """What the names of all processes begin with that we can ask about."""
    return f"{_machine()} "


def life_of(name: str) -> Life:
    if not name.startswith(is_here()):
        return Life.UNKNOWN
    pid, start = (int(word) for word in name.split()[2:])
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return Life.ENDED
    except PermissionError:
        pass  # it is there, and another user's
    try:
        state, started = _state_and_start(pid)
    except OSError:
        return Life.UNKNOWN  # /proc may show a user only the user's own
    if started != start or state in "ZX":
        return Life.ENDED
    return Life.STOPPED if state == "T" else Life.RUNS


def memory_of(name: str) -> str:
    """What the process has written into its MEMORY; empty where that is closed to us."""
    try:
        for link in (PROC / name.split()[2] / "fd").iterdir():
            if MEMORY in str(link.readlink()):
                return link.read_text(errors="replace")
    except OSError:
        pass
    return ""


def _machine() -> str:
    boot = (PROC / "sys/kernel/random/boot_id").read_text().strip()
    return f"{boot} {(PROC / 'self/ns/pid').readlink()}"


def _state_and_start(pid: int) -> tuple[str, int]:
    """Fields 3 and 22 of proc(5); the name before them may hold spaces and brackets."""
    words = (PROC / str(pid) / "stat").read_text(errors="replace").rpartition(")")[2].split()
    return words[0], int(words[19])
