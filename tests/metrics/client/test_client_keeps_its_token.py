"""The token goes to the server that the client was made for, and is shown nowhere."""

import pickle
import signal
import socket
import threading
import traceback

import pytest

from metrics.standalone.client.client import Client
from metrics.standalone.client.connection import Token
from metrics.standalone.client.problems import ApiError
from tests.metrics.client.conftest import EMPTY, SCHEMA, operation

SECRET = "tp-3f9a-very-secret"
PAGED = {
    "200": {
        "content": {
            "application/json": {
                "schema": {"type": "object", "properties": {"results": {}, "next": {}}}
            }
        }
    }
}
SENT_ON = (302, 301, 307, 308)


def as_a_notebook_shows_it(error: BaseException) -> str:
    """With the values of all variables, as IPython's verbose tracebacks have them."""
    shown = traceback.TracebackException.from_exception(error, capture_locals=True)
    return "".join(shown.format()) + repr(error) + str(error) + repr(getattr(error, "args", ""))


def failure_of(call, *words, **named) -> BaseException:
    try:
        call(*words, **named)
    except BaseException as error:  # noqa: BLE001
        return error
    raise AssertionError("it went well")


def test_it_is_sent_with_each_request_and_shown_by_nothing_of_the_client(odd, monkeypatch):
    monkeypatch.setenv("TRUEPOOL_TOKEN", f" {SECRET}\n")
    client = Client(odd.url)
    assert [headers["Authorization"] for _, _, headers, _ in odd.asked] == [f"Bearer {SECRET}"]
    assert repr(client) == f"<Client of {odd.url}>"
    inside = client._connection
    shown = (
        f"{client!r} {vars(client)} {vars(inside)} {[vars(one) for one in inside._opener.handlers]}"
    )
    assert "<a token>" in shown
    assert SECRET not in shown
    with pytest.raises(TypeError, match="not written to files"):
        pickle.dumps(client._connection._token)


@pytest.mark.parametrize("token", ["", "  ", f"{SECRET} x", f"{SECRET}\nX-Admin: 1", f"{SECRET}ü"])
def test_what_is_no_token_is_refused_before_anything_is_sent(odd, monkeypatch, token):
    monkeypatch.delenv("TRUEPOOL_TOKEN", raising=False)
    error = failure_of(Client, odd.url, token)
    assert isinstance(error, ValueError)
    ours = traceback.TracebackException.from_exception(error, capture_locals=True)
    frames = [frame.locals for frame in ours.stack if "/standalone/" in frame.filename]
    assert len(frames) == 2
    assert SECRET not in str(frames)
    assert SECRET not in str(error)
    assert odd.asked == []


@pytest.mark.parametrize(
    "answer",
    [
        (
            401,
            {"Content-Type": "application/problem+json"},
            {"detail": f"What is Bearer {SECRET}?"},
        ),
        (500, {}, b"<h1>oops</h1>"),
        (502, {"Content-Type": "application/problem+json"}, {"errors": 3}),
        (200, {"Content-Length": "100"}, {}),
        (200, {"Content-Type": "text/html"}, b"Sign in, please"),
        (302, {"Location": "http://localhost:1/elsewhere"}, b""),
        (302, {"Location": "file:///etc/hostname"}, b""),
    ],
    ids=["echo", "page", "half-a-problem", "cut-short", "sign-in", "elsewhere", "file"],
)
def test_no_failure_shows_it(odd, answer):
    odd.gives(SCHEMA, (200, {}, operation("thing", path="/api/v1/thing")))
    client = Client(odd.url, SECRET)
    odd.gives("/api/v1/thing", answer)
    error = failure_of(client.thing)
    assert isinstance(error, ApiError)
    assert SECRET not in as_a_notebook_shows_it(error)


def test_no_failure_to_connect_shows_it_and_none_to_make_a_client():
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{closed.getsockname()[1]}"
        error = failure_of(Client, address, Token(SECRET))
    assert str(error) == (
        f"{address} gave no whole answer ([Errno 111] Connection refused). Check the address, and"
        " try again."
    )
    assert error.status == 0
    assert SECRET not in as_a_notebook_shows_it(error)


@pytest.fixture
def _interruptible():
    """Where a shell runs something in the background, its interrupts are ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_interruptible")
def test_a_call_that_is_broken_off_does_not_show_it(odd):
    odd.gives(SCHEMA, (200, {}, operation("thing", path="/api/v1/thing")))
    client = Client(odd.url, SECRET)
    main = threading.main_thread()

    class Broken(bytes):
        """A body at which the one who waits presses Ctrl+C."""

        def __len__(self) -> int:
            signal.pthread_kill(main.ident, signal.SIGINT)
            return 1_000_000

    odd.gives("/api/v1/thing", (200, {}, Broken()))
    error = failure_of(client.thing)
    assert isinstance(error, KeyboardInterrupt)
    assert SECRET not in as_a_notebook_shows_it(error)


@pytest.mark.parametrize("status", SENT_ON)
def test_another_server_never_gets_it(odd, odd_server, status):
    other = odd_server()
    other.gives("/api/v1/thing", (200, {}, {"all": "well"}))
    odd.gives(SCHEMA, (200, {}, operation("thing", path="/api/v1/thing")))
    client = Client(odd.url, SECRET)
    odd.gives("/api/v1/thing", (status, {"Location": f"{other.url}/api/v1/thing"}, b""))
    with pytest.raises(ApiError, match=rf"sends this request on to {other.url}: make the client"):
        client.thing()
    assert other.asked == []


def test_a_link_within_the_server_is_followed_unless_something_was_sent(odd):
    posted = operation("put_thing", path="/api/v1/thing", method="post")
    read = operation("thing", path="/api/v1/thing")
    both = {"/api/v1/thing": {**posted["paths"]["/api/v1/thing"], **read["paths"]["/api/v1/thing"]}}
    odd.gives(SCHEMA, (200, {}, EMPTY | {"paths": both}))
    client = Client(odd.url, SECRET)
    odd.gives("/api/v1/thing", (302, {"Location": "/api/v1/other"}, b""))
    odd.gives("/api/v1/other", (200, {}, {"all": "well"}))
    assert client.thing() == {"all": "well"}
    assert odd.asked[-1][2]["Authorization"] == f"Bearer {SECRET}"
    with pytest.raises(ApiError, match="sends this request on"):
        client.put_thing()
    assert odd.paths().count("/api/v1/other") == 1


def test_the_next_page_is_asked_of_the_same_server_wherever_it_is_said_to_be(odd, odd_server):
    other = odd_server()
    odd.gives(SCHEMA, (200, {}, operation("things", path="/api/v1/things", responses=PAGED)))
    client = Client(odd.url, SECRET)
    onward = f"{other.url}/api/v1/things?cursor=after-2&limit=2"
    odd.gives(
        "/api/v1/things",
        (200, {}, {"results": [{"id": 1}, {"id": 2}], "next": onward}),
        (200, {}, {"results": [{"id": 3}], "next": None}),
    )
    assert [row["id"] for row in client.things()] == [1, 2, 3]
    assert odd.paths()[1:] == ["/api/v1/things", "/api/v1/things?cursor=after-2"]
    assert other.asked == []


def test_only_files_of_the_same_server_are_downloaded(odd, odd_server):
    client, other = Client(odd.url, SECRET), odd_server()
    odd.gives("/media/x/log.jsonl", (200, {"Content-Type": "text/plain"}, b"{}\n"))
    assert client.download("/media/x/log.jsonl?a=1") == b"{}\n"
    assert client.download(f"{odd.url}/media/x/log.jsonl") == b"{}\n"
    assert odd.paths()[1:] == ["/media/x/log.jsonl?a=1", "/media/x/log.jsonl"]
    for address in (f"{other.url}/media/x", "//localhost/x", f"{odd.url[:-1]}/x", "file:///etc/x"):
        with pytest.raises(ValueError, match="the token stays there"):
            client.download(address)
    assert other.asked == []


def test_no_path_of_a_document_leads_elsewhere(odd, odd_server):
    other = odd_server()
    there = f"@{other.url.removeprefix('http://')}/x"
    odd.gives(SCHEMA, (200, {}, operation("thing", path=there)))
    client = Client(odd.url, SECRET)
    error = failure_of(client.thing)
    assert "expected a path that begins with a stroke" in str(error)
    assert other.asked == []


def test_a_name_that_cannot_be_looked_up_does_not_show_it():
    error = failure_of(Client, "http://.example", Token(SECRET))
    assert (type(error), error.status) == (ApiError, 0)
    assert SECRET not in as_a_notebook_shows_it(error)


@pytest.mark.parametrize("address", ["http://a:99999", "http://a:0", "http://a:x"])
def test_a_port_is_one(address):
    with pytest.raises(ValueError, match=r"Port|^address: expected"):
        Client(address, SECRET)


@pytest.mark.parametrize(
    "address", ["truepool.example.org", "ftp://a", "http://", "https://me:word@a.example", ""]
)
def test_an_address_is_one_of_a_server_and_holds_no_password(address):
    with pytest.raises(ValueError, match=r"^address: expected") as refused:
        Client(address, SECRET)
    assert "word@" not in str(refused.value)
