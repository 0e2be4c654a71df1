"""The web process as `up` starts it, before clients who are in no hurry."""

import os
import socket
import subprocess
import urllib.request
from contextlib import ExitStack

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from config.supervisor import web_answers, web_command
from pooling.media_links import media_link
from tests.supervisor.stack import free_port, until

pytestmark = [pytest.mark.stack, pytest.mark.django_db(transaction=True)]

MORE_THAN_ANY_BUFFER = 16 * 2**20


@pytest.fixture
def web():
    """The port of a web process that works on the tests' own database."""
    port = free_port()
    database = connection.settings_dict
    given = {"DATABASE_URL": f"postgresql://{database['USER']}@/{database['NAME']}?host={database['HOST']}"}
    process = subprocess.Popen(web_command("127.0.0.1", port), env=os.environ | given, start_new_session=True)
    until(lambda: web_answers("127.0.0.1", port))
    yield port
    process.terminate()
    process.wait()


@pytest.fixture
def film():
    path = settings.MEDIA_ROOT / "long.mp4"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(bytes(MORE_THAN_ANY_BUFFER))
    yield path.name
    path.unlink()


def begin(port: int, path: str, session: str) -> socket.socket:
    """Asks for all of it, and reads no more than that it has begun."""
    line = socket.create_connection(("127.0.0.1", port), timeout=30)
    line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: sessionid={session}\r\n\r\n".encode())
    assert line.recv(15) == b"HTTP/1.1 200 OK"
    return line


def test_many_downloads_over_slow_lines_leave_the_pages_as_they_were(web, film, rater):
    client = Client()
    client.force_login(rater, backend="django.contrib.auth.backends.ModelBackend")
    with ExitStack() as lines:
        for _ in range(20):
            lines.enter_context(begin(web, media_link(rater, film), client.cookies["sessionid"].value))
        with urllib.request.urlopen(f"http://127.0.0.1:{web}/people/sign-in/", timeout=30) as answer:
            assert answer.status == 200
