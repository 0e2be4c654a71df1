import pytest
from django.test import Client

PREFIX = "/api/v1/"


@pytest.fixture
def api(lead, settings):
    """api(method, path, body): a lead's session asks; bytes and text are sent as they are, anything
    else as JSON."""
    settings.ROOT_URLCONF = "tests.api.urls"
    client = Client(raise_request_exception=False)
    client.force_login(lead, backend="django.contrib.auth.backends.ModelBackend")

    def ask(method: str, path: str, body=None, **more):
        where = path if path.startswith("/") else PREFIX + path
        if body is None:
            return client.generic(method, where, **more)
        return client.generic(
            method,
            where,
            body if isinstance(body, bytes | str) else _json(body),
            **{"content_type": "application/json"} | more,
        )

    ask.client = client
    return ask


def _json(body) -> str:
    import json

    return json.dumps(body)


@pytest.fixture
def anybody(settings) -> Client:
    """Somebody who is not signed in."""
    settings.ROOT_URLCONF = "tests.api.urls"
    return Client(raise_request_exception=False, enforce_csrf_checks=True)


def check_problem(answer, status: int, *words: str) -> dict:
    """The answer is a whole problem document of that status, and its detail holds the words."""
    assert (answer.status_code, answer["Content-Type"]) == (
        status,
        "application/problem+json",
    ), answer.content
    body = answer.json()
    assert (body["type"], body["status"], body["instance"]) == (
        "about:blank",
        status,
        answer.wsgi_request.path,
    )
    assert set(body) - {"errors", "reason"} == {"type", "title", "status", "detail", "instance"}
    assert body["title"]
    assert body["detail"]
    for word in words:
        assert word in body["detail"]
    return body


@pytest.fixture
def is_problem():
    return check_problem
