"""How long from the command to the first page, and from Ctrl-C to nothing left.

The peer is the floor: making a PostgreSQL data folder and waiting until its server answers, with
nothing of ours around it.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.table import Row, row, show
from foundation.home import CHECKOUT, Home
from stack.embedded import running_database

RUNS = 5
UP = [sys.executable, str(CHECKOUT / "manage.py"), "up", "--demo", "--port"]


@contextmanager
def new_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="truepool-bench-"))
    folder.chmod(0o755)  # PostgreSQL's own user has to pass through
    yield folder
    shutil.rmtree(folder)


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


def up_and_down(home: Path) -> tuple[float, float]:
    """Seconds until the sign-in page has come, and from the signal to the end of the process."""
    port = free_port()
    started = time.perf_counter()
    process = subprocess.Popen(
        [*UP, str(port)], env={**os.environ, "TRUEPOOL_HOME": str(home)}, stdout=subprocess.DEVNULL
    )
    while True:
        try:
            with urllib.request.urlopen(
                f"http://127.0.0.1:{port}/people/sign-in/", timeout=30
            ) as page:
                page.read()
            break
        except OSError:
            if process.poll() is not None:
                raise
            time.sleep(0.02)
    came = time.perf_counter()
    process.send_signal(signal.SIGINT)
    process.wait(60)
    return came - started, time.perf_counter() - came


def bare_database(folder: Path) -> float:
    started = time.perf_counter()
    with running_database(Home(folder), lambda _: None):
        return time.perf_counter() - started


def main() -> list[Row]:
    first, again, stop, bare = [], [], [], []
    for _ in range(RUNS):
        with new_folder() as folder:
            bare.append(bare_database(folder))
        with new_folder() as folder:
            first.append(up_and_down(folder)[0])
            seconds = up_and_down(folder)
            again.append(seconds[0])
            stop.append(seconds[1])
    floor = "a new PostgreSQL alone"
    return [
        row("a new home, to the sign-in page", first, floor, bare),
        row("the same home again", again, floor, bare),
        row("Ctrl-C, to the end of all processes", stop),
        row(floor, bare),
    ]


if __name__ == "__main__":
    show("Starting and stopping", main())
