"""Real processes for rows to name."""

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from jobs.process import name_of
from tests.jobs.conftest import wait_until


@contextmanager
def a_process() -> Iterator[subprocess.Popen]:
    process = subprocess.Popen(["sleep", "600"])
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def one_that_ended() -> str:
    with a_process() as process:
        return name_of(process.pid)


def one_elsewhere() -> str:
    """On a machine that was started another time; it has the number of one that runs here."""
    here = name_of(1).split()
    return " ".join(["00000000-0000-4000-8000-000000000000", *here[1:]])


def stop(process: subprocess.Popen) -> None:
    process.send_signal(signal.SIGSTOP)
    wait_until(lambda: " T " in Path(f"/proc/{process.pid}/stat").read_text())
