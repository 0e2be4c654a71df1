"""A request of granian's RSGI as the WSGI environment that its own WSGI interface makes of it.

tests/serving/test_environ.py asks both and compares. Two things differ, on purpose: the environment
of the process is left out, and a body that came in chunks has a length, without which Django would
take it for empty.
"""

import os
import sys
from collections.abc import Mapping
from typing import Any, BinaryIO

from django.conf import settings

PREFIX = os.environ.get("GRANIAN_URL_PATH_PREFIX", "")
ALWAYS: dict[str, Any] = {
    "GATEWAY_INTERFACE": "CGI/1.1",
    "SCRIPT_NAME": PREFIX,
    "SERVER_SOFTWARE": "Granian",
    "wsgi.errors": sys.stderr,
    "wsgi.input_terminated": True,
    "wsgi.multiprocess": False,
    "wsgi.multithread": True,
    "wsgi.run_once": False,
    "wsgi.version": (1, 0),
}
OWN_NAMES = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}


def environ_of(scope: Any, body: BinaryIO, length: int | None) -> dict[str, Any]:
    """The environment of a request: without a `length` (none was sent) it has no CONTENT_LENGTH."""
    host, _, port = scope.server.rpartition(":")
    path = scope.path[len(PREFIX) :] or "/" if PREFIX else scope.path
    environ = ALWAYS | {
        "PATH_INFO": as_latin(path),
        "QUERY_STRING": as_latin(scope.query_string),
        "REMOTE_ADDR": address_of(scope),
        "REQUEST_METHOD": scope.method,
        "SERVER_NAME": host.strip("[]"),
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "wsgi.input": body,
        "wsgi.url_scheme": scope.scheme,
    }
    add_headers(environ, scope.headers)
    environ.setdefault("HTTP_HOST", "")
    if length is not None:
        environ["CONTENT_LENGTH"] = str(length)
    return environ


def add_headers(environ: dict[str, Any], headers: Any) -> None:
    """Repeated ones are joined, as granian does. One that is not ASCII has a name and no value,
    there as here."""
    for name, value in headers.items():
        if own := OWN_NAMES.get(name):
            environ.setdefault(own, value)
            continue
        key = "HTTP_" + name.upper().replace("-", "_")
        environ[key] = (
            environ[key] + (";" if key == "HTTP_COOKIE" else ",") + value
            if key in environ
            else value
        )
    for name in headers.keys():  # noqa: SIM118  (no dict: it would give pairs)
        environ.setdefault(OWN_NAMES.get(name) or "HTTP_" + name.upper().replace("-", "_"), "")


def address_of(scope: Any) -> str:
    """The client's, without its port and without the brackets of IPv6."""
    return str(scope.client).rpartition(":")[0].strip("[]")


def client_of(environ: Mapping[str, Any]) -> str:
    """Which address a request came from, when proxies stand in front."""
    hops = [hop.strip() for hop in environ.get("HTTP_X_FORWARDED_FOR", "").split(",")]
    trusted = settings.TRUSTED_PROXIES
    named = hops[-trusted] if 0 < trusted <= len(hops) else ""
    return named or str(environ.get("REMOTE_ADDR", ""))


def as_latin(text: str) -> str:
    """Bytes as WSGI writes them, one character each (PEP 3333)."""
    return text if text.isascii() else text.encode().decode("latin-1")
