"""Clients who are in no hurry: they keep nobody else waiting, neither by what they send nor by what
they read."""

import asyncio
import socket
import time
import urllib.request
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest

from pooling.media_links import media_link
from stack.web import bodies
from stack.web.bodies import Body
from stack.web.crowd import Crowd
from stack.web.limits import KnownAs
from stack.web.refusal import Refusal
from tests.serving.conftest import cookies_of, head, status_of


def get(port: int, path: str) -> int:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
        return answer.status


def begin(web, path: str, cookies: str) -> socket.socket:
    """Asks for all of it, and reads no more than that it has begun."""
    line = web.line()
    line.sendall(head("GET", path, Cookie=cookies))
    assert line.recv(15) == b"HTTP/1.1 200 OK"
    return line


@pytest.mark.stack
@pytest.mark.django_db(transaction=True)
def test_many_downloads_over_slow_lines_leave_the_pages_as_they_were(web, film, rater):
    cookies = cookies_of(rater)
    with ExitStack() as lines:
        for _ in range(100):
            lines.enter_context(begin(web, media_link(rater, film.name), cookies))
        for path in ("/people/sign-in/", "/healthz"):
            assert get(web.port, path) == 200


@pytest.mark.stack
@pytest.mark.django_db(transaction=True)
def test_a_crowd_that_sends_one_byte_now_and_then_stops_nothing(web):
    """Forms for the sign-in page, with the cookie that everybody gets there."""
    with urllib.request.urlopen(f"http://127.0.0.1:{web.port}/people/sign-in/", timeout=10) as page:
        cookie = page.headers["Set-Cookie"].split(";")[0]
    kind = "application/x-www-form-urlencoded"
    form = head("POST", "/people/sign-in/", Cookie=cookie, Content_Length="1000", Content_Type=kind)
    with ExitStack() as stack:
        lines = [stack.enter_context(web.line()) for _ in range(150)]
        for line in lines:
            line.sendall(form + b"u")
        time.sleep(2 * bodies.GRACE)
        for path in ("/healthz", "/people/sign-in/") * 5:
            assert get(web.port, path) == 200
        refused = [line.recv(4096) for line in lines[:2] + lines[-100:] if _has_answer(line)]
    assert refused
    assert {status_of(answer) for answer in refused} == {429}
    assert all(b"Retry-After: 30" in answer.title() for answer in refused)


def _has_answer(line: socket.socket) -> bool:
    line.settimeout(0.05)
    try:
        return bool(line.recv(1, socket.MSG_PEEK))
    except TimeoutError:
        return False


@pytest.mark.stack
@pytest.mark.django_db(transaction=True)
def test_connections_that_say_nothing_are_closed(web):
    """Whether they are silent from the beginning, or stop within the headers."""
    with web.line() as silent, web.line() as stopped:
        stopped.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        assert silent.recv(1) == b""
        assert stopped.recv(1) == b""


# Deadlines and places: pieces in, a refusal out


class Trickle:
    """So many pieces of a kilobyte, each after a pause; what granian calls a protocol."""

    def __init__(self, pieces: int, pause: float) -> None:
        self.pieces = pieces
        self.pause = pause

    def __aiter__(self):
        return self

    async def __anext__(self) -> bytes:
        await asyncio.sleep(self.pause)
        self.pieces -= 1
        if self.pieces < 0:
            raise StopAsyncIteration
        return bytes(1024)


def in_a_loop(reading: Coroutine[Any, Any, bytes]) -> bytes:
    """In a thread of its own: where browsers were driven before, this one has a loop already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, reading).result()


async def read(trickle: Trickle, standing: KnownAs = KnownAs.NO_ONE) -> bytes:
    async def ask() -> KnownAs:
        return standing

    with await Body(trickle, "10.0.0.7", None, ask, lambda _: 2**30, None).read() as body:
        return body.read()


@pytest.fixture
def hurried(monkeypatch):
    monkeypatch.setattr(bodies, "GRACE", 0.05)
    monkeypatch.setattr(bodies, "PATIENCE", 0.3)


def test_a_body_that_trickles_is_refused_with_what_was_expected(hurried):
    expected = r"Only [\d,]+ bytes came in .*: expected the whole body within .* or at least 16 KiB"
    with pytest.raises(Refusal, match=expected) as refused:
        in_a_loop(read(Trickle(1_000, 0.1)))
    assert refused.value.status == 408


def test_a_slow_body_that_keeps_the_least_pace_is_read_to_its_end(hurried):
    """A kilobyte every hundredth of a second, for longer than the patience alone."""
    assert in_a_loop(read(Trickle(60, 0.01), KnownAs.LEAD)) == bytes(60 * 1024)


def test_places_are_limited_for_each_address_and_altogether():
    crowd = Crowd(each=2, altogether=3)
    with ExitStack() as places:
        for address in ("a", "a", "b"):
            places.enter_context(crowd.place(address))
        for address, status in (("a", 429), ("b", 503), ("c", 503)):
            with pytest.raises(Refusal) as refused, crowd.place(address):
                pass
            assert refused.value.status == status
    with crowd.place("a"):  # all were given back
        pass


def test_strangers_take_no_place_from_those_who_are_known(hurried, monkeypatch):
    monkeypatch.setattr(bodies, "STRANGERS", Crowd(each=0, altogether=0))
    with pytest.raises(Refusal) as refused:
        in_a_loop(read(Trickle(20, 0.01)))
    assert refused.value.status == 429
    assert len(in_a_loop(read(Trickle(20, 0.01), KnownAs.PERSON))) == 20 * 1024
