"""A hearing whose job was cancelled or failed, or that stopped, says so, and can be gone on with; a
tryout can be found again, and what was typed for it."""

import pytest

from jobs.actions.request import cancel_job
from jobs.models import Job
from people.actor import SYSTEM
from tests.witnesses import services
from tests.witnesses.conftest import POOLED
from tests.witnesses.services import later
from tests.witnesses.test_asking_on_pages import asked, browser, here, there  # noqa: F401
from tests.witnesses.test_witness_pages import work
from witnesses.chatting import pacing
from witnesses.models import Tryout, Witness

pytestmark = pytest.mark.django_db


@pytest.fixture
def ordered(browser, here, asked):  # noqa: F811
    """A tryout, and a hearing that waits for a worker; the page of its witness."""
    browser.post(f"{here}new/", asked)
    work()
    browser.post(f"{here}tryouts/{Tryout.objects.get().pk}/", {"minutes": 10})
    return f"{here}{Witness.objects.get().pk}/"


def test_a_cancelled_hearing_says_so_and_is_gone_on_with(browser, here, ordered, api, there):  # noqa: F811
    assert "being asked" in browser.get(ordered).text
    job = Job.objects.latest("pk")
    cancel_job(job.pk, actor=SYSTEM)
    for page in (here, ordered):
        shown = browser.get(page).text
        assert "being asked" not in shown
        assert "cancelled" in shown
        assert "Go on" in shown
    assert f'action="/jobs/{job.pk}/retry/"' in browser.get(ordered).text
    (hearing,) = api.get(f"{there}/{Witness.objects.get().pk}").json()["hearings"]
    assert (hearing["state"], hearing["job"]) == ("cancelled", job.pk)
    browser.post(f"/jobs/{job.pk}/retry/")
    assert work().result["given"] == len(POOLED)
    shown = browser.get(ordered).text
    assert "Go on" not in shown
    assert "Go on" not in browser.get(here).text


def test_a_failed_hearing_says_why(browser, here, ordered):  # noqa: F811
    job = Job.objects.latest("pk")
    Job.objects.filter(pk=job.pk).update(
        state="failed", finished_at=job.created_at, error={"message": "The disk is full."}
    )
    assert "The disk is full." in browser.get(ordered).text
    assert "The disk is full." in browser.get(here).text


def test_a_stopped_hearing_is_gone_on_with_by_the_same_budget(
    browser,  # noqa: F811
    ordered,
    judge,
    monkeypatch,
):
    monkeypatch.setattr(pacing, "HEARING", 0.2)
    with services.gone(judge):
        assert "was not reached" in work().result["why"]
    shown = browser.get(ordered).text
    assert "was not reached" in shown
    assert f'{ordered}ask/?purpose=ask&amp;minutes=10.0"' in shown


def test_tryouts_are_listed_with_who_and_when_and_what_was_typed(
    browser,  # noqa: F811
    here,  # noqa: F811
    asked,  # noqa: F811
    judge,
    lead,
    clips,
):
    asked |= {"prompt": "Mine: {frames} {caption} {scale}", "frames": 3, "family": "GPT"}
    waiting = browser.post(f"{here}new/", asked).url
    typed = browser.get(waiting).text
    for name in ("url", "model", "name", "family"):
        assert f'value="{asked[name]}"' in typed
    assert asked["prompt"] in typed
    assert f'<option value="{clips.pk}" selected>' in typed
    later(judge, services.wrong_request)
    job = work()
    assert job.state == "failed"
    listed = browser.get(f"{here}new/").text
    assert "Last tryouts" in listed
    assert f'href="{here}new/?again={job.pk}"' in listed
    assert str(lead) in listed
    assert asked["prompt"] in browser.get(f"{here}new/?again={job.pk}").text
    later(judge, services.grading)
    browser.post(f"{here}new/", asked)
    work()
    assert f'href="{here}tryouts/{Tryout.objects.get().pk}/"' in browser.get(f"{here}new/").text


@pytest.mark.parametrize("number", ["0", "no", "9" * 30])
def test_a_tryout_that_is_none_begins_an_empty_form(browser, here, number):  # noqa: F811
    assert "Try 20 pairs" in browser.get(f"{here}new/?again={number}").text
