"""One web process, as `up` starts it, for all tests of this folder: it works on the tests' own
database."""

import os
import socket
import subprocess
import uuid
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from stack.supervisor import web_answers, web_command
from tests.stack.stack import free_port, until


class Web:
    def __init__(self, port: int, process: subprocess.Popen) -> None:
        self.port = port
        self.process = process

    def workers(self) -> set[int]:
        """The processes that serve."""
        return {
            int(path.parent.name)
            for path in Path("/proc").glob("[0-9]*/status")
            if self._is_parent_of(path)
        }

    def _is_parent_of(self, status: Path) -> bool:
        try:
            return (
                f"\nPPid:\t{self.process.pid}\n" in status.read_text()
                and "granian" in (status.parent / "cmdline").read_text()
            )
        except OSError:  # it has just ended
            return False

    def line(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def say(self, *pieces: bytes) -> bytes:
        """Sends them and reads until the server hangs up."""
        with self.line() as line:
            for piece in pieces:
                line.sendall(piece)
            return read_all(line)

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
        return self.say(
            head(method, path, **{"Content-Length": str(len(body))} | named(headers)) + body
        )


def named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def head(method: str, path: str, **headers: str) -> bytes:
    lines = {"Host": "127.0.0.1", "Connection": "close"} | named(headers)
    return "\r\n".join(
        [
            f"{method} {path} HTTP/1.1",
            *(f"{name}: {value}" for name, value in lines.items()),
            "",
            "",
        ]
    ).encode()


def read_all(line: socket.socket) -> bytes:
    read = b""
    while piece := line.recv(2**16):
        read += piece
    return read


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def cookies_of(person) -> str:
    client = Client()
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return f"sessionid={client.cookies['sessionid'].value}"


@pytest.fixture(scope="session")
def web(django_db_setup):
    port = free_port()
    database = connection.settings_dict
    given = {
        "DATABASE_URL": (
            f"postgresql://{database['USER']}@/{database['NAME']}?host={database['HOST']}"
        )
    }
    given |= {
        "TRUEPOOL_DATABASE_POOL": "10",
        "TRUEPOOL_CAPTIONS_MIB": "1",
        "TRUEPOOL_RUNS_MIB": "8",
    }
    process = subprocess.Popen(
        web_command("127.0.0.1", port), env=os.environ | given, start_new_session=True
    )
    try:
        until(lambda: web_answers("127.0.0.1", port))
        yield Web(port, process)
    finally:
        process.terminate()
        process.wait(60)


@pytest.fixture
def film():
    # Of this test alone: other processes of the same run have the same folder.
    path = settings.MEDIA_ROOT / f"long-{uuid.uuid4().hex}.mp4"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(os.urandom(2**20) * 16)  # more than any buffer
    yield path
    path.unlink()
