"""The API's addresses: what there is, in which spelling, and that docs/api.md tells of each."""

import re

import pytest

from foundation.api.addresses import PREFIX, routes
from foundation.home import CHECKOUT

TOLD_OF_WHAT = {"agreement", "agreement/pairs"}  # they need a parameter behind the question mark
TEXT = (CHECKOUT / "docs" / "api.md").read_text(encoding="utf-8")


def test_the_root_lists_every_address_that_takes_no_parameter(api):
    body = api("GET", PREFIX).json()
    assert "me" in body
    assert "jobs" in body
    for name, address in body.items():
        if name.startswith("for-tests"):
            continue
        assert address == f"http://testserver{PREFIX}{name}{'/' if address.endswith('/') else ''}"
        # some are for administrators, or only for what is sent, or have to be told of what
        expected = (400,) if name in TOLD_OF_WHAT else (200, 403, 405)
        assert api("GET", address.removeprefix("http://testserver")).status_code in expected


def test_the_root_needs_somebody_signed_in(anybody, db, is_problem):
    is_problem(anybody.get(PREFIX), 401)


@pytest.mark.parametrize(
    "path",
    ["/api/v1", "/api/v1/me", "/api/v1/me/", "/api/v1/jobs", "/api/v1/jobs/", "/api/v1/schema"],
)
def test_the_last_slash_may_be_there_or_not(api, path):
    assert api("GET", path).status_code == 200


def test_what_is_sent_to_the_other_spelling_arrives(api):
    assert api("POST", "/api/v1/for-tests/echo/", {"a": 1}).json() == {"a": 1}
    assert api("POST", "/api/v1/tokens", {"name": "both ways"}).status_code == 201


def test_the_other_spelling_opens_no_door(anybody, db, is_problem):
    is_problem(anybody.post("/api/v1/tokens", {"name": "x"}, content_type="application/json"), 401)


def heading(route: str) -> str:
    return "/" + re.sub(r"\{\w+\}", "{id}", route).rstrip("/")


def test_every_address_has_its_heading_and_every_heading_its_address():
    headings = re.findall(r"^### `(/\S*)`$", TEXT, flags=re.MULTILINE)
    assert sorted(headings) == sorted(heading(route) for route in routes())


def test_every_method_is_told_under_its_heading(api):
    schema = api("GET", "schema/", headers={"Accept": "application/json"}).json()
    sections = dict(
        zip(*[iter(re.split(r"^### `(/\S*)`$", TEXT, flags=re.MULTILINE)[1:])] * 2, strict=True)
    )
    for path, methods in schema["paths"].items():
        if path.startswith(f"{PREFIX}for-tests/"):
            continue
        section = sections[heading(path.removeprefix(PREFIX))]
        for method in methods:
            assert f"`{method.upper()}`" in section, f"{method.upper()} {path}"
