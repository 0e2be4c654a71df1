"""What every page has in common: its parts, its navigation, and what the browser is told to
refuse."""

import re
import tomllib

import pytest
from django.test import Client

from tests.web.markup import Markup, complaints
from tests.web.stylesheet import STATIC

pytestmark = pytest.mark.django_db

PAGES = [
    "/",
    "/people/",
    "/people/account/",
    "/people/audit/",
    "/people/invitations/",
    "/jobs/",
    "/test/form/",
    "/test/parts/",
    "/nowhere/",
]
OPEN_PAGES = ["/people/sign-in/", "/test/form/", "/test/500/", "/nowhere/", "/test/too-many/"]


@pytest.fixture(autouse=True)
def _pages(settings):
    settings.ROOT_URLCONF = "tests.web.pages"


@pytest.fixture
def stranger() -> Client:
    return Client(raise_request_exception=False)


def text(response) -> str:
    return response.content.decode()


@pytest.mark.parametrize("address", PAGES)
def test_a_page_can_be_used_without_seeing_it(signed_in, administrator, address):
    page = text(signed_in(administrator).get(address))
    assert complaints(page) == []
    markup = Markup(page)
    assert all(markup.all(landmark) for landmark in ("header", "nav", "main", "footer"))


@pytest.mark.parametrize("address", OPEN_PAGES)
def test_a_page_for_strangers_can_be_used_without_seeing_it(stranger, address):
    assert complaints(text(stranger.get(address))) == []


def test_a_form_with_errors_ties_them_to_its_controls(signed_in, rater):
    page = text(signed_in(rater).post("/test/form/", {"role": "king"}))
    assert complaints(page) == []
    name, role = (
        next(c for c in Markup(page).all("input", "select") if c.get("name") == field)
        for field in ("name", "role")
    )
    assert (name["aria-invalid"], name["aria-describedby"]) == (
        "true",
        "id_name_helptext id_name_error",
    )
    assert (role["aria-invalid"], role["aria-describedby"]) == ("true", "id_role_error")
    assert 'role="alert"' in page
    assert "The name and the role do not fit together." in page


def test_the_checker_finds_what_is_wrong():
    page = (
        '<html><h1></h1><input id="a"><input id="a"><p style="x" aria-describedby="gone"><a'
        ' href="#b">x</a><script>1</script>'
    )
    found = " ".join(complaints(page))
    for words in (
        "one <main>",
        "<h1> is empty",
        "id a stands 2",
        "no label",
        "leads to no id: gone",
        "leads to no id: b",
    ):
        assert words in found
    assert "inline: p style" in found
    assert "a script without an address" in found
    assert "language" in found


# Navigation

OF_LEADS = {
    "Benchmarks",
    "Campaigns",
    "Reports",
    "Adjudication",
    "People",
    "Jobs",
}
OF_READERS = {"Benchmarks", "Reports", "Releases"}
OF_RATERS = {"Rate", "My answers", "Guidelines"}


@pytest.mark.parametrize(
    ("person", "expected"),
    [
        ("submitter", {"Submissions"}),
        ("viewer", OF_READERS),
        ("rater", OF_RATERS),
        ("adjudicator", {*OF_RATERS, "Adjudication"}),
        ("lead", OF_LEADS),
        ("administrator", OF_LEADS),
    ],
)
def test_the_navigation_shows_the_places_of_a_role(request, signed_in, person, expected):
    response = signed_in(request.getfixturevalue(person)).get("/")
    assert {place.label for place in response.context["places"]} == expected
    assert len(expected) <= 6  # more are a row of equal words


def test_the_place_where_one_is_stands_out(signed_in, administrator):
    browser = signed_in(administrator)
    marks = [
        link for link in Markup(text(browser.get("/people/"))).all("a") if "aria-current" in link
    ]
    assert {(link["href"], link["aria-current"]) for link in marks} == {("/people/", "page")}


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("/jobs/7/", "Jobs"),
        ("/people/7/", "People"),
        ("/people/audit/download/", "People"),
        ("/models/7/", "Benchmarks"),
        ("/runs/7/", "Benchmarks"),
        ("/benchmarks/7/scores/", "Benchmarks"),
        ("/people/account/", None),
        ("/nowhere/", None),
    ],
)
def test_a_page_below_a_place_belongs_to_it(address, place):
    from config.navigation import PLACES, links

    expected = {each.label: "true" if each.label == place else "" for each in PLACES}
    assert {link.label: link.current for link in links(list(PLACES), address)} == expected


def test_signing_out_takes_a_press_and_no_script(signed_in, rater):
    browser = signed_in(rater)
    page = text(browser.get("/test/form/"))
    forms = [form for form in Markup(page).all("form") if form.get("action") == "/people/sign-out/"]
    assert {form["method"] for form in forms} == {"post"}
    assert browser.get("/people/sign-out/").status_code == 405
    browser.post("/people/sign-out/")
    assert "_auth_user_id" not in browser.session


def test_a_stranger_is_shown_the_way_in(stranger):
    assert "/people/sign-in/" in {
        link.get("href") for link in Markup(text(stranger.get("/nowhere/"))).all("a")
    }


def test_the_foot_says_the_version_that_the_project_says(stranger):
    project = tomllib.loads((STATIC.parent / "pyproject.toml").read_text(encoding="utf-8"))[
        "project"
    ]
    assert f"Truepool {project['version']}\n" in text(stranger.get("/nowhere/"))


def test_messages_are_said_to_those_who_listen(signed_in, rater):
    page = text(signed_in(rater).get("/test/parts/"))
    said = {
        attributes["class"].split("-")[-1]: attributes["role"]
        for attributes in Markup(page).all("p")
        if "role" in attributes
    }
    assert said == {"success": "status", "info": "status", "warning": "alert", "error": "alert"}


def test_the_pager_keeps_the_rest_of_the_query(signed_in, rater):
    page = text(signed_in(rater).get("/test/parts/?state=failed&older=99"))
    links = {link["rel"]: link["href"] for link in Markup(page).all("a") if "rel" in link}
    assert links == {"next": "?state=failed&older=40", "prev": "?state=failed&newer=81"}


# What the browser is told


def policy_of(response) -> dict[str, str]:
    parts = (part.strip().partition(" ") for part in response["Content-Security-Policy"].split(";"))
    return {name: value for name, _, value in parts}


@pytest.mark.parametrize("address", ["/", "/people/", "/jobs/", "/test/form/", "/nowhere/"])
def test_only_scripts_that_are_ours_may_run(signed_in, administrator, address):
    response = signed_in(administrator).get(address)
    policy = policy_of(response)
    nonce = re.search(r'nonce="([^"]+)"', text(response)).group(1)
    assert policy["script-src"] == f"'self' 'nonce-{nonce}'"
    assert (policy["default-src"], policy["base-uri"], policy["frame-ancestors"]) == (
        "'none'",
        "'none'",
        "'none'",
    )
    assert not any("unsafe" in value for value in policy.values())


def test_every_page_has_a_nonce_of_its_own(signed_in, rater):
    browser = signed_in(rater)
    assert policy_of(browser.get("/"))["script-src"] != policy_of(browser.get("/"))["script-src"]


def test_answers_that_are_no_pages_have_the_policy_too(stranger):
    for address in ("/test/500/", "/api/test/403/", "/people/sign-in/"):
        assert policy_of(stranger.get(address))["default-src"] == "'none'"


def test_nothing_is_asked_of_other_sites(signed_in, administrator):
    for address in PAGES:
        page = text(signed_in(administrator).get(address))
        loaded = [
            e.get("src") or e.get("href", "")
            for e in Markup(page).all("script", "link", "img", "video", "source", "iframe")
        ]
        assert all(source.startswith("/static/") for source in loaded)
