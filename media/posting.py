"""Send one request with a body to an address that somebody gave us, by the rules of `fetching`: the
host is resolved once and pinned, bytes and time are bounded as a whole. No redirect is followed.
"""

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPException, HTTPResponse
from io import BytesIO
from typing import TypeVar
from urllib.parse import SplitResult

from foundation.frozen import frozen
from media.addresses import MayReach, Resolve, is_public, resolve
from media.fetching import HEADERS, PORTS, Fetcher, FetchLimits, NotFetched, too_slow
from media.pinned import Deadline, OutOfTime
from media.reasons import said

MOST_OF_AN_ERROR = 4096
Made = TypeVar("Made")


@frozen
class Posted:
    """body: of another status than 200 only its beginning."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class NotSent(NotFetched):
    """No connection was made: nothing left this machine."""


def post(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    limits: FetchLimits,
    *,
    may_reach: MayReach = is_public,
    resolver: Resolve = resolve,
) -> Posted:
    """Whatever the status is. Raises NotFetched where no whole answer came, and NotSent where
    nothing was asked."""

    def send(fetcher: Fetcher) -> Posted:
        with ExitStack() as stack:
            place, connection = _connected(fetcher, url)
            stack.callback(connection.close)
            path = (place.path or "/") + (f"?{place.query}" if place.query else "")
            try:
                connection.request("POST", path, body=body, headers=HEADERS | dict(headers))
                response = connection.getresponse()
            except OSError:
                why = said("The connection broke before an answer came.")
                raise NotFetched("unreachable", why) from None
            except (HTTPException, ValueError):
                raise NotFetched("not_http", "The host's answer is not HTTP.") from None
            stack.callback(response.close)
            return _answer(fetcher, response)

    return _in_time(send, limits, may_reach, resolver)


def _connected(fetcher: Fetcher, url: str) -> tuple[SplitResult, HTTPConnection]:
    try:
        place = fetcher.check(url)
        return place, fetcher.connect(place)
    except OutOfTime:
        raise NotSent("unreachable", said("No connection could be made.")) from None
    except NotFetched as why:
        raise NotSent(why.code, why.sentence) from None


def check_address(
    url: str, limits: FetchLimits, *, may_reach: MayReach = is_public, resolver: Resolve = resolve
) -> None:
    """Raises NotFetched where nothing may be sent there. Nothing is."""

    def look(fetcher: Fetcher) -> None:
        place = fetcher.check(url)
        fetcher.addresses(str(place.hostname), place.port or PORTS[place.scheme])

    _in_time(look, limits, may_reach, resolver)


def _in_time(
    work: Callable[[Fetcher], Made], limits: FetchLimits, may_reach: MayReach, resolver: Resolve
) -> Made:
    deadline = Deadline(time.monotonic() + limits.seconds)
    try:
        return work(Fetcher(limits, may_reach, resolver, deadline))
    except OutOfTime:
        raise NotFetched("slow", too_slow(limits)) from None


def _answer(fetcher: Fetcher, response: HTTPResponse) -> Posted:
    headers = {name.lower(): value for name, value in response.getheaders()}
    if response.status != 200:
        try:
            body = response.read(MOST_OF_AN_ERROR)
        except (OSError, HTTPException, ValueError):
            body = b""
        return Posted(response.status, headers, body)
    if response.length is not None:
        fetcher.check_size(response.length, f"{response.length:,} bytes")
    whole = BytesIO()
    fetcher.copy(response, whole.write, response.length)
    return Posted(response.status, headers, whole.getvalue())
