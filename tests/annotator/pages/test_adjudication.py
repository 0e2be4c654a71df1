"""Disputes, the most urgent first; decisions with a reason; decisions opened again."""

import uuid

import pytest

from annotator.models import Campaign, Item, Label, Slot
from annotator.queries import disputes
from annotator.queries.progress import progress_of
from foundation.integrity import differences
from people.models import Role
from pooling.models import JudgedPair
from tests.annotator.saying import claim, say
from tests.factories import make_campaign, make_user

pytestmark = pytest.mark.django_db


def dispute(campaign, *raters, answers=("relevant", "irrelevant")):
    """Every pair of it, answered by these raters in these ways."""
    for rater, answer in zip(raters, answers, strict=True):
        for slot in claim(rater, campaign, 20):
            say(rater, slot, answer, comment=f"{answer} says {rater.username}")


@pytest.fixture
def disputed(rater, other_rater, adjudicator):
    campaign = make_campaign(
        captions=2,
        videos=1,
        raters=[rater, other_rater],
        adjudicators=[adjudicator],
        double_share=1.0,
        label_limit=2,
    )
    dispute(campaign, rater, other_rater)
    return campaign


@pytest.fixture
def wordless(rater, other_rater, adjudicator):
    """As `disputed`, but nobody wrote why."""
    campaign = make_campaign(
        captions=2,
        videos=1,
        raters=[rater, other_rater],
        adjudicators=[adjudicator],
        double_share=1.0,
        label_limit=2,
    )
    for person, answer in ((rater, "relevant"), (other_rater, "irrelevant")):
        for slot in claim(person, campaign, 20):
            say(person, slot, answer)
    return campaign


def decision(**more):
    return {
        "answer": "relevant",
        "comment": "He jumps, and the guidelines count that.",
        "request_id": str(uuid.uuid4()),
    } | more


def test_a_pair_is_shown_with_all_that_was_said_and_decided_with_a_reason(
    signed_in, adjudicator, disputed
):
    browser = signed_in(adjudicator)
    assert browser.get("/adjudication/")["Location"] == f"/adjudication/{disputed.pk}/"
    first, second = browser.get(f"/adjudication/{disputed.pk}/").context["queue"].rows
    address = f"/adjudication/{disputed.pk}/{first.pk}/"
    page = browser.get(address).text
    for words in ("relevant says rosa", "irrelevant says omar", "Guidelines, version 1"):
        assert words in page
    assert browser.post(f"{address}decide/", decision(answer="cannot_judge")).status_code == 422
    said = decision()
    assert (
        browser.post(f"{address}decide/", said)["Location"]
        == f"/adjudication/{disputed.pk}/{second.pk}/"
    )
    browser.post(f"{address}decide/", said)
    first.refresh_from_db()
    assert (first.verdict, first.adjudicated) == ("relevant", True)
    assert Label.objects.count() == 5


def test_a_decision_is_opened_again_with_a_reason(signed_in, adjudicator, disputed):
    browser = signed_in(adjudicator)
    item = disputes.queue_of(disputed).rows[0]
    address = f"/adjudication/{disputed.pk}/{item.pk}/"
    browser.post(f"{address}decide/", decision())
    assert "Your last decisions" in browser.get(f"/adjudication/{disputed.pk}/").text
    assert browser.post(f"{address}reopen/", {"reason": ""}).status_code == 422
    browser.post(f"{address}reopen/", {"reason": "the guidelines have changed"})
    item.refresh_from_db()
    assert (item.verdict, item.adjudicated) == ("disagreement", False)
    page = browser.get(address).text
    assert "the guidelines have changed" in page
    assert "superseded" in page
    assert browser.post(f"{address}decide/", decision(answer="irrelevant")).status_code == 302
    item.refresh_from_db()
    assert (item.verdict, item.adjudicated) == ("irrelevant", True)
    assert list(differences()) == []


def test_what_somebody_else_decided_is_decided_by_another_after_it_was_opened_again(
    signed_in, adjudicator, lead, disputed
):
    address = f"/adjudication/{disputed.pk}/{disputes.queue_of(disputed).rows[0].pk}/"
    signed_in(adjudicator).post(f"{address}decide/", decision())
    signed_in(lead).post(f"{address}reopen/", {"reason": "look again"})
    again = signed_in(adjudicator).post(f"{address}decide/", decision())
    assert again.status_code == 409
    assert signed_in(lead).post(f"{address}decide/", decision()).status_code == 302
    assert list(differences()) == []


def test_somebody_quicker_is_said_and_the_comment_is_kept(signed_in, adjudicator, lead, disputed):
    item = disputes.queue_of(disputed).rows[0]
    address = f"/adjudication/{disputed.pk}/{item.pk}/decide/"
    signed_in(lead).post(address, decision())
    late = signed_in(adjudicator).post(address, decision(answer="irrelevant"))
    assert late.status_code == 409
    assert "Decided by an adjudicator: relevant" in late.text
    assert Label.objects.filter(slot__kind="adjudication").count() == 1


def test_what_cost_most_comes_first_and_pages_go_by_rank_and_position(
    rater, other_rater, monkeypatch
):
    raters = [rater, other_rater, make_user()]
    campaign = make_campaign(captions=6, videos=1, raters=raters, double_share=1.0)
    for person, sure in zip(raters, ("relevant", "irrelevant", "cannot_judge"), strict=True):
        for slot in claim(person, campaign, 20):
            odd = Slot.objects.get(pk=slot.slot).item_id % 2
            say(person, slot, "cannot_judge" if odd else sure)
    expected = list(Item.objects.filter(dispute__gt=0).order_by("-dispute", "position"))
    assert len({item.dispute for item in expected}) == 2
    monkeypatch.setattr(disputes, "PAGE_SIZE", 2)
    seen, after = [], ""
    while not seen or after:
        queue = disputes.queue_of(campaign, after)
        seen, after = [*seen, *queue.rows], queue.after
    assert seen == expected


def test_no_key_but_a_disputes_is_taken(signed_in, adjudicator, disputed):
    browser = signed_in(adjudicator)
    for key in ("2-0", "999999999999999999-0", "2-999999999999999999"):
        assert browser.get(f"/adjudication/{disputed.pk}/?after={key}").status_code == 200
    for key in ("x", "1", "1-2-3", "-1", "1-²", "1-9999999999999999999"):
        assert browser.get(f"/adjudication/{disputed.pk}/?after={key}").status_code == 404


def test_who_does_not_decide_here_sees_no_dispute(signed_in, rater, adjudicator, disputed):
    item = Item.objects.first()
    addresses = [f"/adjudication/{disputed.pk}/", f"/adjudication/{disputed.pk}/{item.pk}/"]
    stranger = make_user(Role.ADJUDICATOR)
    for person, status in ((rater, 403), (stranger, 404)):
        browser = signed_in(person)
        assert [browser.get(address).status_code for address in addresses] == [status, status]
        assert browser.post(f"{addresses[1]}decide/", decision()).status_code == status
        assert browser.post(f"{addresses[1]}reopen/", {"reason": "x"}).status_code == status
    other = make_campaign(adjudicators=[adjudicator])
    assert signed_in(adjudicator).get(f"/adjudication/{other.pk}/{item.pk}/").status_code == 404


def test_a_lead_who_rates_here_is_not_told_what_others_said(signed_in, lead, rater, other_rater):
    campaign = make_campaign(
        captions=2, videos=1, raters=[rater, other_rater, lead], double_share=1.0, label_limit=2
    )
    dispute(campaign, rater, other_rater)
    item = Item.objects.first()
    assert signed_in(lead).get(f"/adjudication/{campaign.pk}/{item.pk}/").status_code == 403


def test_a_reason_is_asked_for_only_where_no_rater_wrote_why(
    signed_in, adjudicator, disputed, wordless
):
    browser = signed_in(adjudicator)
    for campaign, needed in ((disputed, False), (wordless, True)):
        address = f"/adjudication/{campaign.pk}/{disputes.queue_of(campaign).rows[0].pk}/"
        page = browser.get(address).text
        assert ("data-asks-why" in page) == needed
        assert ('data-reason="relevant says rosa"' in page) == (not needed)
        answered = browser.post(f"{address}decide/", decision(comment=" "))
        assert answered.status_code == (409 if needed else 302)
        assert ("no rater wrote why" in answered.text) == needed
    assert Label.objects.filter(slot__kind="adjudication").count() == 1


def test_where_raters_read_decisions_a_reason_is_always_asked_for(signed_in, adjudicator, disputed):
    Campaign.objects.filter(pk=disputed.pk).update(feedback=True)
    browser = signed_in(adjudicator)
    address = f"/adjudication/{disputed.pk}/{disputes.queue_of(disputed).rows[0].pk}/"
    assert "data-asks-why" in browser.get(address).text
    assert browser.post(f"{address}decide/", decision(comment="")).status_code == 409
    assert browser.post(f"{address}decide/", decision()).status_code == 302


def test_a_pair_is_taken_out_of_the_scores(signed_in, adjudicator, lead, disputed):
    """No comment is asked for: the reason says why."""
    item = disputes.queue_of(disputed).rows[0]
    browser = signed_in(adjudicator)
    address = f"/adjudication/{disputed.pk}/{item.pk}/"
    sent = {"neither": "unclear_caption", "comment": "", "request_id": str(uuid.uuid4())}
    page = browser.post(f"{address}decide/", sent | {"mistake": "person"}, follow=True)
    assert "Taken out of the scores: the caption cannot be understood." in page.text
    item.refresh_from_db()
    assert (item.verdict, item.adjudicated, item.dispute) == (None, True, 0)
    assert not JudgedPair.objects.filter(query=item.query, video=item.video).exists()
    assert "Taken out of the scores" in browser.get(address).text
    assert progress_of(disputed).taken_out == 1
    assert "Taken out of the scores" in signed_in(lead).get(f"/campaigns/{disputed.pk}/").text
    assert list(differences()) == []


def test_a_pair_that_was_taken_out_can_be_opened_again(signed_in, adjudicator, disputed):
    item = disputes.queue_of(disputed).rows[0]
    address = f"/adjudication/{disputed.pk}/{item.pk}/"
    browser = signed_in(adjudicator)
    sent = {"neither": "guidelines_silent", "comment": "", "request_id": str(uuid.uuid4())}
    browser.post(f"{address}decide/", sent)
    browser.post(f"{address}reopen/", {"reason": "the guidelines say it now"})
    item.refresh_from_db()
    assert (item.verdict, item.adjudicated, item.dispute) == ("disagreement", False, 2)
    assert browser.post(f"{address}decide/", decision()).status_code == 302
    assert list(differences()) == []
