"""A model is asked from pages and by API: tried, seen, run, and asked again. Raters see nothing."""

import pytest

from annotator.actions.create_campaign import create_campaign
from people.actor import SYSTEM
from people.models import Scope
from tests.witnesses import services
from tests.witnesses.conftest import POOLED
from tests.witnesses.services import later
from tests.witnesses.test_witness_pages import work
from witnesses.chatting.prompts import VERSIONS
from witnesses.models import Hearing, Tryout, Witness

NUMBERS = ("frames", "side", "temperature", "longest", "seconds", "at_once", "per_minute")
PRICES = ("price_in", "price_out")

pytestmark = pytest.mark.django_db


@pytest.fixture
def here(benchmark) -> str:
    return f"/benchmarks/{benchmark.pk}/witnesses/"


@pytest.fixture
def there(benchmark) -> str:
    return f"benchmarks/{benchmark.pk}/witnesses"


@pytest.fixture
def browser(signed_in, lead):
    return signed_in(lead)


@pytest.fixture
def people(viewer, rater, submitter):
    return viewer, rater, submitter


@pytest.fixture
def asked(judge, clips):
    """What a lead fills in."""
    return {
        "name": "judge",
        "url": judge.url,
        "model": "judge",
        "pool": clips.pk,
        "scale": "irrelevant, relevant",
        "prompt": VERSIONS["grade-1"],
        "clips_leave": True,
    } | dict(zip(NUMBERS + PRICES, (2, 64, 0, 100, 20, 2, 0, 1, 2), strict=True))


def test_a_lead_tries_a_model_and_runs_it(browser, here, asked):
    assert f'href="{here}new/"' in browser.get(here).text
    assert "Try 20 pairs" in browser.get(f"{here}new/").text
    as_browsers_send_it = {"prompt": asked["prompt"].replace("\n", "\r\n")}
    answer = browser.post(f"{here}new/", asked | as_browsers_send_it)
    assert answer.status_code == 302, answer.text
    assert work().state == "done"
    tryout = Tryout.objects.get()
    page_of_it = f"{here}tryouts/{tryout.pk}/"
    assert page_of_it in browser.get(answer.url, follow=True).text
    page = browser.get(page_of_it).text
    assert "Money for all" in page
    assert "Ask all pairs" in page
    assert "It answered as judge-2026." in page
    assert "grade-1" in page
    assert page.count("frame-sent") == 2 * len(POOLED)
    assert "{&quot;grade&quot;: 1}" in page
    picture = browser.get(f"{page_of_it}0/1/")
    assert picture["Content-Type"] == "image/jpeg"
    assert picture.content[:2] == b"\xff\xd8"
    assert browser.get(f"{page_of_it}0/2/").status_code == 404
    refused = browser.post(page_of_it, {"minutes": 0})
    assert refused.status_code == 422
    assert "Expected a budget above 0." in refused.text
    assert "Expected a budget: of money" in browser.post(page_of_it, {}).text
    answer = browser.post(page_of_it, {"money": 1, "minutes": 10})
    assert answer.status_code == 302, answer.text
    assert browser.get(here).text.count("being asked") == 1
    twice = browser.post(page_of_it, {"minutes": 10})
    assert "being asked already" in twice.text
    assert work().state == "done"
    witness = Witness.objects.get()
    assert answer.url.startswith(f"{here}{witness.pk}/")
    shown = browser.get(f"{here}{witness.pk}/").text
    assert "judge-2026" in shown
    assert "Ask about more" in shown
    assert "Retry failed" not in shown
    assert "asked about all of these pairs" in browser.post(page_of_it, {"minutes": 10}).text


def test_no_money_is_told_where_no_prices_were_given(browser, here, asked):
    browser.post(f"{here}new/", asked | {"price_in": 0, "price_out": 0})
    work()
    page = browser.get(f"{here}tryouts/{Tryout.objects.get().pk}/").text
    assert "Tokens for all" in page
    assert "Money for all" not in page
    assert ">Cost<" not in page


def test_failures_are_shown_and_asked_again(browser, here, asked, judge):
    browser.post(f"{here}new/", asked)
    work()
    later(judge, services.wrong_request)
    browser.post(f"{here}tryouts/{Tryout.objects.get().pk}/", {"minutes": 10})
    assert work().result["failed"] == len(POOLED)
    witness = Witness.objects.get()
    shown = browser.get(f"{here}{witness.pk}/").text
    assert f"{here}{witness.pk}/ask/?purpose=retry" in shown
    form = browser.get(f"{here}{witness.pk}/ask/?purpose=retry").text
    assert "asked about 6 pairs that have no value yet" in form
    later(judge, services.grading)
    browser.post(f"{here}{witness.pk}/ask/", {"purpose": "retry", "minutes": 10})
    assert work().result["given"] == len(POOLED)
    assert "Retry failed" not in browser.get(f"{here}{witness.pk}/").text


def test_the_api_does_the_same(api, there, asked):
    answer = api.post(f"{there}/try", **asked)
    assert answer.status_code == 202, answer.text
    tried = work().result
    one = api.get(f"{there}/tryouts/{tried['tryout']}").json()
    assert one["projected"] == tried["projected"]
    assert len(one["tried"]) == len(POOLED)
    assert "s3cret" not in str(one)
    assert api.post(f"{there}/tryouts/{one['id']}/hear", tokens=0).status_code == 400
    assert api.post(f"{there}/tryouts/{one['id']}/hear", tokens=10**6).status_code == 202
    assert work().state == "done"
    (row,) = api.rows(there)
    (hearing,) = api.get(f"{there}/{row['id']}").json()["hearings"]
    assert (hearing["state"], hearing["given"], hearing["budget"]["tokens"]) == ("done", 6, 10**6)
    answer = api.post(f"{there}/{row['id']}/hear", purpose="again", minutes=5)
    assert answer.status_code == 202
    assert work().state == "done"
    again = api.get(f"{there}/{row['id']}").json()["hearings"][0]
    assert (again["later"]["pairs"], again["later"]["same"], again["later"]["shift"]) == (6, 6, 0)
    assert again["given"] == 0
    assert Hearing.objects.count() == 2


@pytest.mark.parametrize(
    ("given", "field", "says"),
    [
        ({"url": "127.0.0.1:8000/v1"}, "url", "http"),
        ({"url": "http://127.0.0.1:9/v1"}, "url", "TRUEPOOL_WITNESS_ORIGINS"),
        ({"url": "http://10.0.0.1/v1"}, "url", "TRUEPOOL_WITNESS_ORIGINS"),
        ({"url": ""}, "url", "address of a service"),
        ({"model": ""}, "model", "name of a model"),
        ({"prompt": "Look: {frames} {scale}"}, "prompt", "lacks {caption}"),
        ({"prompt": "Read: {caption} {scale}"}, "prompt", "lacks {frames}"),
        ({"prompt": "{frames} {caption} {scale} {caption}"}, "prompt", "{caption} more than"),
        (
            {"prompt": "{frames} {caption} {scale} {nonsense}"},
            "prompt",
            "The prompt has {nonsense}",
        ),
        ({"frames": 0}, "frames", "1"),
        ({"scale": "relevant"}, "scale", "2 to 10"),
        ({"scale": "yes, yes"}, "scale", "different"),
        ({"clips_leave": False}, "clips_leave", "your word"),
        ({"temperature": 9}, "temperature", "2"),
    ],
)
def test_what_cannot_be_asked_is_refused_beside_its_field(
    api,
    there,
    asked,
    given,
    field,
    says,
):
    answer = api.post(f"{there}/try", **(asked | given))
    assert answer.status_code == 400
    assert [one["pointer"] for one in answer.json()["errors"]] == [f"#/{field}"]
    assert says in answer.text


def test_a_scale_unlike_the_campaigns_is_refused(api, there, asked, clips):
    campaign = create_campaign(SYSTEM, clips, "labels", without_clips=True)
    answer = api.post(f"{there}/try", **(asked | {"campaign": campaign.pk, "scale": "no, yes"}))
    assert answer.status_code == 400
    assert "expected irrelevant, relevant" in answer.text
    assert api.post(f"{there}/try", **(asked | {"campaign": campaign.pk})).status_code == 202


def test_a_witness_that_was_read_cannot_be_asked(api, there, run, pool):
    api.post(f"{there}/import", run=run.pk, name="clip")
    work()
    answer = api.post(f"{there}/{Witness.objects.get().pk}/hear", minutes=1)
    assert answer.status_code == 409
    assert "nobody to ask" in answer.text


def test_raters_and_viewers_see_no_tryout(
    signed_in,
    script,
    people,
    browser,
    here,
    there,
    asked,
):
    browser.post(f"{here}new/", asked)
    work()
    tryout = Tryout.objects.get().pk
    for person in people:
        for address in ("new/", f"tryouts/{tryout}/", f"tryouts/{tryout}/0/0/"):
            assert signed_in(person).get(f"{here}{address}").status_code == 403
        theirs = script(person, Scope.READ)
        assert theirs.get(f"{there}/tryouts/{tryout}").status_code == 403
    assert "Ask a model" not in signed_in(people[0]).get(here).text
