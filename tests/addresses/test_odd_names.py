"""Names that no row can have, wherever an address takes one: not found or refused, and no error."""

import re
from urllib.parse import quote

import pytest
from django.test import Client

from tests.addresses.walk import every_route

NUL, HALF, LONG = "%00", "%ED%A0%80", "x" * 10_000
NAMED = re.compile(r"<(?:str|path|slug):(\w+)>")
# Of lists, searches and studies: what their addresses take behind the question mark.
PARAMETERS = (
    *("q", "sort", "after", "cursor", "limit", "state", "role", "benchmark", "campaign", "runs"),
    *("depth", "kind", "order", "rater", "labels", "since", "until", "other", "as", "search"),
)


def odd_addresses(world) -> list[str]:
    """Each name of each route in turn, with the others as they are; a number that is too long."""
    found = []
    for route in every_route():
        for name in NAMED.findall(route):
            for odd in (f"a{NUL}b", HALF, LONG, quote("a\nb")):
                filled = re.sub(rf"<\w+:{name}>", odd.replace("\\", ""), route)
                found.append(world.address(filled) if "<" in filled else filled)
        if "<int:" in route:
            first = re.search(r"<int:(\w+)>", route)
            assert first is not None
            filled = route.replace(first[0], "9" * 30, 1)
            found.append(world.address(filled) if "<" in filled else filled)
    return found


def odd_queries(world) -> list[str]:
    found = []
    for route in every_route():
        at = world.address(route)
        told = "&".join(f"{one}={NUL}" for one in PARAMETERS)
        found.append(f"{at}{'&' if '?' in at else '?'}{told}&{NUL}=1")
    return found


@pytest.mark.parametrize("who", [None, "administrator"])
def test_an_odd_name_in_an_address_is_no_error(world, request, who):
    browser = Client(raise_request_exception=False)
    if who is not None:
        person = request.getfixturevalue(who)
        browser.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    broken = []
    for address in odd_addresses(world) + odd_queries(world):
        answer = browser.get(address)
        if answer.status_code >= 500:
            broken.append(f"{address[:120]}: {answer.status_code}")
    assert broken == []


def test_a_leaderboard_that_cannot_be_is_not_there(db):
    browser = Client(raise_request_exception=False)
    for asked in ("/leaderboard/a%00b/", "/leaderboard/a%00b.json", "/leaderboard/a%00b/embed/"):
        assert browser.get(asked).status_code == 404
    answer = browser.get("/api/v1/leaderboard/a%00b")
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")


def test_a_search_for_what_cannot_be_written_says_so(lead):
    browser = Client(raise_request_exception=False)
    browser.force_login(lead, backend="django.contrib.auth.backends.ModelBackend")
    page = browser.get("/search/?q=a%00b")
    assert (page.status_code, "NUL" in page.text) == (400, True)
    told = browser.get("/api/v1/jobs?state=%00")
    assert (told.status_code, told["Content-Type"]) == (400, "application/problem+json")
