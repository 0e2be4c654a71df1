"""One process that the supervisor looks after: started on a leash, its words kept in a log,
restarted with back-off."""

import json
import logging
import logging.handlers
import os
import pwd
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from stack.database_place import running_as

LEASH = Path(__file__).with_name("leash.py")
LOG_BYTES, LOG_FILES = 10_000_000, 5
FIRST_PAUSE, LONGEST_PAUSE, LONG_ENOUGH = 1.0, 30.0, 60.0


class PatientFile(logging.handlers.RotatingFileHandler):
    """A full disk loses lines; it never stops the process that writes them."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  (the standard library's name)
        pass


class Log:
    """A rotating file of JSON lines."""

    def __init__(self, folder: Path, name: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.name = name
        self._file = PatientFile(
            folder / f"{name}.log", maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8"
        )

    def write(self, line: str) -> None:
        """A line that is JSON already (our own processes') is kept as it is; others' become the
        message of one."""
        if not line.startswith("{"):
            at = datetime.now(UTC).isoformat(timespec="milliseconds")
            line = json.dumps({"at": at, "process": self.name, "message": line}, ensure_ascii=False)
        self._file.emit(logging.LogRecord(self.name, logging.INFO, "", 0, line, None, None))

    def close(self) -> None:
        self._file.close()


class Child:
    """`look()` is called again and again by the supervisor's loop: it notices an end, says it, and
    starts anew in time."""

    def __init__(
        self, name: str, command: Sequence[str], environment: Mapping[str, str], log: Log
    ) -> None:
        self.name, self.log = name, log
        self.command, self.environment = list(command), dict(environment)
        self.user: pwd.struct_passwd | None = None  # whoever we are
        self.process: subprocess.Popen[bytes] | None = None
        self.before_start: Callable[[], None] = lambda: None
        self._pause = FIRST_PAUSE
        self._started = 0.0
        self._start_again = 0.0

    def start(self) -> None:
        """Starts the child in a session of its own, so that a Ctrl-C reaches only the supervisor,
        and the whole family can be ended at once."""
        self.before_start()
        self._started = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-S", "-E", str(LEASH), str(os.getpid()), *self.command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            **self._run_as,
        )
        assert self.process.stdout is not None  # noqa: S101  (a pipe was asked for)
        threading.Thread(target=self._keep_words, args=(self.process.stdout,), daemon=True).start()

    @property
    def _run_as(self) -> dict[str, Any]:
        """Keywords for Popen. Our own working folder and home may be closed to that user."""
        if self.user is None:
            return {"env": self.environment}
        name = self.user.pw_name
        environment = {**self.environment, "HOME": "/", "USER": name, "LOGNAME": name}
        return {**running_as(self.user), "env": environment, "cwd": "/"}

    def _keep_words(self, stream: IO[bytes]) -> None:
        for line in stream:
            self.log.write(line.decode("utf-8", "replace").rstrip())

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def session(self) -> int | None:
        """The session of it and all its descendants."""
        return self.process.pid if self.process is not None else None

    def look(self, say: Callable[[str], None]) -> None:
        now = time.monotonic()
        if self.runs:
            if now - self._started > LONG_ENOUGH:
                self._pause = FIRST_PAUSE
            return
        if self.process is not None:
            how = ending(self.process.returncode)
            self._end_family()
            self.process = None
            self._start_again = now + self._pause
            say(
                f"The {self.name} ended ({how}). It is started again in {self._pause:.0f} s; see"
                f" {self.log.name}.log."
            )
            self._pause = min(self._pause * 2, LONGEST_PAUSE)
        elif now >= self._start_again:
            self.start()
            say(f"The {self.name} was started again.")

    def ask_to_end(self) -> None:
        if self.process is not None and self.runs:
            self.process.terminate()

    def end(self, deadline: float) -> None:
        """Waits until the deadline for what was asked; then ends the family, whatever it says."""
        if self.process is None:
            return
        try:
            self.process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            pass
        self._end_family()
        self.process.wait()
        self.process = None

    def _end_family(self) -> None:
        """Children of a killed process live on and may hold its port: they share its session, and
        go with it."""
        assert self.process is not None  # noqa: S101  (callers have looked)
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass  # nobody is left


def ending(code: int) -> str:
    return f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit status {code}"
