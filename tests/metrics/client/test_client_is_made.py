"""How the client is made from a document, and what it does with servers that are slow or busy."""

import inspect
import pydoc

import pytest

from metrics.standalone.client.client import Client, rows_in
from metrics.standalone.client.operations import python_name
from metrics.standalone.client.problems import ApiError
from tests.metrics.client.conftest import SCHEMA, operation

FILE = {"200": {"content": {"text/csv": {"schema": {"type": "string"}}}}}


def test_no_operation_takes_the_place_of_what_the_client_has_itself(odd):
    methods = ("wait", "__init__", "_perform", "__class__", "download", "class", "2nd", "doThing")
    names = [python_name(name, set(dir(Client))) for name in methods]
    assert names == [
        "wait_",
        "init",
        "perform",
        "class_",
        "download_",
        "class_",
        "n2nd",
        "do_thing",
    ]
    whole = operation("wait", path="/api/v1/wait")
    whole["paths"]["/api/v1/other"] = operation("Wait", path="/x")["paths"]["/x"]
    odd.gives(SCHEMA, (200, {}, whole))
    odd.gives("/api/v1/wait", (200, {}, "first"))
    odd.gives("/api/v1/other", (200, {}, "second"))
    client = Client(odd.url, "a-token")
    assert (client.wait_(), client.wait__()) == ("first", "second")
    assert client.wait.__func__ is Client.wait
    assert not hasattr(Client, "wait_")


def test_a_value_named_like_a_word_of_python_has_a_stroke(odd):
    asked = [
        {"in": "query", "name": name, "schema": {"type": "string"}}
        for name in ("from", "self", "a-b", "a_b")
    ]
    odd.gives(SCHEMA, (200, {}, operation("x", path="/api/v1/x", parameters=asked)))
    odd.gives("/api/v1/x", (200, {}, {}))
    client = Client(odd.url, "a-token")
    client.x(from_="2026", self_=1, a_b=True, a_b_=["x", "y&z"])
    assert odd.paths()[-1] == "/api/v1/x?from=2026&self=1&a-b=true&a_b=x&a_b=y%26z"


def test_what_is_in_the_address_stays_in_its_place(odd):
    asked = [
        {"in": "path", "name": name, "required": True, "schema": {"type": "string"}}
        for name in ("a", "b")
    ]
    odd.gives(SCHEMA, (200, {}, operation("x", path="/api/v1/{b}/{a}", parameters=asked)))
    client = Client(f"{odd.url}/api/v1/", "a-token")
    assert str(inspect.signature(client.x)) == "(b: str, a: str)"
    odd.gives("/api/v1/..%2F%7Ba%7D/%C3%BC%3F", (200, {}, "here"))
    assert client.x("../{a}", "ü?") == "here"


def test_help_lists_what_can_be_asked(odd):
    whole = operation(
        "things_list", path="/api/v1/things", summary="All things", description="The newest first."
    )
    odd.gives(SCHEMA, (200, {}, whole))
    shown = pydoc.plain(pydoc.render_doc(Client(odd.url, "a-token")))
    assert "things_list(self)\n" in shown
    assert "All things\n" in shown
    assert "wait(self, job: Any" in shown


def test_a_busy_server_is_asked_again_when_it_says(odd):
    odd.gives(SCHEMA, (200, {}, operation("x", path="/api/v1/x", method="post")))
    client = Client(odd.url, "a-token")
    odd.gives("/api/v1/x", (429, {"Retry-After": "1"}, b""), (503, {"Retry-After": "0"}, b""),
              (200, {}, "done"))  # fmt: skip
    assert client.x() == "done"
    assert odd.paths()[1:] == ["/api/v1/x"] * 3


@pytest.mark.parametrize("after", ["86400", "soon", "-1", None])
def test_it_does_not_wait_for_a_day(odd, after):
    odd.gives(SCHEMA, (200, {}, operation("x", path="/api/v1/x")))
    client = Client(odd.url, "a-token")
    headers = {"Content-Type": "application/problem+json"}
    headers |= {} if after is None else {"Retry-After": after}
    odd.gives("/api/v1/x", (429, headers, {"detail": "Five runs a day.", "reason": "limit"}))
    with pytest.raises(ApiError) as refused:
        client.x()
    error = refused.value
    assert (error.status, str(error), error.reason) == (429, "Five runs a day.", "limit")
    assert len(odd.asked) == 2


def test_a_file_is_there_whole_or_not_at_all(odd, tmp_path):
    odd.gives(SCHEMA, (200, {}, operation("x", path="/api/v1/x", responses=FILE)))
    client, place = Client(odd.url, "a-token"), tmp_path / "x.csv"
    odd.gives("/api/v1/x", (200, {"Content-Type": "text/csv"}, b"a,b\n1,2\n"))
    assert (client.x(), client.x(save_as=place)) == (b"a,b\n1,2\n", place)
    odd.gives("/api/v1/x", (200, {"Content-Type": "text/csv", "Content-Length": "9"}, b"a,b\n"))
    for save_as in (place, None):
        with pytest.raises(ApiError, match="gave no whole answer"):
            client.x(save_as=save_as)
    assert place.read_bytes() == b"a,b\n1,2\n"
    assert [path.name for path in tmp_path.iterdir()] == ["x.csv"]
    with pytest.raises(FileNotFoundError, match="nowhere"):
        client.x(save_as=tmp_path / "nowhere" / "x.csv")


def test_a_page_in_the_place_of_the_api_is_named(odd):
    odd.gives(SCHEMA, (200, {"Content-Type": "text/html"}, b"<h1>Sign in</h1>"))
    with pytest.raises(ApiError, match="answers with text/html, and not with JSON"):
        Client(odd.url, "a-token")


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        (b"\xef\xbb\xbfid,n\n007,1\n", [{"id": "007", "n": "1"}]),
        (b'{"id": "007", "n": 1}\n{"id": "a\\u2028b\xe2\x80\xa8c", "n": 2}\n',
         [{"id": "007", "n": 1}, {"id": "a\u2028b\u2028c", "n": 2}]),
        (b'{"id": "007"}\n', [{"id": "007"}]),
        (b'{"key": "scores", "rows": [{"n": 0.1}], "notes": []}', [{"n": 0.1}]),
        (b"", []),
    ],
    ids=["csv", "lines", "line", "table", "nothing"],
)  # fmt: skip
def test_rows_are_read_with_the_types_that_they_have(content, rows):
    assert rows_in(content) == rows
