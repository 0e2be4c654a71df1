"""A rater's own history."""

import uuid

import pytest

from annotator.actions.change_state import change_campaign_state
from annotator.models import Campaign, Item, Label
from people.actor import SYSTEM
from tests.annotator.saying import claim, label_all, say
from tests.factories import make_campaign
from tests.pooling.pages.asking import queries_of

pytestmark = pytest.mark.django_db


def test_the_newest_come_first_and_what_was_changed_is_shown_as_such(signed_in, rater):
    campaign, browser = make_campaign(raters=[rater]), signed_in(rater)
    slots = claim(rater, campaign, 2)
    first = say(rater, slots[0], "relevant", comment="clearly").label
    say(rater, slots[1], "irrelevant")
    address = f"/answers/{campaign.pk}/{first}/"
    assert "Take it back" in browser.get(address).text
    changed = browser.post(
        address, {"answer": "irrelevant", "request_id": str(uuid.uuid4()), "comment": "no"}
    )
    assert changed["Location"] == f"/answers/{campaign.pk}/"
    page = browser.get(f"/answers/{campaign.pk}/").text
    assert page.index("superseded") > page.index(">Change</a>")
    assert page.count(">Change</a>") == 2
    assert Item.objects.get(pk=Label.objects.get(pk=first).item_id).verdict == "irrelevant"
    assert "Superseded by a later answer of yours" in browser.get(address).text


def test_a_change_to_cannot_judge_asks_why(signed_in, rater):
    campaign, browser = make_campaign(raters=[rater]), signed_in(rater)
    label = say(rater, claim(rater, campaign)[0]).label
    said = {"answer": "cannot_judge", "request_id": str(uuid.uuid4())}
    assert browser.post(f"/answers/{campaign.pk}/{label}/", said).status_code == 422
    browser.post(f"/answers/{campaign.pk}/{label}/", said | {"reason": "not_for_me"})
    assert Label.objects.order_by("pk").last().reason == "not_for_me"


def test_after_its_time_an_answer_stands(signed_in, rater):
    campaign, browser = make_campaign(raters=[rater], change_minutes=0), signed_in(rater)
    label = say(rater, claim(rater, campaign)[0]).label
    assert (
        "The time for changing it has passed"
        in browser.get(f"/answers/{campaign.pk}/{label}/").text
    )
    browser.post(
        f"/answers/{campaign.pk}/{label}/",
        {"answer": "irrelevant", "request_id": str(uuid.uuid4())},
    )
    assert "can no longer be changed" in browser.get(f"/answers/{campaign.pk}/").text
    assert Label.objects.count() == 1


def test_somebody_elses_answers_are_not_there(signed_in, rater, other_rater):
    campaign = make_campaign(raters=[rater, other_rater])
    label = say(rater, claim(rater, campaign)[0]).label
    browser = signed_in(other_rater)
    assert browser.get(f"/answers/{campaign.pk}/{label}/").status_code == 404
    assert browser.post(f"/rate/{campaign.pk}/undo/{label}/").status_code == 404
    assert "Nothing yet" in browser.get(f"/answers/{campaign.pk}/").text


def test_a_long_history_is_paged_by_key_in_as_many_questions(signed_in, rater):
    campaign, browser = make_campaign(captions=15, videos=4, raters=[rater]), signed_in(rater)
    label_all(rater, campaign)
    page = browser.get(f"/answers/{campaign.pk}/")
    assert len(page.context["rows"]) == 50
    older = browser.get(f"/answers/{campaign.pk}/?older={page.context['older']}")
    assert len(older.context["rows"]) == 10
    assert queries_of(browser, f"/answers/{campaign.pk}/") <= 6


def test_in_a_campaign_that_has_ended_the_reason_is_its_end(signed_in, rater):
    campaign, browser = make_campaign(raters=[rater]), signed_in(rater)
    label = say(rater, claim(rater, campaign)[0]).label
    assert "can be changed for 60 minutes" in browser.get(f"/answers/{campaign.pk}/").text
    change_campaign_state(SYSTEM, campaign.pk, Campaign.State.CLOSED)
    one, all_of_them = (
        browser.get(f"/answers/{campaign.pk}/{at}").text for at in (f"{label}/", "")
    )
    for page in (one, all_of_them):
        assert "This campaign has ended, so its answers can no longer be changed." in page
    assert "The time for changing it has passed" not in one
    assert "can be changed for" not in all_of_them


@pytest.mark.parametrize(
    ("before", "answer", "comment", "told"),
    [
        ("", "relevant", "see his hat", "Comment added."),
        ("hat", "relevant", "see his hat", "Comment changed."),
        ("hat", "relevant", "hat", "Saved again as Relevant."),
        ("", "irrelevant", "see his hat", "Changed to Irrelevant."),
    ],
)
def test_what_was_changed_is_told(signed_in, rater, before, answer, comment, told):
    campaign, browser = make_campaign(raters=[rater]), signed_in(rater)
    label = say(rater, claim(rater, campaign)[0], comment=before).label
    said = {"answer": answer, "comment": comment, "request_id": str(uuid.uuid4())}
    assert told in browser.post(f"/answers/{campaign.pk}/{label}/", said, follow=True).text
