"""A job or a command in a process of its own: how long it took there, and its peak memory.

The seconds leave out the start of Python and Django, which a worker has behind it.
"""

import io
import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connection

from bench.stage import world  # noqa: F401  (sets Django up)
from bench.stage.processor import database_seconds, own_seconds
from foundation.home import CHECKOUT
from jobs.inline import run_job_here
from people.actor import COMMAND


@dataclass(frozen=True, slots=True)
class Measured:
    seconds: float
    megabytes: float
    own: float  # seconds of processor time, of the job alone and of programs that it starts
    with_start: float  # seconds from the beginning of the process to its end
    database: float  # seconds of processor time of PostgreSQL meanwhile
    result: dict[str, Any]


def measured_job(kind: str, **arguments: Any) -> Measured:
    """Called by the process that measures."""
    return _measured("job", kind, arguments)


def measured_command(name: str, *arguments: str) -> Measured:
    """A command of manage.py that prints its result as JSON. Called by the process that
    measures."""
    return _measured("command", name, arguments)


def _measured(what: str, *order: Any) -> Measured:
    command = [sys.executable, "-m", "bench.stage.child", json.dumps([what, *order])]
    started, before = time.perf_counter(), database_seconds()
    done = subprocess.run(command, cwd=CHECKOUT, check=True, stdout=subprocess.PIPE)
    lasted, spent = time.perf_counter() - started, database_seconds() - before
    return Measured(with_start=lasted, database=spent, **json.loads(done.stdout))


def peak_megabytes() -> float:
    """Of this program alone: getrusage's figure begins with that of the process that started it."""
    (peak,) = (
        line
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines()
        if line.startswith("VmHWM:")
    )
    return int(peak.split()[1]) * 1024 / 1e6


def run_command(name: str, arguments: list[str]) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(
        call_command(name, *arguments, json=True, stdout=io.StringIO())
    )
    return told


def main() -> None:
    what, name, arguments = json.loads(sys.argv[1])
    connection.ensure_connection()
    started, before = time.perf_counter(), own_seconds()
    if what == "job":
        result = run_job_here(name, actor=COMMAND, **arguments)
    else:
        result = run_command(name, arguments)
    seconds, own = time.perf_counter() - started, own_seconds() - before
    told = {"seconds": seconds, "megabytes": peak_megabytes(), "own": own, "result": result}
    print(json.dumps(told))


if __name__ == "__main__":
    main()
