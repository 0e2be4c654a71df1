"""Files through the web process itself: the same status, headers and bytes as Django's own
answer."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from foundation.home import CHECKOUT
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.media_links import media_link
from stack.web import answers
from stack.web.incoming import Incoming
from tests.serving.conftest import cookies_of, status_of

served = pytest.mark.django_db(transaction=True)
SERVER_S_OWN = {"server", "date", "connection", "transfer-encoding", "x-request-id"}


def split(answer: bytes) -> tuple[int, dict[str, str], bytes]:
    top, _, body = answer.partition(b"\r\n\r\n")
    pairs = [line.split(": ", 1) for line in top.decode("latin-1").split("\r\n")[1:]]
    return status_of(answer), comparable(pairs), body


def comparable(headers) -> dict[str, str]:
    """The policy's parts come in any order."""
    kept = {name.lower(): value for name, value in headers if name.lower() not in SERVER_S_OWN}
    return {name: "; ".join(sorted(value.split("; "))) for name, value in kept.items()}


@pytest.mark.stack
@served
@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize(
    "asked",
    [
        "",
        "bytes=0-9",
        "bytes=1000000-1999999",
        "bytes=-300000",
        "bytes=5000000-",
        "bytes=99999999-",
    ],
)
def test_a_film_is_sent_as_django_would(web, film, rater, method, asked):
    link, headers = media_link(rater, film.name), {"Range": asked} if asked else {}
    client = Client()
    client.force_login(rater, backend="django.contrib.auth.backends.ModelBackend")
    expected = client.generic(method, link, headers=headers, HTTP_HOST="127.0.0.1")
    status, told, body = split(web.ask(method, link, Cookie=cookies_of(rater), **headers))
    content = b"".join(expected.streaming_content) if expected.streaming else expected.content
    assert (status, body) == (expected.status_code, b"" if method == "HEAD" else content)
    assert told == comparable(expected.headers.items())


@pytest.mark.stack
@served
def test_static_files_are_sent_whole_by_part_and_not_at_all_where_unchanged(web):
    largest = max((CHECKOUT / "static").rglob("*.*"), key=lambda path: path.stat().st_size)
    assert largest.stat().st_size > answers.IN_MEMORY
    path = f"/static/{largest.relative_to(CHECKOUT / 'static')}"
    status, told, body = split(web.ask("GET", path))
    assert (status, body, told["content-length"]) == (200, largest.read_bytes(), str(len(body)))
    status, head, body = split(web.ask("HEAD", path))
    assert (status, head, body) == (200, told, b"")
    status, part, body = split(web.ask("GET", path, Range="bytes=5-300004"))
    assert (status, body) == (206, largest.read_bytes()[5:300005])
    assert part["content-range"] == f"bytes 5-300004/{largest.stat().st_size}"
    assert split(web.ask("GET", path, If_Modified_Since=told["last-modified"]))[0] == 304


@pytest.mark.stack
@served
def test_a_long_table_is_sent_with_its_length(web, administrator):
    for _ in range(40):
        record_audit(
            Actor(administrator, "page"), "changed", administrator, before={"words": "x" * 10_000}
        )
    status, told, body = split(
        web.ask("GET", "/people/audit/download/", Cookie=cookies_of(administrator))
    )
    assert (status, told["content-length"]) == (200, str(len(body)))
    assert len(body) > answers.IN_MEMORY
    assert body.count(b"xxxxxxxxxx") >= 40


def test_what_is_large_is_gathered_in_a_file_and_what_fails_leaves_none(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    pieces = [os.urandom(100_000) for _ in range(5)]
    assert answers.gather(pieces[:2]) == b"".join(pieces[:2])
    path, size = answers.gather(pieces)
    assert (path.read_bytes(), size, path.parent) == (b"".join(pieces), 500_000, tmp_path)
    path.unlink()

    def failing():
        yield from pieces
        raise ConnectionError

    with pytest.raises(ConnectionError):
        answers.gather(failing())
    assert list(tmp_path.iterdir()) == []


# What is on its way


HOLDER = (
    "import sys, time; from pathlib import Path; from stack.web.incoming import Incoming; held ="
    " Incoming(Path(sys.argv[1]));"
)
HOLDER += (
    " (held.path / 'half-a-film').write_bytes(b'x'); print(held.path, flush=True); time.sleep(600)"
)


def hold(root: Path) -> tuple[subprocess.Popen, Path]:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(root)], cwd=CHECKOUT, stdout=subprocess.PIPE, text=True
    )
    return process, Path(process.stdout.readline().strip())


def test_what_a_killed_process_leaves_goes_when_the_next_starts_and_a_living_one_s_stays(tmp_path):
    (dead, left), (living, kept) = hold(tmp_path), hold(tmp_path)
    try:
        dead.send_signal(signal.SIGKILL)
        dead.wait()
        assert (left / "half-a-film").exists()
        third = Incoming(tmp_path)
        assert not left.exists()
        assert (kept / "half-a-film").exists()
        third.close()
        assert {path.name for path in tmp_path.iterdir()} == {kept.name}
    finally:
        for process in (dead, living):
            process.kill()
            process.wait()
            process.stdout.close()
