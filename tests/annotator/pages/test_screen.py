"""The rating screen in a real Chromium, with real clips: keys, and answers that are not lost."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from playwright.sync_api import APIResponse, Page, Route, expect

from annotator.models import Answer, ClipFailure, Label, Preference, Slot
from media.ffmpeg import make_test_clip
from pooling.models import Video
from tests.annotator.pages.looking import looked
from tests.annotator.saying import claim, say
from tests.annotator.test_gold import with_gold
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db(transaction=True)

NETWORK = ("Failed to load resource", "ERR_INTERNET_DISCONNECTED", "net::")


def make_clips() -> None:
    folder = Path(settings.MEDIA_ROOT) / "videos"
    folder.mkdir(parents=True, exist_ok=True)
    make_test_clip(folder / "rated.mp4", width=160, height=120)
    Video.objects.update(state="ready", path="videos/rated.mp4", seconds=1.0, width=160, height=120)


@pytest.fixture
def campaign(rater, other_rater):
    made = make_campaign(captions=10, videos=8, raters=[rater, other_rater], double_share=0.0)
    make_clips()
    return made


def answers() -> list[str]:
    return list(Label.objects.order_by("pk").values_list("answer", flat=True))


def until(page: Page, expression: str, seconds: float = 15.0) -> None:
    """Asked again and again from outside: the page's own policy forbids it to evaluate strings."""
    for _ in range(int(seconds * 20)):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"not within {seconds} s: {expression}")


def begin(page: Page, campaign) -> Page:
    page.goto(f"/rate/{campaign.pk}/")
    page.get_by_role("button", name="Begin").click()
    ready(page)
    return page


def ready(page: Page) -> None:
    """Scripts are there, and the next clip is in memory."""
    page.wait_for_selector("body[data-scripts]")
    expect(page.locator("[data-player]")).to_be_visible()
    until(page, "document.querySelector('video').readyState >= 2")
    looked(page)


def saved(page: Page, words: str) -> None:
    expect(page.locator("[data-saved]")).to_have_text(words)


def tap(page: Page, key: str) -> None:
    looked(page)
    page.keyboard.press(key)


def press(page: Page, key: str, words: str) -> None:
    tap(page, key)
    saved(page, words)


def forgive(page: Page, *what: str) -> None:
    """What a browser itself says of a broken connection or a refusal is no complaint."""
    page.complaints[:] = [one for one in page.complaints if not any(w in one for w in what)]


def hold_answers(page: Page) -> list[Route]:
    """The next answer does not reach the server until it is let go."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/v1/labels", hold, times=1)
    return held


def sign_out(page: Page) -> None:
    page.context.clear_cookies()
    Session.objects.all().delete()


def sign_in(page: Page, person, live_server) -> None:
    client = Client()
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value}
    page.context.add_cookies([cookie | {"url": live_server.url}])


def test_the_whole_walk_by_keys_alone(browse_as, campaign, rater):
    page = begin(browse_as(rater), campaign)
    first = page.inner_text("h1")
    press(page, "1", "Saved: relevant.")
    assert page.inner_text("h1") != first
    press(page, "0", "Saved: irrelevant.")
    press(page, "ArrowRight", "Saved: relevant.")
    taken_back = page.inner_text("h1")
    press(page, "i", "Saved: irrelevant.")
    press(page, "z", "Taken back: judge this pair again.")
    assert page.inner_text("h1") == taken_back
    page.keyboard.press("c")
    page.keyboard.type("e1z0 is typed, and answers nothing")
    page.keyboard.press("Escape")
    press(page, "r", "Saved: relevant.")
    page.keyboard.press("e")
    expect(page.locator("[data-reason]").first).to_be_visible()
    press(page, "3", "Saved: cannot judge (The clip cannot be made out).")
    page.keyboard.press("g")
    expect(page.locator("#guidelines")).to_be_visible()
    page.keyboard.press("g")
    expect(page.locator("#guidelines")).to_be_hidden()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    put_off = page.inner_text("h1")
    press(page, "l", "Moved to the end of your queue.")
    assert page.inner_text("h1") != put_off
    assert answers() == [
        Answer.RELEVANT,
        Answer.IRRELEVANT,
        Answer.RELEVANT,
        Answer.IRRELEVANT,
        Answer.WITHDRAWN,
        Answer.RELEVANT,
        Answer.CANNOT_JUDGE,
    ]
    kept = Label.objects.order_by("-pk")[1]
    assert (kept.comment, kept.client) == ("e1z0 is typed, and answers nothing", "page")
    assert kept.active_ms is not None
    assert kept.plays


def test_keys_of_the_player_stay_as_set(browse_as, campaign, rater):
    page = begin(browse_as(rater), campaign)
    for key in ("+", "m", "Space"):
        page.keyboard.press(key)
    video = "document.querySelector('video')."
    assert page.evaluate(f"[{video}playbackRate, {video}muted, {video}paused]") == [
        1.25,
        False,
        True,
    ]
    page.keyboard.press("Space")
    press(page, "1", "Saved: relevant.")
    assert page.evaluate(f"[{video}playbackRate, {video}muted, {video}paused]") == [
        1.25,
        False,
        False,
    ]
    page.reload()
    ready(page)
    assert page.evaluate(f"{video}playbackRate") == 1.25
    expect(page.locator("video:visible")).to_have_count(1)


def test_nothing_moves_from_pair_to_pair(browse_as, campaign, rater):
    page = browse_as(rater)
    page.add_init_script("""
        window.moved = [];
        new PerformanceObserver((all) => {
            for (const one of all.getEntries())
                moved.push(...one.sources.map((at) => at.node?.outerHTML?.slice(0, 80)));
        }).observe({type: "layout-shift", buffered: true});
    """)
    begin(page, campaign)
    for key, words in (("1", "Saved: relevant."), ("0", "Saved: irrelevant.")) * 3:
        press(page, key, words)
        page.keyboard.press("Space")
        page.wait_for_timeout(100)
        page.keyboard.press("Space")
        page.wait_for_timeout(100)
    assert page.evaluate("moved") == []


def test_fifty_answers_with_the_connection_cut_in_the_middle(browse_as, campaign, rater):
    page = begin(browse_as(rater), campaign)
    given = 0
    for at in range(50):
        if at in (12, 30):
            page.context.set_offline(True)
        if at in (15, 33):
            expect(page.locator("[data-waiting]")).to_have_attribute(
                "data-waiting", re.compile("[3-6]")
            )
            page.context.set_offline(False)
            expect(page.locator("[data-waiting]")).to_have_attribute(
                "data-waiting", "0", timeout=20_000
            )
        tap(page, "1" if at % 2 else "0")
        given += 1
        until(page, f"parseInt(document.querySelector('[data-today]').innerText) === {given}")
    expect(page.locator("[data-waiting]")).to_have_attribute("data-waiting", "0", timeout=20_000)
    assert Label.objects.count() == given == 50
    assert Label.objects.values("slot").distinct().count() == 50
    assert Label.objects.filter(answer="relevant").count() == 25
    forgive(page, *NETWORK)


def test_an_answer_leaves_while_it_is_being_kept(browse_as, campaign, rater):
    """Neither the disk nor a lock that another tab holds is waited for; what waits behind it is."""
    page = begin(browse_as(rater), campaign)
    page.evaluate(
        f"() => void navigator.locks.request('truepool.send.{rater.pk}', () => new Promise(free =>"
        " window.free = free))"
    )
    press(page, "1", "Saved: relevant.")
    press(page, "0", "Saved: irrelevant.")
    assert answers() == ["relevant", "irrelevant"]
    held = hold_answers(page)
    tap(page, "1")
    page.wait_for_timeout(200)
    tap(page, "0")
    page.wait_for_timeout(200)
    (first,) = held
    first.continue_()
    saved(page, "Saved: relevant.")
    assert answers() == ["relevant", "irrelevant", "relevant"]
    page.evaluate("window.free()")
    saved(page, "Saved: irrelevant.")
    expect(page.locator("[data-waiting]")).to_have_attribute("data-waiting", "0")
    assert answers() == ["relevant", "irrelevant"] * 2


def test_an_answer_on_its_way_is_taken_back_once_it_is_saved(browse_as, campaign, rater):
    page = begin(browse_as(rater), campaign)
    first, held = page.inner_text("h1"), hold_answers(page)
    tap(page, "1")
    page.wait_for_timeout(200)
    page.keyboard.press("z")
    page.wait_for_timeout(200)
    assert Label.objects.count() == 0
    held[0].continue_()
    saved(page, "Taken back: judge this pair again.")
    assert page.inner_text("h1") == first
    assert answers() == [Answer.RELEVANT, Answer.WITHDRAWN]
    press(page, "0", "Saved: irrelevant.")
    assert answers() == [Answer.RELEVANT, Answer.WITHDRAWN, Answer.IRRELEVANT]
    expect(page.locator("[data-today]")).to_have_text("1 today")


@pytest.mark.parametrize("width", [1280, 390])
def test_what_is_left_falls_by_one_with_each_answer_and_never_rises(
    browse_as, rater, other_rater, width
):
    """Beside checks, while a colleague claims and answers."""
    campaign = with_gold(20, raters=[rater, other_rater], captions=20)
    make_clips()
    page = browse_as(rater)
    page.set_viewport_size({"width": width, "height": 800})
    begin(page, campaign)
    line = page.locator("[data-left]")
    expect(line).to_have_text(re.compile(r"about \d+ left"))
    number = int(line.inner_text().split()[1])
    page.evaluate(WATCH_WHAT_IS_LEFT)
    for given in range(1, 11):
        press(page, "1", "Saved: relevant.")
        expect(line).to_have_text(f"about {number - given} left")
        say(other_rater, claim(other_rater, campaign)[0])
    shown = page.evaluate("window.wasLeft")
    assert shown == [f"about {number - given} left" for given in range(1, 11)]
    page.reload()
    ready(page)
    expect(line).to_have_text(f"about {number - 10} left")
    press(page, "z", "Taken back: judge this pair again.")
    expect(line).to_have_text(f"about {number - 9} left")


# Each text that the line has had, once.
WATCH_WHAT_IS_LEFT = """() => {
  const line = document.querySelector("[data-left]");
  window.wasLeft = [];
  new MutationObserver(() => {
    const now = line.textContent;
    if (now !== (window.wasLeft.at(-1) ?? now) || !window.wasLeft.length) window.wasLeft.push(now);
  }).observe(line, { childList: true, characterData: true, subtree: true });
}"""


def test_a_count_that_comes_late_forgets_no_answer(browse_as, campaign, rater):
    """At the twentieth answer the server is asked for its counts. Meanwhile another is given."""
    page = begin(browse_as(rater), campaign)
    late: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        late.append((route, route.fetch()))

    page.route("**/standing/", hold, times=1)
    for at in range(20):
        press(page, "1" if at % 2 else "0", "Saved: relevant." if at % 2 else "Saved: irrelevant.")
    for _ in range(100):
        if late:
            break
        page.wait_for_timeout(50)
    press(page, "0", "Saved: irrelevant.")
    for route, response in late:
        route.fulfill(response=response)
    page.wait_for_timeout(300)
    expect(page.locator("[data-today]")).to_have_text("21 today")
    assert late
    expect(page.locator("[data-waiting]")).to_have_attribute("data-waiting", "0")
    press(page, "1", "Saved: relevant.")
    expect(page.locator("[data-today]")).to_have_text("22 today")
    assert Label.objects.count() == 22


def test_answers_wait_through_a_reload_and_a_session_that_ended(
    browse_as, campaign, rater, live_server
):
    page = begin(browse_as(rater), campaign)
    press(page, "1", "Saved: relevant.")
    sign_out(page)
    page.keyboard.press("c")
    page.keyboard.type("a dog, not a cat")
    page.keyboard.press("Escape")
    tap(page, "0")
    expect(page.locator("#banner")).to_contain_text("Your session has ended")
    page.keyboard.press("c")
    page.keyboard.type("half a thought")
    typed_for = page.inner_text("h1")
    assert Label.objects.count() == 1
    page.click("#banner-sign-in")
    sign_in(page, rater, live_server)
    page.goto(f"/rate/{campaign.pk}/")
    ready(page)
    expect(page.locator("[data-waiting]")).to_have_attribute("data-waiting", "0")
    assert answers() == ["relevant", "irrelevant"]
    assert Label.objects.latest("pk").comment == "a dog, not a cat"
    expect(page.locator("h1")).to_have_text(typed_for)
    expect(page.locator("#note-text")).to_have_value("half a thought")
    forgive(page, *NETWORK, "401", "403")


def test_what_waits_is_never_sent_for_another_person(
    browse_as, campaign, rater, other_rater, live_server
):
    page = begin(browse_as(rater), campaign)
    sign_out(page)
    tap(page, "1")
    expect(page.locator("#banner")).to_contain_text("Your session has ended")
    sign_in(page, other_rater, live_server)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("[data-over=another]")).to_be_visible()
    page.goto(f"/rate/{campaign.pk}/")
    begin(page, campaign)
    expect(page.locator("#notices")).to_contain_text("Answers of someone else wait")
    press(page, "0", "Saved: irrelevant.")
    assert [(one.rater, one.answer) for one in Label.objects.all()] == [(other_rater, "irrelevant")]
    sign_out(page)
    sign_in(page, rater, live_server)
    page.goto(f"/rate/{campaign.pk}/")
    ready(page)
    expect(page.locator("[data-waiting]")).to_have_attribute("data-waiting", "0")
    assert Label.objects.filter(rater=rater, answer="relevant").count() == 1
    assert Label.objects.count() == 2
    forgive(page, *NETWORK, "401", "403", "409")


def test_a_second_tab_says_so_and_takes_over(browse_as, campaign, rater):
    page = begin(browse_as(rater), campaign)
    press(page, "1", "Saved: relevant.")
    second = page.context.new_page()
    second.goto(f"/rate/{campaign.pk}/")
    expect(second.locator("[data-over=tab]")).to_contain_text("open in another tab")
    second.keyboard.press("0")
    second.get_by_role("button", name="Continue here").click()
    ready(second)
    expect(page.locator("[data-over=tab]")).to_contain_text("You continued in another tab")
    tap(page, "0")
    press(second, "1", "Saved: relevant.")
    assert answers() == ["relevant", "relevant"]


def test_an_answer_to_a_lost_lease_stays_and_says_what_became_of_it(
    browse_as, campaign, rater, other_rater
):
    page = begin(browse_as(rater), campaign)
    held = Slot.objects.filter(state="leased", rater=rater)
    held.update(lease_ends="2020-01-01T00:00Z")
    caption = page.inner_text("h1")
    for slot in claim(other_rater, campaign, 20):
        say(other_rater, slot)
    page.keyboard.press("c")
    page.keyboard.type("worth keeping")
    page.keyboard.press("Escape")
    tap(page, "1")
    notice = page.locator("#notices li").first
    expect(notice).to_contain_text("went to someone else")
    expect(notice).to_contain_text(caption)
    expect(notice).to_contain_text("worth keeping")
    page.goto(f"/rate/{campaign.pk}/")
    notice = page.locator("#notices li").first
    expect(notice).to_contain_text("worth keeping")
    notice.get_by_role("button", name="Dismiss").click()
    page.reload()
    page.wait_for_timeout(500)
    expect(page.locator("#notices li")).to_have_count(0)
    assert not Label.objects.filter(rater=rater).exists()
    forgive(page, "409")


def test_a_clip_that_is_gone_says_why_and_is_noted_for_the_lead(
    browse_as, campaign, rater, lead, signed_in
):
    page = browse_as(rater)
    page.context.route(re.compile("/media/"), lambda route: route.fulfill(status=404))
    page.goto(f"/rate/{campaign.pk}/")
    page.get_by_role("button", name="Begin").click()
    panel = page.locator("[data-over=failed]")
    expect(panel).to_contain_text("The server did not deliver this clip.")
    for answer in ("relevant", "irrelevant"):
        expect(page.locator(f"[data-answer={answer}]")).to_be_disabled()
    page.keyboard.press("1")
    panel.get_by_role("button", name="Cannot judge: the clip does not play").click()
    saved(page, "Saved: cannot judge (The clip does not play).")
    assert list(Label.objects.values_list("answer", "reason")) == [
        ("cannot_judge", "does_not_play")
    ]
    failure = ClipFailure.objects.earliest("pk")
    assert (failure.cause, failure.rater, "HTTP 404" in failure.detail) == (
        "not_found",
        rater,
        True,
    )
    listed = signed_in(lead).get(f"/campaigns/{campaign.pk}/clips/").text
    assert "HTTP 404" in listed
    assert failure.video.key in listed
    page.goto("about:blank")
    page.complaints.clear()


def test_a_clip_that_comes_at_the_second_try_can_be_judged(browse_as, campaign, rater):
    page = browse_as(rater)
    broken = {"yes": True}
    page.context.route(
        re.compile("/media/"),
        lambda route: route.fulfill(status=404) if broken["yes"] else route.continue_(),
    )
    page.goto(f"/rate/{campaign.pk}/")
    page.get_by_role("button", name="Begin").click()
    panel = page.locator("[data-over=failed]")
    expect(panel).to_be_visible()
    broken["yes"] = False
    panel.get_by_role("button", name="Try again").click()
    expect(panel).to_be_hidden()
    press(page, "1", "Saved: relevant.")
    page.goto("about:blank")
    page.complaints.clear()


def test_where_the_browser_keeps_nothing_it_says_so_and_loses_nothing(browse_as, campaign, rater):
    page = browse_as(rater)
    page.add_init_script("indexedDB.open = () => { throw new DOMException('full'); }")
    begin(page, campaign)
    press(page, "1", "Saved: relevant.")
    expect(page.locator("#notices")).to_contain_text("Leave this page open")
    page.context.set_offline(True)
    tap(page, "0")
    expect(page.locator("[data-waiting]")).to_have_attribute("data-waiting", "1")
    page.context.set_offline(False)
    expect(page.locator("[data-waiting]")).to_have_attribute("data-waiting", "0", timeout=20_000)
    assert answers() == ["relevant", "irrelevant"]
    forgive(page, *NETWORK)


def test_keys_that_a_person_chose(browse_as, campaign, rater):
    page = browse_as(rater)
    page.goto("/rate/keys/")
    usual = page.locator("tr", has=page.locator("input[name=forward]")).locator("kbd:not([hidden])")
    expect(usual).to_have_text("⇧→")
    for name, key in (("relevant", "j"), ("undo", "r")):
        page.locator(f"input[name={name}]").focus()
        page.keyboard.press(key)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your keys are saved.")).to_be_visible()
    assert Preference.objects.get().keys == {"relevant": "j", "undo": "r"}
    begin(page, campaign)
    expect(page.locator("[data-answer=relevant] kbd")).to_have_text("J")
    press(page, "j", "Saved: relevant.")
    press(page, "r", "Taken back: judge this pair again.")
    press(page, "1", "Saved: relevant.")


def test_the_page_of_keys_lists_each_grades_key_and_where_ten_is(signed_in, rater):
    page = signed_in(rater).get("/rate/keys/").text
    rows = re.findall(r"<tr>(.*?)</tr>", page, re.DOTALL)
    grades = [row for row in rows if "Grade" in row]
    assert [re.findall(r"<kbd>(.+?)</kbd>", row) for row in grades] == [
        ["0", "9"],
        ["x", "-"],
    ]
    assert "<input" not in grades[0]  # a digit is its grade's
    assert 'name="grade_10"' in grades[1]


def test_two_actions_cannot_have_one_key(signed_in, rater):
    refused = signed_in(rater).post("/rate/keys/", {"relevant": "j", "irrelevant": "J"})
    assert refused.status_code == 422
    assert "Two actions cannot have the same key." in refused.text
    assert not Preference.objects.exists()


def test_without_scripts_it_is_a_form(chromium, live_server, campaign, rater):
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    sign_in(page, rater, live_server)
    page.goto(f"/rate/{campaign.pk}/")
    page.click("text=Begin")
    page.click("[data-answer=relevant]")
    saved(page, "Saved: relevant.")
    page.click("[data-key=undo]")
    expect(page.locator("main")).to_contain_text("Taken back")
    page.click("[data-answer=cannot_judge]")
    page.select_option("[name=reason]", "unclear_video")
    page.click("[data-answer=cannot_judge]")
    saved(page, "Saved: cannot judge.")
    page.click("[data-key=later]")
    expect(page.locator("main")).to_contain_text("Moved to the end of your queue.")
    assert answers() == ["relevant", "withdrawn", "cannot_judge"]
    context.close()


def test_a_push_with_the_finger_answers(chromium, live_server, campaign, rater):
    context = chromium.new_context(
        base_url=live_server.url, viewport={"width": 390, "height": 844}, has_touch=True
    )
    page = context.new_page()
    sign_in(page, rater, live_server)
    begin(page, campaign)
    box = page.locator("#stage").bounding_box()
    middle = box["y"] + box["height"] / 2
    devtools = context.new_cdp_session(page)

    def touch(kind: str, x: float | None) -> None:
        points = [] if x is None else [{"x": x, "y": middle}]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 60)
    for x in (120, 200, 280, 340):
        touch("touchMove", x)
    touch("touchEnd", None)
    saved(page, "Saved: relevant.")
    assert answers() == ["relevant"]
    context.close()


def test_nothing_moves_between_pairs(browse_as, campaign, rater):
    page = begin(browse_as(rater), campaign)
    page.set_viewport_size({"width": 1280, "height": 720})
    where = (
        "[...document.querySelectorAll('.screen-stage, .answer, [data-player], [data-key=undo]')]"
        ".map(one => Object.values(one.getBoundingClientRect().toJSON()).join())"
    )
    places = page.evaluate(where)
    assert page.locator("#stage").bounding_box()["height"] > 380
    for key in ("1", "0", "z"):
        page.keyboard.press(key)
        page.wait_for_timeout(250)
        assert page.evaluate(where) == places


def test_nobody_there_stops_the_clock_and_a_key_only_comes_back(browse_as, campaign, rater):
    page = browse_as(rater)
    page.clock.install()
    begin(page, campaign)
    page.clock.fast_forward("05:00")
    expect(page.locator("[data-over=idle]")).to_contain_text("Are you still there?")
    page.keyboard.press("1")
    expect(page.locator("[data-over=idle]")).to_be_hidden()
    assert not Label.objects.exists()


def test_who_asks_for_less_motion_starts_the_clip(chromium, live_server, campaign, rater):
    context = chromium.new_context(base_url=live_server.url, reduced_motion="reduce")
    page = context.new_page()
    sign_in(page, rater, live_server)
    begin(page, campaign)
    assert page.evaluate("document.querySelector('video').paused")
    page.keyboard.press("Space")
    until(page, "!document.querySelector('video').paused")
    context.close()
