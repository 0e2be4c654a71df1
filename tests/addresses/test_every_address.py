"""Every address, asked by everybody: what table.txt says, and nothing that a role must not learn.

A new address fails the first test until table.txt says who may open it. The columns are: nobody
signed in, submitter, viewer, rater, adjudicator, lead, administrator. The rater rates in the
campaign that is asked about; the lead and the administrator do not.
"""

import re
from pathlib import Path

import pytest

from tests.addresses.walk import every_route

ASKING = ("nobody", "submitter", "viewer", "rater", "adjudicator", "lead", "administrator")
TABLE: dict[str, dict[str, dict[str, int]]] = {}
for _line in Path(__file__).with_name("table.txt").read_text(encoding="utf-8").splitlines()[2:]:
    _route, *_said = _line.split()
    _statuses = (
        dict(zip(ASKING, map(int, _said[: len(ASKING)]), strict=True)),
        dict(zip(ASKING, map(int, _said[len(ASKING) :]), strict=True)),
    )
    TABLE[_route] = dict(zip(("GET", "POST"), _statuses, strict=True))

# Who is somebody else's business: no name of theirs is for viewers, nor is a private submission.
PEOPLE = re.compile(
    r"\b(rosa|omar|ada|lena|anton|tina|sina|secretnet|submission 5000|secretjudge|judge 5000)\b",
    re.IGNORECASE,
)
# They say by themselves how they may be kept: pictures of videos, by whoever they were shown to,
# and leaderboards, by anybody.
NOT_SAID_BY_DEFAULT = {"/media/<str:signed>/<str:name>"} | {
    route for route in TABLE if route.startswith(("/leaderboard/", "/api/v1/leaderboard/"))
}
PASSED = {200, 201, 202, 204, 302}


def test_every_address_is_in_the_table_and_no_other():
    assert sorted(TABLE) == sorted(every_route())


@pytest.mark.parametrize("who", ASKING)
def test_everybody_is_answered_as_the_table_says_and_nothing_is_kept(request, asking, who):
    ask = asking(None if who == "nobody" else request.getfixturevalue(who))
    differing, kept = [], []
    for route, methods in TABLE.items():
        for method, statuses in methods.items():
            answer = ask(method, route)
            if answer.status_code != statuses[who]:
                differing.append(
                    f"{method} {route}: {answer.status_code}, expected {statuses[who]}"
                )
            if (
                "no-store" not in answer.get("Cache-Control", "")
                and route not in NOT_SAID_BY_DEFAULT
            ):
                kept.append(f"{method} {route}: {answer.get('Cache-Control')}")
    assert (differing, kept) == ([], [])


def test_a_viewer_reads_no_name_and_no_comment_of_anybody(asking, viewer):
    ask = asking(viewer)
    read = {
        route: ask("GET", route)
        for route, methods in TABLE.items()
        if methods["GET"]["viewer"] == 200
    }
    named = [
        f"{route}: {found}"
        for route, answer in read.items()
        if (found := PEOPLE.findall(_text(answer)))
    ]
    assert named == []
    assert any("rater 1" in _text(answer) for answer in read.values()), (
        "raters are there, by another name"
    )


def test_a_viewer_is_offered_nothing_that_they_cannot_open(asking, signed_in, viewer, world):
    """Each link and each form of a page leads to an address that answers."""
    ask = asking(viewer)
    dead = []
    for route, methods in TABLE.items():
        if methods["GET"]["viewer"] != 200 or route.startswith(("/api/", "/admin/")):
            continue
        text = _text(ask("GET", route))
        offered = {("GET", href) for href in re.findall(r'<a [^>]*href="(/[^"#]*)', text)}
        offered |= {
            ("POST", action) for action in re.findall(r'<form method="post" action="(/[^"]*)', text)
        }
        # A link to a file names the person and the file: it is followed, as no row could say it.
        files = {way for way in offered if way[1].startswith("/media/")}
        client = signed_in(viewer)
        dead += [
            f"{route}: {address}"
            for _, address in sorted(files)
            if client.get(address).status_code != 200
        ]
        dead += [
            f"{route}: {way}" for way in sorted(offered - files) if not _leads_somewhere(world, way)
        ]
    assert dead == []


def _leads_somewhere(world, way: tuple[str, str]) -> bool:
    method, address = way
    path = address.partition("?")[0]
    routes = [route for route in TABLE if _takes(route, path)]
    return any(TABLE[route][method]["viewer"] in PASSED for route in routes[:1])


def _takes(route: str, path: str) -> bool:
    parts = re.split(r"<int:\w+>|<(?:\w+:)?\w+>", route)
    kinds = re.findall(r"<(?:(\w+):)?\w+>", route)
    pattern = re.escape(parts[0])
    for kind, part in zip(kinds, parts[1:], strict=True):
        pattern += {"int": r"\d+", "path": ".+"}.get(kind, "[^/]+") + re.escape(part)
    return re.fullmatch(pattern, path) is not None


def _text(answer) -> str:
    return "" if answer.streaming else answer.content.decode(errors="replace")
