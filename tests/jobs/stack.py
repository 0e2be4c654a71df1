"""A broker and a worker as `up` starts them, in the tests' hands."""

import os
import signal
import subprocess
from contextlib import suppress

from django.db import connection
from redis import Redis

from foundation.home import CHECKOUT, Home
from stack.supervisor import broker_answers, broker_command, worker_command


class Stack:
    def __init__(self, home: Home) -> None:
        self.home = home
        home.broker_socket.parent.mkdir(parents=True)
        self.processes: list[subprocess.Popen[bytes]] = []

    def start_broker(self) -> None:
        from tests.jobs.conftest import wait_until

        self.broker = self._start(broker_command(self.home), "broker")
        wait_until(lambda: broker_answers(self.home))

    def stop_broker(self) -> None:
        """Gone with its socket and all that it carried."""
        self.broker.terminate()
        self.broker.wait()
        self.home.broker_socket.unlink(missing_ok=True)

    @property
    def broker_client(self) -> Redis:
        return Redis(unix_socket_path=str(self.home.broker_socket))

    def start_worker(self, slots: int = 2, *, also: str = "") -> subprocess.Popen[bytes]:
        more = ["--include", f"tests.jobs.kinds_for_tests,tests.jobs.hasty{also and ','}{also}"]
        return self._start([*worker_command(self.home, slots), *more], "worker")

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """kill -9 of the worker, its pool and its clock, all at once."""
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def close(self) -> None:
        for process in self.processes:
            self.kill(process)
        for name in ("broker", "worker"):  # pytest shows it where a test fails
            print(f"--- {name}\n{self.said(name)}")

    def said(self, name: str) -> str:
        log = self.home.root / f"{name}.log"
        return log.read_text() if log.exists() else ""

    def _start(self, command: list[str], name: str) -> subprocess.Popen[bytes]:
        database = connection.settings_dict
        environment = os.environ | {
            "TRUEPOOL_HOME": str(self.home.root),
            "DATABASE_URL": f"postgresql://{database['USER']}@/{database['NAME']}?host={database['HOST']}",
            "BROKER_URL": self.home.broker_url,
        }
        with (self.home.root / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                command,
                cwd=CHECKOUT,
                env=environment,
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        self.processes.append(process)
        return process
