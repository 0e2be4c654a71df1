"""Leaderboards by HTTP: what anybody reads, and what nobody can tell."""

import io
import json
import re
import zipfile

import pytest
from django.core.cache import cache
from django.test import Client

from metrics.models import Leaderboard
from metrics.table_files import as_csv
from pooling.models import Run
from publishing.queries.boards import find_public_board
from tests.factories import make_run
from tests.metrics.worlds import RELEVANT, judge, make_world
from tests.publishing.boards import public_board, publish, switch_on, work

pytestmark = pytest.mark.django_db
ALL = ("strong", "weak", "weak again")
FILES = ("", "embed/", "scores.svg", "scores-dark.svg", "report.json", "bundle.zip")
PLACES = (*(f"/leaderboard/toy/{name}" for name in FILES), "/leaderboard/toy.json")
PLACES += ("/leaderboard/toy.csv", "/api/v1/leaderboard/toy")


@pytest.fixture(autouse=True)
def _no_visits_counted():
    cache.clear()


@pytest.fixture
def stranger() -> Client:
    return Client()


def test_nobody_signs_in_and_no_cookie_is_set(stranger):
    public_board(make_world(), *ALL)
    for place in PLACES:
        answer = stranger.get(place)
        assert answer.status_code == 200, place
        assert not answer.cookies, place
        assert "public" in answer["Cache-Control"]
        assert stranger.get(place, headers={"if-none-match": answer["ETag"]}).status_code == 304


def test_off_and_never_there_are_the_same_answer(stranger):
    world = make_world()
    public_board(world, *ALL)
    switch_on(world, public=False)
    for place in PLACES:
        off, never = stranger.get(place), stranger.get(place.replace("toy", "toz"))
        assert (off.status_code, never.status_code) == (404, 404), place
        assert _comparable(off) == _comparable(never), place
        assert not off.cookies


def _comparable(answer):
    body = answer.content.replace(b"toz", b"toy")
    return body, [(name, value) for name, value in _headers(answer) if "Policy" not in name]


def _headers(answer) -> list[tuple[str, str]]:
    """Without the request's number, which no two answers share."""
    return sorted((name, value) for name, value in answer.items() if name != "X-Request-ID")


def test_two_worlds_differ_in_no_public_byte(stranger):
    """The second has a private run, its verdicts, and its place among the ids."""
    world = make_world()
    public_board(world, *ALL)
    plain = _all_of_it(stranger)
    Leaderboard.objects.all().delete()
    make_run(world, {0: [4, 5, 1], 1: [5, 4, 3], 2: [1, 0, 5]}, "secret", depth=3)
    judge(world, {("a red ball", 5): RELEVANT, ("a man cooks rice", 1): RELEVANT})
    switch_on(world)
    assert _all_of_it(stranger) == plain
    assert "secret" not in str(list(plain.values()))


def _all_of_it(stranger) -> dict:
    cache.clear()
    found = {}
    for place in (*PLACES, "/leaderboard/secret/"):
        answer = stranger.get(place)
        headers = _without_nonce(_headers(answer))
        found[place] = answer.status_code, _without_nonce(answer.content), headers
    return found


def _without_nonce(what) -> str:
    return re.sub(r"nonce[-=]\S+", "nonce", str(what))


def test_only_the_embedded_page_may_be_framed(stranger):
    public_board(make_world(), *ALL)
    page, embedded = stranger.get("/leaderboard/toy/"), stranger.get("/leaderboard/toy/embed/")
    assert page["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert "X-Frame-Options" not in embedded
    assert "frame-ancestors *" in embedded["Content-Security-Policy"]
    for answer in (page, embedded):
        assert "unsafe" not in answer["Content-Security-Policy"]
        assert b"<script" not in answer.content
        assert b"style=" not in answer.content


def test_its_json_may_be_asked_from_any_page(stranger):
    board = public_board(make_world(), *ALL)
    for place in ("/leaderboard/toy.json", "/api/v1/leaderboard/toy"):
        answer = stranger.get(place)
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert answer.content == bytes(board.issue.content)
    (best, *_) = answer.json()["rows"]
    assert {"run", "scores", "group", "judged", "report", "sha256"} <= set(best)


def test_the_page_says_what_its_json_says(stranger):
    public_board(make_world(), *ALL, measures=("C@1", "AP@3"))
    page = stranger.get("/leaderboard/toy/").content.decode()
    told = stranger.get("/leaderboard/toy.json").json()
    shown = re.findall(r'board-number" href="[^"]+">([\d.]+) \(', page)
    expected = [
        f"{100 * row['scores'][measure]['all']:.1f}"
        for row in told["rows"]
        for measure in told["measures"]
    ]
    assert shown == expected
    groups = re.findall(r'board-group">(\w+)<', page)
    assert groups == [row["group"] for row in told["rows"]]
    assert told["verify"]["command"] in page.replace("&#x27;", "'")


def test_csv_and_bundle_are_those_of_the_board(stranger):
    board = public_board(make_world(), *ALL)
    table = find_public_board("toy").table
    assert stranger.get("/leaderboard/toy.csv").content.decode() == as_csv(table)
    answer = stranger.get("/leaderboard/toy/bundle.zip")
    assert answer.content == bytes(board.issue.bundle)
    with zipfile.ZipFile(io.BytesIO(answer.content)) as whole:
        assert whole.read("report.json") == stranger.get("/leaderboard/toy/report.json").content


def test_few_judged_is_warned_of(stranger):
    public_board(make_world(), *ALL)
    page = stranger.get("/leaderboard/toy/").content.decode()
    assert "Judged@3 is below 95 %" in page


def test_who_asks_too_often_waits(stranger):
    public_board(make_world(), *ALL)
    statuses = [stranger.get("/leaderboard/toy/bundle.zip").status_code for _ in range(8)]
    assert statuses == [200] * 6 + [429] * 2
    none = [stranger.get("/leaderboard/none/bundle.zip").status_code for _ in range(2)]
    assert none == [429, 429]


def test_a_lead_sets_it_on_its_page(signed_in, lead, stranger):
    world = make_world()
    browser = signed_in(lead)
    here = f"/benchmarks/{world.pk}/leaderboard/"
    assert "It is off" in browser.get(here).content.decode()
    none = browser.post(here, {"public": "on", "measures": "C@1", "depth": ""})
    assert none.status_code == 422
    assert "No run of this benchmark is public" in none.content.decode()
    runs = list(world.runs.values_list("pk", flat=True))
    assert browser.post(here + "runs/", {"runs": runs, "state": "published"}).status_code == 302
    answer = browser.post(here, {"public": "on", "measures": "C@1, AP@3", "depth": "3"})
    assert answer["Location"].startswith(f"{here}?job=")
    work()
    assert stranger.get("/leaderboard/toy/").status_code == 200
    assert stranger.get("/leaderboard/toy.json").json()["measures"] == ["C@1", "AP@3"]
    page = browser.get(here).content.decode()
    assert "/leaderboard/toy/" in page
    assert browser.post(here, {"measures": "C@1, AP@3"}).status_code == 302
    assert stranger.get("/leaderboard/toy/").status_code == 404


def test_a_lead_puts_an_earlier_report_back(signed_in, lead, stranger):
    world = make_world()
    first = public_board(world, *ALL).issue.report.sha256
    browser, here = signed_in(lead), f"/benchmarks/{world.pk}/leaderboard/"
    judge(world, {("a red ball", 0): RELEVANT})
    assert browser.post(here + "make/").status_code == 302
    work()
    assert stranger.get("/leaderboard/toy.json").json()["sha256"] != first
    assert browser.post(here + "show/", {"sha256": first}).status_code == 302
    assert stranger.get("/leaderboard/toy.json").json()["sha256"] == first
    assert browser.post(here + "show/", {"sha256": "00"}).status_code == 422


def test_viewers_cannot_set_it(signed_in, viewer):
    world = make_world()
    browser, here = signed_in(viewer), f"/benchmarks/{world.pk}/leaderboard/"
    assert browser.get(here).status_code == 403
    assert browser.post(here + "make/").status_code == 403


def test_the_api_sets_it_too(signed_in, lead, stranger):
    world = make_world()
    browser, here = signed_in(lead), f"/api/v1/benchmarks/{world.pk}/leaderboard"

    def send(address, **sent):
        return browser.post(address, json.dumps(sent), content_type="application/json")

    runs = list(world.runs.values_list("pk", flat=True))
    set_them = send(f"{here}/runs", runs=runs, state="blinded")
    assert set_them.status_code == 200
    assert {run["state"] for run in set_them.json()["runs"]} == {"blinded"}
    assert send(here, public=True, measures=["C@1"], depth=1).status_code == 202
    work()
    told = browser.get(here).json()
    assert (told["public"], told["shown"], told["measures"]) == (True, True, ["C@1"])
    rows = stranger.get("/api/v1/leaderboard/toy").json()["rows"]
    assert len({row["run"] for row in rows}) == 3
    assert all(row["run"].startswith("Submission ") for row in rows)
    assert send(f"{here}/show", sha256=rows[0]["sha256"]).status_code == 200
    assert send(f"{here}/make").status_code == 202
    assert send(here, public=True, measures=["C@5"], depth=10).status_code == 400


def test_a_withdrawn_run_is_gone_before_the_job_has_run(stranger):
    world = make_world()
    public_board(world, *ALL)
    publish(world, "weak", state=Run.State.PRIVATE)
    assert stranger.get("/leaderboard/toy/").status_code == 404
    assert stranger.get("/leaderboard/toy/bundle.zip").status_code == 404
    work()
    assert b"weak<" not in stranger.get("/leaderboard/toy/").content
