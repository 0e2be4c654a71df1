"""Fetch one file from an address that somebody gave us, without becoming their way into this
network.

1. http and https only, on their usual ports, without a name and password in the address.
2. The host's name is resolved once. If any address it has is not a public one, nothing is reached.
3. The connection goes to an address that was checked, and not to the name again; the name stays in
Host and in TLS.
4. Each redirect is a new address: all of this again, and never from https back to http.
5. Bytes and time are bounded as a whole, whatever the other side does slowly; no proxies, no
cookies, no credentials.
6. Of an answer nothing is told but its status and length.
"""

import hashlib
import ipaddress
import ssl
import time
from collections.abc import Callable
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPException, HTTPResponse, IncompleteRead
from pathlib import Path
from urllib.parse import SplitResult, urljoin, urlsplit

from foundation.frozen import frozen
from media.addresses import MayReach, Resolve, ask_resolver, is_public, resolve
from media.containers import looks_like_html
from media.pinned import Deadline, OutOfTime, PinnedConnection
from media.reasons import Refusal, said
from media.storing import drafts, publish

PORTS = {"http": 80, "https": 443}
PIECE = 64 * 1024
REDIRECTS = (301, 302, 303, 307, 308)
LONGEST_URL = 2000
HEADERS = {"Accept": "*/*", "Accept-Encoding": "identity", "Connection": "close"}


@frozen
class FetchLimits:
    bytes: int = 8 * 1024**3
    seconds: float = 900.0
    redirects: int = 5
    ports: frozenset[int] = frozenset(PORTS.values())


@frozen
class Fetched:
    bytes: int
    sha256: str
    content_type: str
    url: str  # where the file was in the end


class NotFetched(Refusal):
    """Nothing was fetched, and nothing was kept."""

    REASONS = {
        "address": "The address is malformed, too long, or holds a name and password.",
        "scheme": "The address is neither http nor https.",
        "port": "The port is not one of those allowed.",
        "unresolved": "The host's name is not known.",
        "private": (
            "The host has an address that is not public (loopback, private, link-local, reserved"
            " ...)."
        ),
        "unreachable": "No connection could be made, or it broke.",
        "certificate": (
            "The host's certificate is expired, of another name, or signed by no known authority."
        ),
        "downgrade": "A redirect led from https to http.",
        "redirects": "There were too many redirects, or one that leads nowhere.",
        "login": "The host asks for a login (401, 403, 407).",
        "gone": "The host has no such file (404, 410).",
        "busy": "The host is busy or broken (429, 5xx).",
        "status": "The host answered with another status than 200.",
        "encoded": "The answer is packed in a way that was not asked for.",
        "html": "The answer is a web page; often the link needs a login, or leads to a player.",
        "no_bytes": "The answer is empty.",
        "too_many_bytes": "The file is larger than is allowed.",
        "wrong_length": "The answer ended before the length it declared.",
        "slow": "The answer took longer than is allowed.",
        "not_http": "The host does not speak HTTP.",
        "no_room": "The file could not be written here.",
    }
    WORTH_RETRYING = frozenset(
        {"unresolved", "unreachable", "busy", "slow", "wrong_length", "no_room"}
    )


def fetch(
    url: str,
    target: Path,
    limits: FetchLimits | None = None,
    *,
    may_reach: MayReach = is_public,
    resolver: Resolve = resolve,
) -> Fetched:
    """Writes the file to the target, whole or not at all. Raises NotFetched.

    `may_reach` and `resolver` stand for the network's policy and the name service: tests put theirs
    in their places.
    """
    limits = limits or FetchLimits()
    deadline = Deadline(time.monotonic() + limits.seconds)
    try:
        return Fetcher(limits, may_reach, resolver, deadline).fetch(url, target)
    except OutOfTime:
        raise NotFetched("slow", too_slow(limits)) from None


@frozen
class Fetcher:
    limits: FetchLimits
    may_reach: MayReach
    resolver: Resolve
    deadline: Deadline

    def fetch(self, url: str, target: Path) -> Fetched:
        """Follows redirects, each checked as if somebody had given it to us."""
        for _ in range(self.limits.redirects + 1):
            place = self.check(url)
            with ExitStack() as stack:
                response = self.ask(place, stack)
                if response.status not in REDIRECTS:
                    return self.keep(response, target, url)
                url = self.next_place(url, response.getheader("Location"))
        raise NotFetched("redirects", f"More than {self.limits.redirects} redirects.")

    def check(self, url: str) -> SplitResult:
        place = _split(url)
        if place.scheme not in PORTS:
            why = said("Expected an address that begins with http:// or https://.")
            raise NotFetched("scheme", why)
        if not place.hostname or "@" in place.netloc:
            why = said("Expected an address with a host, and without a name and password.")
            raise NotFetched("address", why)
        if _port(place) not in self.limits.ports:
            port = _port(place)
            raise NotFetched("port", said(f"Port {port} is not allowed."))
        return place

    def next_place(self, url: str, location: str | None) -> str:
        if not location:
            raise NotFetched("redirects", "A redirect leads nowhere.")
        after = urljoin(url, location)
        if url.lower().startswith("https:") and after.lower().startswith("http:"):
            raise NotFetched("downgrade", "A redirect leads from https to http.")
        return after

    def addresses(self, host: str, port: int) -> list[str]:
        """All addresses of the host; one that may not be reached spoils the others."""
        try:
            found = ask_resolver(self.resolver, host, port, self.deadline)
        except (OSError, UnicodeError):
            found = []
        if not found:
            raise NotFetched("unresolved", "The host's name is not known.")
        if not all(self._may_reach(each) for each in found):
            raise NotFetched("private", said("The host's address is not a public one."))
        return found

    def _may_reach(self, address: str) -> bool:
        try:
            # Of an address with a zone, the zone is looked at too.
            return self.may_reach(ipaddress.ip_address(address))
        except ValueError:
            return False

    def ask(self, place: SplitResult, stack: ExitStack) -> HTTPResponse:
        connection = self.connect(place)
        stack.callback(connection.close)
        path = (place.path or "/") + (f"?{place.query}" if place.query else "")
        try:
            connection.request("GET", path, headers=HEADERS)
            response = connection.getresponse()
        except OSError:
            why = said("The connection broke before an answer came.")
            raise NotFetched("unreachable", why) from None
        except (HTTPException, ValueError):
            why = "The host's answer is not HTTP, or the address cannot be asked for."
            raise NotFetched("not_http", why) from None
        stack.callback(response.close)
        return response

    def connect(self, place: SplitResult) -> HTTPConnection:
        host, port, secure = str(place.hostname), _port(place), place.scheme == "https"
        for address in self.addresses(host, port):
            connection = PinnedConnection(host, port, address, self.deadline, secure=secure)
            try:
                connection.connect()
            except ssl.SSLCertVerificationError:
                why = said("The host's certificate cannot be trusted.")
                raise NotFetched("certificate", why) from None
            except (OSError, UnicodeError):
                connection.close()
            else:
                return connection
        raise NotFetched("unreachable", said("No connection could be made."))

    def keep(self, response: HTTPResponse, target: Path, url: str) -> Fetched:
        content_type, declared = _check_answer(response), response.length
        if declared is not None:
            self.check_size(
                declared, f"{declared:,} bytes; at most {self.limits.bytes:,} are allowed"
            )
        try:
            with drafts(target.parent) as folder:
                draft = folder / "file"
                with draft.open("xb") as file:
                    size, sha256 = self.copy(response, file.write, declared)
                publish(draft, target)
        except OSError as error:
            why = f"The file could not be written: {error.strerror}."
            raise NotFetched("no_room", why) from None
        return Fetched(size, sha256, content_type, url)

    def check_size(self, size: int, has: str) -> None:
        if size > self.limits.bytes:
            raise NotFetched("too_many_bytes", f"The file has {has}.")

    def copy(
        self, response: HTTPResponse, write: Callable[[bytes], int], declared: int | None
    ) -> tuple[int, str]:
        size, digest = 0, hashlib.sha256()
        while piece := _read(response):
            if size == 0 and looks_like_html(piece):
                raise _web_page()
            size += len(piece)
            self.check_size(size, f"more than {self.limits.bytes:,} bytes")
            digest.update(piece)
            write(piece)
        if declared is not None and size != declared:
            ends = f"The answer ended after {size:,} of {declared:,} bytes."
            raise NotFetched("wrong_length", ends)
        if size == 0:
            raise NotFetched("no_bytes", "The answer is empty.")
        return size, digest.hexdigest()


def too_slow(limits: FetchLimits) -> str:
    seconds = f"{limits.seconds:g}"
    return said(f"It took longer than {seconds} s.")


def _split(url: str) -> SplitResult:
    try:
        if len(url) > LONGEST_URL or not url.isascii() or min(url, default="~") <= " ":
            raise ValueError
        place = urlsplit(url)
        _ = place.port, place.hostname
    except ValueError:
        expected = f"an address of at most {LONGEST_URL} plain characters, without spaces"
        raise NotFetched("address", f"Expected {expected}.") from None
    return place


def _port(place: SplitResult) -> int:
    return place.port if place.port is not None else PORTS[place.scheme]


def _check_answer(response: HTTPResponse) -> str:
    """The answer's content type, if the answer is one that may be kept."""
    status = response.status
    if status != 200:
        raise NotFetched(_code_of(status), f"The host answered {status}.")
    if response.getheader("Content-Encoding", "identity").lower() not in ("identity", ""):
        raise NotFetched("encoded", "The answer is packed in a way that was not asked for.")
    content_type = response.getheader("Content-Type", "").partition(";")[0].strip().lower()[:100]
    if content_type in ("text/html", "application/xhtml+xml"):
        raise _web_page()
    return content_type


def _code_of(status: int) -> str:
    if status in (401, 403, 407):
        return "login"
    if status in (404, 410):
        return "gone"
    return "busy" if status == 429 or status >= 500 else "status"


def _web_page() -> NotFetched:
    return NotFetched("html", "The answer is a web page, not a file: maybe the link needs a login.")


def _read(response: HTTPResponse) -> bytes:
    try:
        return response.read(PIECE)
    except IncompleteRead:
        raise NotFetched("wrong_length", "The answer ended too early.") from None
    except (HTTPException, ValueError):
        raise NotFetched("not_http", "The host's answer is not HTTP.") from None
    except OSError:
        raise NotFetched("unreachable", "The connection broke.") from None
