"""Servers to ask: Truepool's own, and ones that answer as no Truepool does."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.db import connections

from jobs.models import Job
from jobs.running import run_job
from metrics.standalone.client.client import Client
from people.actions.tokens import make_token
from people.actor import Actor
from people.models import Scope
from tests.stack.test_wheel import python, wheel  # noqa: F401  (fixtures)

SCHEMA = "/api/v1/schema/"
EMPTY = {"paths": {}, "components": {"schemas": {}}}


def operation(name: str, *, path: str, method: str = "get", **more) -> dict:
    """A document of one operation."""
    asked = {"operationId": name, "responses": {"200": {"content": {"application/json": {}}}}}
    return EMPTY | {"paths": {path: {method: asked | more}}}


@pytest.fixture
def client_of(live_server):
    """client_of(person): with a token of theirs, at Truepool itself."""

    def sign_in(person, scope: Scope = Scope.MANAGE) -> Client:
        _, secret = make_token(Actor(person, "page"), person, name="a notebook", scope=scope)
        return Client(live_server.url, secret)

    return sign_in


@pytest.fixture
def worker(live_server):
    """Works on jobs as they come, until the test is over."""
    over = threading.Event()

    def work() -> None:
        while not over.wait(0.05):
            for job in Job.objects.filter(state="queued").order_by("pk"):
                run_job(job.pk, worker="a test")
        connections.close_all()

    begun = threading.Thread(target=work)
    begun.start()
    yield
    over.set()
    begun.join()


class OddServer:
    """answers: by path, each (status, headers, body), the last of a list again and again. asked:
    what came, as (method, path, headers, body)."""

    def __init__(self) -> None:
        self.answers, self.asked = {SCHEMA: [(200, {}, EMPTY)]}, []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def gives(self, path: str, *answers) -> None:
        self.answers[path] = list(answers)

    def paths(self) -> list[str]:
        return [path for _, path, _, _ in self.asked]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        here = self

        class Handler(BaseHTTPRequestHandler):
            def handle_one(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                here.asked.append((self.command, self.path, dict(self.headers), body))
                left = here.answers.get(self.path.partition("?")[0], [(404, {}, b"")])
                status, headers, content = left[0] if len(left) == 1 else left.pop(0)
                if not isinstance(content, bytes):
                    headers = {"Content-Type": "application/json"} | headers
                    content = json.dumps(content).encode()
                self.send_response(status)
                for name, value in ({"Content-Length": str(len(content))} | headers).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_PATCH = do_DELETE = handle_one  # noqa: N815

            def log_message(self, *words) -> None:
                pass

        return Handler


@pytest.fixture
def odd_server():
    made = []

    def make() -> OddServer:
        made.append(OddServer())
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def odd(odd_server) -> OddServer:
    return odd_server()
