"""What only a real browser can tell: what it refuses, what fits a phone, what the keyboard reaches,
what plays."""

import subprocess
from pathlib import Path

import imageio_ffmpeg
import pytest

from pooling.views.media import OPEN_ENDED_BYTES

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGES = [
    "/",
    "/people/",
    "/people/account/",
    "/people/invitations/",
    "/jobs/",
    "/test/form/",
    "/test/parts/",
]


@pytest.fixture(autouse=True)
def _pages(settings):
    settings.ROOT_URLCONF = "tests.web.pages"


def test_scripts_handlers_and_styles_inside_a_page_are_refused(page):
    page.goto("/test/inline/")
    page.click("#handler")
    assert page.title() == "as it should be · Truepool"
    assert (
        page.eval_on_selector("#styled", "element => getComputedStyle(element).color")
        != "rgb(1, 2, 3)"
    )
    assert len([said for said in page.complaints if "Content Security Policy" in said]) >= 3
    page.complaints.clear()  # here they are what was wanted; anywhere else they fail the test


def test_no_page_is_wider_than_a_phone(browse_as, administrator):
    page = browse_as(administrator)
    page.set_viewport_size({"width": 360, "height": 780})
    for address in PAGES:
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, address


# Links among text are as small as their words; a box to tick is 20 px with its label, which can be
# pressed too, around it.
SMALL_TARGETS = """() => [...document.querySelectorAll(
        "a, button, summary, select, textarea, input")]
    .map(element => [element, element.getBoundingClientRect(),
        element.matches("[type=checkbox], [type=radio]") ? 20 : 24])
    .filter(([element, box]) =>
        box.width > 0 && !element.closest("p:not(.actions)") && !element.matches(".skip-link"))
    .filter(([element, box, least]) => Math.min(box.width, box.height) < least)
    .map(([element, box]) => `${element.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)"""


@pytest.mark.parametrize("width", [360, 1280])
def test_everything_that_is_pressed_is_large_enough(browse_as, administrator, width):
    page = browse_as(administrator)
    page.set_viewport_size({"width": width, "height": 780})
    for address in PAGES:
        page.goto(address)
        assert page.evaluate(SMALL_TARGETS) == [], address


def test_the_keyboard_comes_first_to_the_way_past_the_navigation(browse_as, administrator):
    page = browse_as(administrator)
    page.goto("/test/parts/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    assert page.locator(".skip-link").bounding_box()["y"] >= 0
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"


def test_the_menu_of_a_phone_opens_without_scripts(chromium, live_server, administrator):
    from django.test import Client

    client = Client()
    client.force_login(administrator, backend="django.contrib.auth.backends.ModelBackend")
    phone = chromium.new_context(
        base_url=live_server.url, viewport={"width": 390, "height": 780}, java_script_enabled=False
    )
    phone.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
    )
    page = phone.new_page()
    page.goto("/test/parts/")
    assert not page.get_by_role("link", name="Jobs").is_visible()
    page.locator("summary").click()
    page.get_by_role("link", name="Jobs").click()
    page.wait_for_url("**/jobs/")
    phone.close()


@pytest.mark.parametrize(
    ("scheme", "ground"), [("light", "rgb(250, 250, 249)"), ("dark", "rgb(22, 21, 20)")]
)
def test_the_readers_system_chooses_light_or_dark(page, scheme, ground):
    page.emulate_media(color_scheme=scheme)
    page.goto("/test/form/")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == ground


def test_a_page_can_be_dark_by_default_and_paper_never_is(page):
    page.emulate_media(color_scheme="light")
    page.goto("/test/form/")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert (
        page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        == "rgb(22, 21, 20)"
    )
    page.emulate_media(media="print", color_scheme="dark")
    assert (
        page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        == "rgb(250, 250, 249)"
    )
    assert not page.locator(".bar").is_visible()


def test_htmx_is_there_with_its_risks_switched_off(page):
    page.goto("/test/form/")
    settings = page.evaluate("htmx.config")
    assert (
        settings["allowEval"],
        settings["selfRequestsOnly"],
        settings["includeIndicatorStyles"],
    ) == (False, True, False)
    assert (settings["allowScriptTags"], settings["historyCacheSize"]) == (False, 0)
    # A style that an extension has set on an element is not copied: as an attribute it is refused.
    assert "style" not in settings["attributesToSettle"]


@pytest.fixture
def film(settings, tmp_path) -> Path:
    """Half a minute of noise, so that it is several times larger than what is sent at once."""
    settings.MEDIA_ROOT = tmp_path
    path = tmp_path / "noise.mp4"
    source = ["-f", "lavfi", "-i", "testsrc2=size=320x240:rate=10:duration=30,noise=alls=80:allf=t"]
    coding = [
        "-c:v",
        "libx264",
        "-preset",
        "ultrafast",
        "-pix_fmt",
        "yuv420p",
        "-qp",
        "14",
        "-g",
        "10",
        "-movflags",
        "+faststart",
    ]
    subprocess.run(
        [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", *source, *coding, path], check=True
    )
    assert path.stat().st_size > 2 * OPEN_ENDED_BYTES
    return path


def test_a_film_plays_and_is_wound_forward(browse_as, rater, film):
    page = browse_as(rater)
    answers = []
    page.on("response", lambda answer: answers.append(answer) if "/media/" in answer.url else None)
    page.goto(f"/test/video/?path={film.name}")
    page.evaluate("""() => new Promise((done, failed) => {
        const video = document.querySelector("video");
        video.onerror = () => failed(new Error(video.error.message));
        video.ontimeupdate = () => video.currentTime > 0.2 && done();
        return video.play();
    })""")
    page.evaluate("""() => new Promise((done, failed) => {
        const video = document.querySelector("video");
        video.onerror = () => failed(new Error(video.error.message));
        video.onseeked = () => done();
        video.pause();
        video.currentTime = 27;
    })""")
    assert page.eval_on_selector(
        "video", "video => [video.currentTime, Math.round(video.duration)]"
    ) == [27, 30]
    page.goto("about:blank")  # it would go on asking
    assert {answer.status for answer in answers} == {206}
    starts = [
        int(answer.headers["content-range"].split(" ")[1].split("-")[0]) for answer in answers
    ]
    assert starts[0] == 0
    assert max(starts) > OPEN_ENDED_BYTES
    assert all(int(answer.headers["content-length"]) <= OPEN_ENDED_BYTES for answer in answers)


def test_all_places_of_a_lead_are_on_one_line(browse_as, lead):
    page = browse_as(lead)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto("/")
    places = page.locator(".bar-places a")
    assert places.count() == 6
    assert len({place.bounding_box()["y"] for place in places.all()}) == 1
