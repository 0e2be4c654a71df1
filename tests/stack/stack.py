"""Starts a whole Truepool as a person would, in a home of its own, and looks at it from outside."""

import atexit
import os
import queue
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

from foundation.env import SETTINGS
from foundation.home import CHECKOUT, Home
from tests.made_once import give_database, give_static_files

PATIENCE = 180  # for what must come; a machine with nothing else to do takes a few seconds


def new_home() -> Path:
    """Where PostgreSQL's own user can reach, and short enough for sockets; pytest's own folders are
    neither."""
    folder = Path(tempfile.mkdtemp(prefix="truepool-up-"))
    folder.chmod(0o755)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def migrated_home() -> Path:
    """One whose database has all its tables already, and whose static files are gathered, for tests
    of something else than a first start."""
    folder = new_home()
    give_database(folder)
    give_static_files(folder)
    return folder


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return trial.getsockname()[1]


def clean_environment(home: Path, **more: str) -> dict[str, str]:
    names = {setting.name for setting in SETTINGS} | {
        f"{setting.name}_FILE" for setting in SETTINGS
    }
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in names and not name.startswith(("PYTEST", "TESTS_"))
    }
    return {**kept, "TRUEPOOL_HOME": str(home), **more}


def manage(
    home: Path, *words: str, given: str | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(CHECKOUT / "manage.py"), *words],
        env=clean_environment(home, **more),
        input=given,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE * 2,
        cwd="/",
    )


def processes_of(home: Home) -> dict[int, str]:
    """All that belong to this home, number -> command line: by their environment, or, for servers
    that write their title over it, by their working folder."""
    wanted = f"TRUEPOOL_HOME={home.root}".encode()
    places = {home.run, (home.root / "postgres" / "data").resolve()}
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (
                (folder / "cmdline")
                .read_bytes()
                .replace(b"\0", b" ")
                .decode(errors="replace")
                .strip()
            )
            ours = (
                wanted in (folder / "environ").read_bytes().split(b"\0")
                or (folder / "cwd").readlink() in places
            )
        except OSError:
            continue
        if (
            ours and command
        ):  # a process that has ended and only waits to be noticed has no command line
            found[int(folder.name)] = command
    return found


class Stack:
    def __init__(self, home: Path, *words: str, as_user: dict | None = None, **more: str) -> None:
        self.home = Home(home)
        self.port = free_port()
        self.said: list[str] = []
        self._lines: queue.Queue[str | None] = queue.Queue()
        self.process = subprocess.Popen(
            [sys.executable, str(CHECKOUT / "manage.py"), "up", "--port", str(self.port), *words],
            env=clean_environment(home, **more),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd="/",
            **(as_user or {}),
        )
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self.process.stdout:
            self._lines.put(line.rstrip())
        self._lines.put(None)

    def hear(self, words: str) -> str:
        """Waits until a line with these words is printed, and returns it."""
        deadline = time.monotonic() + PATIENCE
        while True:
            line = self._lines.get(timeout=max(0.1, deadline - time.monotonic()))
            assert line is not None, f"it ended before it said {words!r}: {self.said}"
            self.said.append(line)
            if words in line:
                return line

    def get(self, path: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(
                f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE
            ) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def until_answers(self, path: str, status: int = 200) -> str:
        return until(lambda: (answer := self._try(path))[0] == status and answer[1])

    def _try(self, path: str) -> tuple[int, str]:
        try:
            return self.get(path)
        except OSError as error:
            return 0, str(error)

    def processes(self) -> dict[int, str]:
        return processes_of(self.home)

    def named(self, part: str) -> set[int]:
        """The processes of this home whose command line has this word."""
        return {
            number
            for number, command in self.processes().items()
            if part in command and "manage.py" not in command
        }

    def kill(self, part: str, how: signal.Signals = signal.SIGKILL) -> int:
        """Kills the first of them alone: the head of its family."""
        pid = min(self.named(part))
        os.kill(pid, how)
        return pid

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)

    def clear(self) -> None:
        """Whatever a failed test left running is ended here, by number."""
        for _ in range(50):
            left = self.processes()
            if not left:
                break
            for pid in left:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            time.sleep(0.1)
        place = (self.home.root / "postgres").resolve()
        shutil.rmtree(self.home.root, ignore_errors=True)
        if self.home.root not in place.parents:
            shutil.rmtree(place, ignore_errors=True)


def until(holds):
    deadline = time.monotonic() + PATIENCE
    while not (result := holds()):
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.1)
    return result
