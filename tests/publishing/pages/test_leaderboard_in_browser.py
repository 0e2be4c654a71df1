"""Leaderboards in a real window: on a telephone, inside another site, and from a folder."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.core.cache import cache
from django.core.management import call_command

from tests.metrics.worlds import make_world
from tests.publishing.boards import public_board

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def told() -> dict:
    """What the command says of the leaderboard."""
    cache.clear()
    public_board(make_world(), "strong", "weak", blinded=["weak again"])
    return json.loads(call_command("leaderboard", "toy", "--json"))


def shown(page) -> list[str]:
    return [link.split(" (")[0] for link in page.locator("td .board-number").all_inner_texts()]


def expected(told) -> list[str]:
    found = []
    for row in told["rows"]:
        found += [f"{100 * row['scores'][measure]['all']:.1f}" for measure in told["measures"]]
        found.append(row["report"])
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_its_numbers_are_those_of_the_command_also_on_a_telephone(page, told, scheme):
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme=scheme)
    for place in ("/leaderboard/toy/", "/leaderboard/toy/embed/"):
        page.goto(place)
        assert shown(page) == expected(told)
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        picture = page.locator(".board-picture img")
        assert picture.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
        name = "scores-dark.svg" if scheme == "dark" else "scores.svg"
        assert picture.evaluate("image => image.currentSrc").endswith(name)
    assert page.context.cookies() == []
    page.set_viewport_size({"width": 320, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_on_a_telephone_each_run_has_a_line_and_the_picture_is_not_cut(page, told):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/leaderboard/toy/")
    assert not page.locator(".board-picture").is_visible()
    lines = page.locator(".board-lines li")
    measure = told["measures"][0]
    scores = [f"{100 * row['scores'][measure]['all']:.1f} %" for row in told["rows"]]
    assert lines.locator(".board-score").all_inner_texts() == scores
    dots = lines.locator(".board-dot").evaluate_all(
        "dots => dots.map((dot) => dot.getBoundingClientRect())"
    )
    assert all(dot["left"] >= 0 and dot["right"] <= 390 for dot in dots)
    values = [row["scores"][measure]["all"] for row in told["rows"]]
    assert sorted(values, reverse=True) == values
    assert [dot["left"] for dot in dots] == sorted((dot["left"] for dot in dots), reverse=True)
    page.set_viewport_size({"width": 1200, "height": 844})
    assert page.locator(".board-picture").is_visible()
    assert not page.locator(".board-lines").is_visible()


def test_what_is_copied_to_embed_it_is_as_high_as_it_needs(page, told):
    page.goto("/leaderboard/toy/")
    copied = page.locator("code", has_text="<iframe").inner_text()
    height = int(copied.split('height="')[1].split('"')[0])
    for width in (390, 700, 1000):
        page.set_viewport_size({"width": width, "height": 200})
        page.goto("/leaderboard/toy/embed/")
        assert page.evaluate("document.documentElement.scrollHeight") <= height, width


@pytest.fixture
def elsewhere(live_server):
    """elsewhere(place): the address of a page of another site, which frames that place."""

    class Framing(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            source = f'{live_server.url}{self.path}" width="800" height="600'
            self.wfile.write(f'<!doctype html><iframe src="{source}"></iframe>'.encode())

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Framing) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield lambda place: f"http://127.0.0.1:{server.server_port}{place}"
        server.shutdown()


def test_another_site_can_frame_the_embedded_page_and_no_other(page, elsewhere, told):
    title = page.frame_locator("iframe").locator("h1")
    page.goto(elsewhere("/leaderboard/toy/embed/?theme=dark"))
    assert title.inner_text() == "Leaderboard of toy"
    page.goto(elsewhere("/leaderboard/toy/"))
    page.wait_for_load_state("networkidle")
    assert "Leaderboard of toy" not in page.frames[-1].content()
    page.complaints.clear()  # that it was refused, and that another site has no icon


def test_a_folder_shows_it_without_a_server(page, told, tmp_path):
    call_command("leaderboard", "toy", "--out", str(tmp_path / "board"))
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((tmp_path / "board" / "index.html").as_uri())
    assert shown(page) == expected(told)
    picture = page.locator(".board-picture img")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    links = page.locator("a").evaluate_all("links => links.map((link) => link.href)")
    for link in links:
        assert link.startswith("file:"), link
        assert (tmp_path / "board" / link.rpartition("/")[2]).exists(), link
    kept = json.loads((tmp_path / "board" / "leaderboard.json").read_text())
    assert kept["rows"] == told["rows"]
