"""Requests with a token, and their answers.

The token goes to the address that the client was made with and to no other, and is shown by
nothing: no repr, no error, and no traceback that prints the values of variables, as notebooks do.
"""

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

from foundation.frozen import frozen
from foundation.version import VERSION
from metrics.standalone.client.form_body import FormBody
from metrics.standalone.client.problems import ApiError, refusal_of

API = "/api/v1"
CHUNK = 2**20
WAITS = {429, 503}  # the server did nothing, and says when to ask again
PATIENCE = 120  # the seconds that one call waits for its turn, all its waits together
PORTS = {"http": 80, "https": 443}


class Token:
    """What signs a request."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        """It is looked at in `check`: by then no variable has the text."""
        self._text = text.strip()

    def check(self) -> None:
        text = self._text
        fits, text = text.isascii() and text.isprintable() and len(text.split()) == 1, ""
        if not fits:
            raise ValueError("token: expected one word; copy it again from where it was shown")

    def __repr__(self) -> str:
        return "<a token>"

    def __reduce__(self) -> Any:
        raise TypeError("A token is not written to files: make the client again.")

    def sign(self, request: urllib.request.Request) -> None:
        request.add_unredirected_header("Authorization", f"Bearer {self._text}")

    def without(self, text: str) -> str:
        """In case a server in between repeats what it was sent."""
        return text.replace(self._text, "...")


class _Signing(urllib.request.BaseHandler):
    def __init__(self, token: Token) -> None:
        self._token = token

    def http_request(self, request: urllib.request.Request) -> urllib.request.Request:
        self._token.sign(request)
        return request

    https_request = http_request


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Only within the same server, and only where nothing was sent."""

    def redirect_request(
        self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> Any:
        if origin_of(newurl) == origin_of(req.full_url) and req.get_method() == "GET":
            return super().redirect_request(req, fp, code, msg, headers, newurl)
        there = "{}://{}:{}".format(*origin_of(newurl))
        raise ApiError(
            code,
            f"The server sends this request on to {there}: make the client with the address"
            " that it is really at. The token was not sent there.",
        )


def origin_of(address: str) -> tuple[str, str, int]:
    parts = urlsplit(address)
    return parts.scheme, parts.hostname or "", parts.port or PORTS.get(parts.scheme, 0)


def checked_address(given: str) -> str:
    """The server's address, without the API's own part and without a stroke at its end."""
    parts = urlsplit(given.strip())
    fits = parts.scheme in PORTS and parts.hostname and parts.username is None
    if not fits or parts.port == 0:  # a port that is none is a ValueError already
        raise ValueError(
            "address: expected one such as https://truepool.example.org or http://127.0.0.1:8000,"
            " without a name or password in it"
        )
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/').removesuffix(API)}"


@frozen
class Sending:
    """A request. path: on the server, from its first stroke."""

    method: str
    path: str
    query: Sequence[tuple[str, str]] = ()
    body: Any = None  # a FormBody, bytes of JSON, or None
    accept: str = "application/json"

    def request(self, address: str) -> urllib.request.Request:
        if not self.path.startswith("/"):  # which could make of the address another's
            raise ValueError(f"{self.path}: expected a path that begins with a stroke")
        asked = f"{address}{self.path}" + (f"?{urlencode(self.query)}" if self.query else "")
        headers = {"Accept": self.accept, "User-Agent": f"truepool-client/{VERSION}"}
        if isinstance(self.body, FormBody):
            headers |= {"Content-Type": self.body.kind, "Content-Length": str(self.body.size)}
        elif self.body is not None:
            headers["Content-Type"] = "application/json"
        return urllib.request.Request(asked, self.body, headers, method=self.method)  # noqa: S310  (checked_address)


class Connection:
    def __init__(self, address: str, token: Token, timeout: float) -> None:
        self.address = checked_address(address)
        self._token, self._timeout = token, timeout
        self._opener = urllib.request.build_opener(_Signing(token), _Redirects())

    def ask(self, sending: Sending) -> tuple[int, Any]:
        """The status, and what the JSON says; None where the answer is empty."""
        with self._in_sentences(sending), self._when_it_may(sending) as answer:
            status, kind = answer.status, answer.headers.get_content_type()
            content = answer.read()
        if not content:
            return status, None
        if kind != "application/json":
            raise ApiError(
                status,
                f"{self.address} answers with {kind}, and not with JSON: is this Truepool's"
                " address, without a page to sign in before it?",
            )
        return status, json.loads(content)

    def fetch(self, sending: Sending, save_as: Path | None) -> bytes | Path:
        """The file's bytes; or its path, where it is written. A file is there whole, or not."""
        with self._in_sentences(sending):
            answer = self._when_it_may(sending)
        with answer:
            if save_as is None:
                return b"".join(self._pieces(answer, sending))
            draft = save_as.with_name(f"{save_as.name}.part")
            try:
                with draft.open("wb") as file:
                    file.writelines(self._pieces(answer, sending))
                return draft.replace(save_as)
            finally:
                draft.unlink(missing_ok=True)

    def _pieces(self, answer: Any, sending: Sending) -> Iterator[bytes]:
        piece = None
        while piece != b"":
            with self._in_sentences(sending):
                piece = answer.read(CHUNK)
                if not piece and answer.length:  # which no read of a piece looks at
                    raise http.client.IncompleteRead(b"", answer.length)
            yield piece

    def own_path(self, url: str) -> str:
        """The path of an address that an answer gave. ValueError for one on another server."""
        whole = urljoin(f"{self.address}/", url)
        if origin_of(whole) != origin_of(self.address):
            raise ValueError(f"{url}: expected an address on {self.address}; the token stays there")
        parts, base = urlsplit(whole), urlsplit(self.address).path
        return parts.path.removeprefix(base) + (f"?{parts.query}" if parts.query else "")

    @contextmanager
    def _in_sentences(self, sending: Sending) -> Iterator[None]:
        """Errors begin here: urllib's own frames hold the header with the token."""
        try:
            yield
            return
        except urllib.error.HTTPError as refused:
            error = refusal_of(refused, self._token.without)
        except (OSError, ValueError, http.client.HTTPException) as trouble:
            error = ApiError(0, self._no_answer(trouble, sending))
        except ApiError as redirected:
            error = redirected
        except KeyboardInterrupt:
            raise KeyboardInterrupt from None
        raise error.with_traceback(None) from None

    def _when_it_may(self, sending: Sending) -> Any:
        """Waits its turn, as Retry-After says, for as long as PATIENCE in all."""
        patience = float(PATIENCE)
        while True:
            try:
                return self._opener.open(sending.request(self.address), timeout=self._timeout)
            except urllib.error.HTTPError as refused:
                wait = refused.headers.get("Retry-After", "")
                if refused.code not in WAITS or not wait.isdecimal() or int(wait) > patience:
                    raise
                refused.close()
            time.sleep(max(1, int(wait)))
            patience -= max(1, int(wait))

    def _no_answer(self, trouble: Exception, sending: Sending) -> str:
        why = getattr(trouble, "reason", None) or trouble
        if isinstance(sending.body, FormBody) and isinstance(why, ConnectionError):
            return (
                f"{self.address} hung up while the files were sent. It may take none of their size:"
                " ask whoever runs it for its limits."
            )
        return f"{self.address} gave no whole answer ({why}). Check the address, and try again."
