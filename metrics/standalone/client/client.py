"""The client itself: a method for each operation, and what a notebook needs around them."""

import csv
import io
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from metrics.standalone.client.connection import API, Connection, Sending, Token
from metrics.standalone.client.form_body import FormBody
from metrics.standalone.client.operations import (
    FILE,
    JSON,
    LEFT_OUT,
    SAVE_AS,
    Given,
    OpenApi,
    Operation,
)
from metrics.standalone.client.problems import JobFailed

TOKEN = "TRUEPOOL_TOKEN"  # noqa: S105  (a variable of the environment)
FIRST_LOOK, LONGEST_LOOK = 0.2, 5.0  # seconds between looks at a job
READ_AS_ROWS = (".csv", ".jsonl")
ENDED = {"done", "failed", "cancelled"}


class Rows(Iterator[dict[str, Any]]):
    """Rows over all pages; a page is asked for once its first row is wanted. answer: the first page
    as it came, with what it says beside its rows."""

    def __init__(self, connection: Connection, sending: Sending, answer: dict[str, Any]) -> None:
        self.answer = answer
        self._rows = self._all(connection, sending, answer)

    def __next__(self) -> dict[str, Any]:
        return next(self._rows)

    def __repr__(self) -> str:
        return "<rows: go through them, or make a list of them>"

    @staticmethod
    def _all(connection: Connection, sending: Sending, page: dict[str, Any]) -> Iterator[Any]:
        """Only the cursor is taken from `next`: a proxy may have put another host into it."""
        query = [pair for pair in sending.query if pair[0] != "cursor"]
        while True:
            yield from page["results"]
            if page["next"] is None:
                return
            [cursor] = parse_qs(urlsplit(page["next"]).query)["cursor"]
            asked = [*query, ("cursor", cursor)]
            _, page = connection.ask(Sending(sending.method, sending.path, asked))


class Client:
    """Truepool's API, with a method for each of its operations: `help(client)` lists them.

    address: of the server, such as https://truepool.example.org. token: from your account page; if
    left out, the environment variable TRUEPOOL_TOKEN. timeout: the seconds without a sign of the
    server after which a call gives up.

        client = Client("https://truepool.example.org")
        for benchmark in client.benchmarks_list(): ...
        client.wait(client.runs_import(benchmark=1, model="heron", file="heron.csv"))

    Lists are iterators over all pages, files to send are paths, and an operation that answers with
    a file takes `save_as`. What the server refuses is an ApiError.
    """

    address = ""

    def __init__(self, address: str, token: str | Token = "", *, timeout: float = 60) -> None:
        token = Token(token or os.environ.get(TOKEN, "")) if isinstance(token, str) else token
        token.check()
        self._connection = Connection(address, token, timeout)
        self.address = self._connection.address
        _, document = self._connection.ask(Sending("GET", f"{API}/schema/"))
        methods = {one.name: _method(one) for one in OpenApi(document, dir(Client)).operations()}
        # A class of its own, so that help() and completion find the methods.
        self.__class__ = type("Client", (Client,), {"__doc__": Client.__doc__, **methods})

    def __repr__(self) -> str:
        return f"<Client of {self.address}>"

    def wait(self, job: Any, *, timeout: float | None = None) -> Any:
        """Waits until a job has ended, and answers with its result. job: an answer that has one,
        the job itself, or its id. Raises JobFailed, or TimeoutError after `timeout` seconds."""
        asked = job.get("job", job) if isinstance(job, Mapping) else job
        number = asked.get("id") if isinstance(asked, Mapping) and "state" in asked else asked
        if not isinstance(number, int):
            raise TypeError("job: expected a job, an answer that has one, or its id")
        begun, pause = time.monotonic(), FIRST_LOOK
        while True:
            _, found = self._connection.ask(Sending("GET", f"{API}/jobs/{number}"))
            if found["state"] == "done":
                return found["result"]
            if found["state"] in ENDED:
                raise JobFailed(found)
            if timeout is not None and time.monotonic() + pause > begun + timeout:
                raise TimeoutError(
                    f"Job {number} is {found['state']}; it goes on. Wait again for it."
                )
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_LOOK)

    def download(self, url: str, save_as: FILE | None = None) -> bytes | Path:
        """The file at an address that an answer gave, such as an export's: its bytes, or with
        `save_as` the path it is at."""
        sending = Sending("GET", self._connection.own_path(url), accept="*/*")
        return self._connection.fetch(sending, None if save_as is None else Path(save_as))

    def frame(self, operation: str, *arguments: Any, **named: Any) -> Any:
        """What an operation answers, as a pandas frame: rows, a table, or the labels of an export,
        which is waited for.

            client.frame("runs_list", benchmark=1)
            client.frame("evaluations_table", 7, "scores", "json")
            client.frame("exports_make", benchmark=1, format="triplets", lines=True)
        """
        import pandas as pd  # noqa: PLC0415  (who wants no frame needs none)

        answer = getattr(self, operation)(*arguments, **named)
        if isinstance(answer, dict) and "job" in answer:
            answer = self._exported(self.wait(answer))
        if isinstance(answer, bytes):
            answer = rows_in(answer)
        if isinstance(answer, dict):
            answer = answer.get("rows", answer.get("results"))
        if not isinstance(answer, Rows | list):
            raise TypeError(f"{operation} answers with no rows that could be a frame")
        return pd.DataFrame(list(answer))

    def _exported(self, result: dict[str, Any]) -> Any:
        if "export" not in result:
            return result
        asked = Sending("GET", f"{API}/exports")
        exports = Rows(self._connection, asked, self._connection.ask(asked)[1])
        export = next(one for one in exports if one["id"] == result["export"])
        files = [one for one in export["files"] if one["name"].endswith(READ_AS_ROWS)]
        if not files:
            raise TypeError(f"{export['format']}: expected a format of CSV or JSON Lines")
        # Tables come twice: for spreadsheets, and as they are.
        return self.download(max(files, key=lambda one: "-exact." in one["name"])["url"])

    def _perform(self, operation: Operation, given: Mapping[str, Any]) -> Any:
        values = [(one, given.get(one.name, LEFT_OUT)) for one in operation.given]
        values = [(one, plain(value)) for one, value in values if value is not LEFT_OUT]
        path = operation.path
        for one, value in values:
            if one.where == "path":
                path = path.replace(f"{{{one.sent}}}", quote(text_of(value), safe=""))
        query = [
            (one.sent, text_of(each))
            for one, value in values if one.where == "query" and value is not None
            for each in listed(value)
        ]  # fmt: skip
        body = [(one, value) for one, value in values if one.where == "body"]
        sending = Sending(operation.method, path, query, written(operation, body))
        if operation.gives == "file":
            save_as = given.get(SAVE_AS)
            asked = replace(sending, accept="*/*")
            return self._connection.fetch(asked, None if save_as is None else Path(save_as))
        _, answer = self._connection.ask(sending)
        if operation.gives == "rows" and "results" in answer:
            return Rows(self._connection, sending, answer)
        return answer


def _method(operation: Operation) -> Callable[..., Any]:
    signature = operation.signature

    def method(*given: Any, **named: Any) -> Any:
        if unknown := named.keys() - signature.parameters.keys():
            known = ", ".join([*signature.parameters][1:]) or "nothing"
            raise TypeError(f"{operation.name}() takes {known}, and no {', '.join(unknown)}")
        try:
            bound = signature.bind(*given, **named).arguments
        except TypeError as wrong:
            raise TypeError(f"{operation.name}(): {wrong}") from None
        return given[0]._perform(operation, bound)  # noqa: SLF001  (the client's own)

    method.__name__, method.__qualname__ = operation.name, f"Client.{operation.name}"
    method.__doc__ = operation.help
    method.__signature__ = signature  # type: ignore[attr-defined]
    return method


def written(operation: Operation, values: Sequence[tuple[Given, Any]]) -> FormBody | bytes | None:
    """A body as the operation takes it."""
    if operation.body == JSON:
        sent = {one.sent: value for one, value in values}
        return json.dumps(sent, default=_as_json, allow_nan=False).encode()
    if not operation.body:
        return None
    return FormBody(
        [
            (one.sent, Path(each) if one.is_file else text_of(each))
            for one, value in values
            if not (one.is_file and value is None)
            for each in listed(value)
        ]
    )


def plain(value: Any) -> Any:
    """A number of numpy's or a day as JSON has it, also inside of what is sent."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    return value.isoformat() if hasattr(value, "isoformat") else value


def _as_json(value: Any) -> Any:
    if (found := plain(value)) is value:
        raise TypeError(f"{value!r}: expected text, a number, true, false, a list or a dictionary")
    return found


def text_of(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(plain(value))


def listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple | set) else [value]


def rows_in(content: bytes) -> list[dict[str, Any]]:
    """Of a table, JSON Lines or CSV, which has no types: all of it is text, so that no key loses
    its zeros."""
    text = content.decode("utf-8-sig")
    if not text.startswith("{"):
        return list(csv.DictReader(io.StringIO(text)))
    try:
        whole = json.loads(text)
    except ValueError:
        return [json.loads(line) for line in text.split("\n") if line]
    return list(whole.get("rows", [whole]))
