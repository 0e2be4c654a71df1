"""What an application behind granian is told of a request, as JSON: by granian's own WSGI, and by
ours over its RSGI."""

import json
import os
from io import BytesIO

from stack.web.environ import environ_of


def told(environ) -> bytes:
    kept = {
        name: value
        for name, value in environ.items()
        if isinstance(value, str | int | tuple) and name not in os.environ
    }
    return json.dumps(kept | {"body": environ["wsgi.input"].read().decode("latin-1")}).encode()


def wsgi(environ, start_response):
    body = told(environ)
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


async def rsgi(scope, protocol):
    body = await protocol()
    protocol.response_bytes(200, [], told(environ_of(scope, BytesIO(body), len(body) or None)))
