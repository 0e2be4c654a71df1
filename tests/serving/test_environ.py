"""Django is told the same of a request as when granian itself calls it by WSGI. Both are asked, and
compared."""

import json
import os
import socket
import subprocess
import sys

import pytest

from foundation.home import CHECKOUT
from tests.serving.conftest import read_all
from tests.stack.stack import free_port, until

SERVERS = {"own": "wsgi", "ours": "rsgi"}
REQUESTS = {
    "path": (
        b"GET /a%20b/%C3%A9/\xc3\xa9//x?q=%C3%A9&z=\xc3\xa9+%26 HTTP/1.1\r\nHost: ex.org:99\r\n"
    ),
    "headers": (
        b"GET / HTTP/1.1\r\nHost: h\r\nX-A: 1\r\nX-A: 2\r\nCookie: a=1\r\nCookie: b=2\r\nX-N:"
        b" \xc3\xa9\r\nX_U: u\r\n"
    ),
    "types": (
        b"POST / HTTP/1.1\r\nHost: h\r\nContent-Type: a/b\r\nContent-Type: c/d\r\nContent-Length:"
        b" 0\r\n"
    ),
    "body": b"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nContent-Type: text/plain\r\n",
    "continue": b"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nExpect: 100-continue\r\n",
    "absolute": b"GET http://other.org/p?x HTTP/1.1\r\nHost: h\r\n",
    "asterisk": b"OPTIONS * HTTP/1.1\r\nHost: h\r\n",
    "old": b"GET /p HTTP/1.0\r\n",
    "forwarded": (
        b"GET / HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: 1.2.3.4\r\nX-Forwarded-For: 5.6.7.8\r\n"
    ),
}


def serve(host: str, prefix: str):
    for interface in SERVERS.values():
        port = free_port()
        words = [
            "--interface",
            interface,
            "--host",
            host,
            "--port",
            str(port),
            "--http",
            "1",
            "--no-ws",
            "--no-log",
        ]
        given = os.environ | {"GRANIAN_URL_PATH_PREFIX": prefix}
        yield (
            subprocess.Popen(
                [sys.executable, "-m", "granian", *words, f"tests.serving.echo:{interface}"],
                env=given,
                cwd=CHECKOUT,
            ),
            port,
        )


@pytest.fixture(
    scope="module", params=[("127.0.0.1", ""), ("::1", "/below")], ids=["plain", "prefix-over-ipv6"]
)
def servers(request):
    """Host and ports of granian with its own WSGI, and with ours."""
    host, prefix = request.param
    started = list(serve(host, prefix))
    try:
        for _, port in started:
            until(lambda port=port: answers(host, port))
        yield host, prefix, [port for _, port in started]
    finally:
        for process, _ in started:
            process.terminate()
            process.wait(60)


def answers(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=5).close()
    except OSError:
        return False
    return True


def ask(host: str, port: int, sent: bytes) -> dict:
    with socket.create_connection((host, port), timeout=60) as line:
        line.sendall(sent)
        read = read_all(line)
    assert b"200 OK" in read, read
    found = json.loads(read.rpartition(b"\r\n\r\n")[2])
    assert found["SERVER_PORT"] == str(port)
    return found | {"SERVER_PORT": "the same"}


@pytest.mark.parametrize("what", REQUESTS)
def test_the_environment_is_granian_s_own(servers, what):
    host, prefix, ports = servers
    first, _, rest = REQUESTS[what].partition(b"/" if b" /" in REQUESTS[what] else b"*")
    begun = (
        first + prefix.encode() + b"/" + rest
        if prefix and b" /" in REQUESTS[what]
        else REQUESTS[what]
    )
    closing = b"" if b"HTTP/1.0" in begun else b"Connection: close\r\n"
    sent = begun + closing + b"\r\n" + (b"abcde" if b"Length: 5" in begun else b"")
    own, ours = (ask(host, port, sent) for port in ports)
    assert ours == own


def test_a_body_in_chunks_has_a_length_so_that_django_reads_it(servers):
    host, _, ports = servers
    sent = (
        b"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nConnection:"
        b" close\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
    )
    own, ours = (ask(host, port, sent) for port in ports)
    assert ours == own | {"CONTENT_LENGTH": "5"}
    assert ours["body"] == "abcde"
