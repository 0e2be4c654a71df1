"""Training, known answers and quality as pages, by plain forms."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotator.actions.change_state import change_member_state
from annotator.models import Campaign, DisregardedLabel, KnownAnswer, Member, Trial
from people.actor import SYSTEM
from tests.annotator.saying import label_all
from tests.annotator.test_gold import next_check, with_gold
from tests.annotator.test_training import campaign_with_training, in_training, unasked
from tests.web.markup import squeezed

pytestmark = pytest.mark.django_db


def test_a_rater_trains_by_plain_forms_until_they_pass(signed_in, rater):
    campaign = campaign_with_training(pass_window=2)
    unasked(campaign, videos=6, answer=None)
    in_training(campaign, rater)
    browser = signed_in(rater)
    address = f"/train/{campaign.pk}/"
    assert address in browser.get(f"/rate/{campaign.pk}/").text
    assert (
        "You are shown a caption and a clip, exactly as in real rating."
        in browser.get(address).text
    )
    assert Trial.objects.count() == 0
    for number in range(12):
        browser.post(address)
        page = browser.get(address).text
        assert "It is in the clip." not in page.split("Your last answers")[0]
        truth = Trial.objects.get(answered_at=None).known.answer
        said = truth if number else {"relevant": "irrelevant", "irrelevant": "relevant"}[truth]
        request_id = re.search(r'name="request_id" value="([^"]+)"', page)[1]
        browser.post(f"{address}answer/", {"request_id": request_id, "answer": said})
        assert "It is in the clip." in browser.get(address).text
        if Member.objects.get().state == "active":
            break
    assert Member.objects.get().state == "active"
    assert f"/rate/{campaign.pk}/" in browser.get(address).text


def test_training_without_a_question_says_so(signed_in, rater):
    """A campaign that is not open yet, or whose known answers were taken away."""
    campaign = campaign_with_training(opened=False)
    in_training(campaign, rater)
    page = signed_in(rater).get(f"/train/{campaign.pk}/").text
    assert "No training question can be asked yet. Tell your lead" in page
    assert "0 questions" not in page
    assert ">Begin<" not in page
    unasked(campaign, videos=6, answer=None)
    page = squeezed(signed_in(rater).get(f"/train/{campaign.pk}/").text)
    assert "A round has" in page
    assert ">Begin<" in page


def test_training_that_nobody_can_pass_is_not_opened_and_the_page_says_why(signed_in, lead):
    draft, browser = campaign_with_training(opened=False), signed_in(lead)
    address = f"/campaigns/{draft.pk}/"
    browser.post(
        f"{address}known/", {"caption": "c0", "video": "v0", "answer": "relevant", "use": "both"}
    )
    why = (
        "Training is on, but 0 questions can be used: 1 known answer is still asked about in this"
        " campaign."
    )
    assert "Open this campaign" not in browser.get(address).text
    for page in (
        browser.get(address),
        browser.get(f"{address}known/"),
        browser.post(f"{address}begin/", follow=True),
    ):
        assert why in page.text
        assert "outside the pool" in page.text
    assert Campaign.objects.get().state == "draft"
    known = squeezed(browser.get(f"{address}known/").text)
    assert (known.count(">waiting</span>"), known.count(">in use</span>")) == (1, 0)
    unasked(draft, videos=4, answer=None)
    known = squeezed(browser.get(f"{address}known/").text)
    assert (known.count(">waiting</span>"), known.count(">in use</span>"), why in known) == (
        1,
        4,
        False,
    )
    browser.post(f"{address}begin/")
    assert Campaign.objects.get().state == "open"


def test_an_open_campaign_whose_training_nobody_can_pass_says_how_to_go_on(signed_in, lead):
    campaign, browser = campaign_with_training(), signed_in(lead)
    for address in (f"/campaigns/{campaign.pk}/", f"/campaigns/{campaign.pk}/known/"):
        page = browser.get(address).text
        assert "Training is on, but 0 questions can be used." in page
        assert "Raters in training cannot continue." in page
    unasked(campaign, videos=2, answer="relevant")
    assert (
        "2 relevant and 0 irrelevant, and it needs at least 2 of each"
        in browser.get(f"/campaigns/{campaign.pk}/known/").text
    )


def test_who_draws_only_one_answer_is_told_what_training_lacks(signed_in, lead):
    campaign, browser = campaign_with_training(), signed_in(lead)
    unasked(campaign, videos=4)
    KnownAnswer.objects.all()._raw_delete("default")
    asked = {"origin": "far", "count": 4, "seed": 1, "use": "both"}
    told = browser.post(f"/campaigns/{campaign.pk}/known/draw/", asked, follow=True).text
    assert "4 known answers drawn." in told
    assert "0 questions can be used: 4 known answers have no explanation yet." in told
    for known in KnownAnswer.objects.all():
        address = f"/campaigns/{campaign.pk}/known/{known.pk}/explain/"
        told = browser.post(address, {"explanation": "There is no dog."}, follow=True).text
    assert (
        "the questions that can be used are 0 relevant and 4 irrelevant, and it needs at least 2 of"
        " each" in told
    )
    assert "0 relevant, 4 irrelevant" in told


def test_training_is_only_for_its_members(signed_in, other_rater):
    campaign = campaign_with_training()
    assert signed_in(other_rater).get(f"/train/{campaign.pk}/").status_code == 404


@pytest.mark.parametrize("address", ["known/", "training/"])
def test_known_answers_are_only_for_leads(signed_in, rater, address):
    campaign = campaign_with_training()
    in_training(campaign, rater)
    assert signed_in(rater).get(f"/campaigns/{campaign.pk}/{address}").status_code == 403


def test_a_lead_makes_hands_in_draws_and_retires_known_answers(signed_in, lead):
    campaign, browser = campaign_with_training(), signed_in(lead)
    address = f"/campaigns/{campaign.pk}/known/"
    pair = {
        "caption": "c0",
        "video": "v0",
        "answer": "relevant",
        "explanation": "He jumps.",
        "use": "both",
    }
    assert browser.post(address, pair).status_code == 302
    assert "known already" in browser.post(address, pair).text
    assert "no caption with this key" in browser.post(address, pair | {"caption": "nobody"}).text
    rows = SimpleUploadedFile(
        "known.csv", b"caption_id,video_id,answer,explanation\nc0,v1,maybe,\n"
    )
    refused = browser.post(f"{address}file/", {"file": rows, "use": "both"})
    assert (
        refused.status_code,
        "known.csv:2:3: expected relevant or irrelevant" in refused.text,
    ) == (422, True)
    rows = SimpleUploadedFile(
        "known.csv", b"caption_id,video_id,answer,explanation\nc0,v1,irrelevant,\n"
    )
    assert browser.post(f"{address}file/", {"file": rows, "use": "gold"}).status_code == 302
    nothing = browser.post(
        f"{address}draw/", {"origin": "adjudicated", "count": 5, "seed": 1, "use": "both"}
    )
    assert (nothing.status_code, "no adjudicator has decided" in nothing.text) == (422, True)
    first = KnownAnswer.objects.order_by("pk")[0]
    browser.post(f"{address}{first.pk}/", {"active": "no"})
    assert list(KnownAnswer.objects.order_by("pk").values_list("origin", "active")) == [
        ("hand", False),
        ("file", True),
    ]
    assert "Take up again" in browser.get(address).text


def test_a_leads_review_is_read_by_the_rater(signed_in, lead, rater, client):
    from tests.annotator.test_training import train

    campaign = campaign_with_training()
    unasked(campaign)
    trial = train(in_training(campaign, rater), "irrelevant").trial
    browser = signed_in(lead)
    assert "Rosa Rater" in browser.get(f"/campaigns/{campaign.pk}/training/").text
    browser.post(
        f"/campaigns/{campaign.pk}/training/{trial.pk}/", {"comment": "Look at the left edge."}
    )
    assert "Look at the left edge." in signed_in(rater).get(f"/train/{campaign.pk}/").text


def test_a_lead_sees_how_sure_the_accuracy_is_and_asks_for_labels_again(signed_in, lead, rater):
    from tests.annotator.saying import say

    campaign = with_gold(raters=[rater], known=2)
    say(rater, next_check(rater, campaign), "relevant")
    say(rater, next_check(rater, campaign), "irrelevant")
    label_all(rater, campaign)
    member, browser = Member.objects.get(), signed_in(lead)
    change_member_state(SYSTEM, member.pk, Member.State.PAUSED, "to be looked at")
    address = f"/campaigns/{campaign.pk}/members/{member.pk}/quality/"
    assert "1 right of 2 checks" in browser.get(address).text
    assert "9 % to 91 %" in browser.get(address).text
    assert browser.post(address, {"reason": "half wrong"}).status_code == 302
    assert DisregardedLabel.objects.exclude(label__slot__kind="gold").count() == 20
    assert "no label since then" in browser.post(address, {"reason": "again"}).text
    assert signed_in(rater).get(address).status_code == 403
