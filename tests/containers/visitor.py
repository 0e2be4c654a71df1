"""Somebody who comes by HTTPS through the proxy, as a browser does: with cookies, and a certificate
that is checked."""

import json
import re
import ssl
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from tests.jobs.conftest import wait_until


class Visitor:
    def __init__(self, origin: str, certificate: Path) -> None:
        self.origin = origin
        self.cookies = CookieJar()
        self._open = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=certificate)),
            urllib.request.HTTPCookieProcessor(self.cookies),
        ).open

    def ask(
        self, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, bytes, dict[str, str]]:
        """An address of ours, with or without its origin."""
        address = f"{self.origin}{path.removeprefix(self.origin)}"
        request = urllib.request.Request(address, body, headers)
        request.add_header("Referer", f"{self.origin}/")
        try:
            with self._open(request, timeout=300) as answer:
                return answer.status, answer.read(), dict(answer.headers)
        except urllib.error.HTTPError as error:
            return error.code, error.read(), dict(error.headers)

    def sign_in(self, name: str, password: str) -> None:
        path = "/people/sign-in/"
        page = self.ask(path)[1].decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]
        form = {"csrfmiddlewaretoken": token, "username": name, "password": password}
        self.ask(path, urlencode(form).encode())
        assert self.api("/me")["username"] == name

    def api(self, path: str, sent: dict[str, Any] | None = None) -> Any:
        """A question, or an order with `sent`; files among it make it a form."""
        headers = {"X-CSRFToken": self.token} if sent is not None else {}
        body = None
        if sent is not None and any(hasattr(value, "read") for value in sent.values()):
            headers["Content-Type"] = MULTIPART_CONTENT
            body = encode_multipart(BOUNDARY, sent)
        elif sent is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(sent).encode()
        status, answer, _ = self.ask(f"/api/v1{path}", body, **headers)
        assert status in (200, 201, 202), (path, status, answer[:500])
        return json.loads(answer)

    def job(self, path: str, sent: dict[str, Any]) -> dict[str, Any]:
        """What became of a job that was asked for."""
        number = self.api(path, sent)["job"]["id"]

        def ended() -> Any:
            found = self.api(f"/jobs/{number}")
            return found if found["state"] in ("done", "failed", "cancelled") else None

        found = wait_until(ended, 600.0)
        assert found["state"] == "done", found
        return found["result"]

    @property
    def token(self) -> str:
        return next(cookie.value for cookie in self.cookies if cookie.name == "csrftoken")
