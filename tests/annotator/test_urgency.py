"""Which dispute comes first, by the one rule, and what waits where, for how long."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from annotator.models import Item, Label, PairQuestion
from annotator.pseudonyms import person_called, pseudonym
from annotator.queries import disputes
from annotator.queries.disputes import (
    DisputeKind,
    DisputesWanted,
    dispute_of,
    following,
    queue_of,
    waiting_in,
)
from people.models import Role
from tests.annotator.breaking import unguarded
from tests.annotator.saying import claim, say
from tests.factories import make_campaign, make_user
from tests.web.markup import squeezed

pytestmark = pytest.mark.django_db


def disagree(campaign, *raters, comments=()):
    """Every pair that they are given, by each of them otherwise. comments: of these pairs."""
    for number, rater in enumerate(raters):
        while slots := claim(rater, campaign, 20):
            for slot in slots:
                said = "what is a pommel?" if slot.caption in comments else ""
                say(rater, slot, ("relevant", "irrelevant")[number % 2], comment=said)


def given_days_ago(days: int, *items: Item) -> None:
    then = timezone.now() - timedelta(days=days)
    with unguarded("annotator_label"):
        Label.objects.filter(item__in=items).update(given_at=then)


@pytest.fixture
def campaign(rater, other_rater, adjudicator):
    return make_campaign(
        captions=4,
        videos=1,
        raters=[rater, other_rater],
        adjudicators=[adjudicator],
        double_share=1.0,
        label_limit=2,
    )


def caption(campaign, number: int) -> Item:
    return Item.objects.get(campaign=campaign, query__text=f"caption {number}")


def test_comments_and_age_give_points(campaign, rater, other_rater):
    disagree(campaign, rater, other_rater, comments=["caption 2"])
    old = caption(campaign, 1)
    given_days_ago(2, old)
    rows = [dispute_of(item) for item in queue_of(campaign).rows]
    # Two labels and the last of its caption are 7 points; a comment is 3, a day 1.
    assert {row.item.query.text: row.points for row in rows} == {
        "caption 0": 7,
        "caption 1": 9,
        "caption 2": 10,
        "caption 3": 7,
    }
    assert [row.item.query.text for row in rows][:2] == ["caption 2", "caption 1"]
    given_days_ago(4, old)
    first = dispute_of(queue_of(campaign).rows[0])
    assert (first.item, first.days, first.kind) == (old, 4, DisputeKind.DISAGREEMENT)


def test_a_question_to_the_lead_counts_as_a_comment(
    signed_in, campaign, rater, other_rater, adjudicator
):
    disagree(campaign, rater, other_rater)
    item = caption(campaign, 3)
    PairQuestion.objects.create(
        campaign=campaign,
        query=item.query,
        video=item.video,
        asked_by=rater,
        text="Does a pommel count?",
        request_id=uuid.uuid4(),
    )
    first, *others = (dispute_of(one) for one in queue_of(campaign).rows)
    assert (first.item, first.points) == (item, 10)
    assert {one.points for one in others} == {7}
    assert len(queue_of(campaign, wanted=DisputesWanted(comments=True)).rows) == 1
    page = signed_in(adjudicator).get(f"/adjudication/{campaign.pk}/{item.pk}/").text
    assert "Does a pommel count?" in page
    assert "Rosa" not in page


def test_a_caption_that_raters_still_work_on_can_wait(rater, other_rater):
    campaign = make_campaign(
        captions=1, videos=2, raters=[rater, other_rater], double_share=1.0, label_limit=2
    )
    first, second = claim(rater, campaign, 2)
    say(rater, first, "relevant")
    say(other_rater, claim(other_rater, campaign)[0], "irrelevant")
    (item,) = queue_of(campaign).rows
    assert dispute_of(item).points == 2
    assert not waiting_in([campaign])[campaign.pk].only_decisions
    say(rater, second, "relevant")
    say(other_rater, claim(other_rater, campaign)[0], "irrelevant")
    assert [dispute_of(item).points for item in queue_of(campaign).rows] == [7, 7]
    assert waiting_in([campaign])[campaign.pk].only_decisions


def test_the_order_is_the_same_tomorrow(campaign, rater, other_rater, monkeypatch):
    """A key of today's page is one of tomorrow's."""
    disagree(campaign, rater, other_rater, comments=["caption 3"])
    given_days_ago(5, caption(campaign, 0))
    monkeypatch.setattr(disputes, "PAGE_SIZE", 1)
    seen, after, before = [], "", ""
    while not seen or after:
        queue = queue_of(campaign, after)
        seen, after, before = [*seen, *queue.rows], queue.after, queue.before
    assert [item.pk for item in seen][:2] == [caption(campaign, n).pk for n in (0, 3)]
    assert len(seen) == 4
    assert queue_of(campaign, before=before).rows == seen[2:3]


def test_filters_find_kind_age_rater_words_and_comments(campaign, rater, other_rater, lead):
    disagree(campaign, rater, other_rater, comments=["caption 2"])
    given_days_ago(3, caption(campaign, 1))
    code = pseudonym(campaign.pk, rater.pk)

    def found(**wanted) -> list[str]:
        rows = queue_of(campaign, wanted=DisputesWanted(**wanted)).rows
        return sorted(item.query.text for item in rows)

    everything = [f"caption {n}" for n in range(4)]
    assert found() == found(kind=DisputeKind.DISAGREEMENT) == found(rater=code) == everything
    assert found(kind=DisputeKind.CANNOT_JUDGE) == found(kind=DisputeKind.NO_RATER) == []
    assert found(days="3") == ["caption 1"]
    assert found(days="7") == []
    assert found(caption="TION 3") == ["caption 3"]
    assert found(comments=True) == ["caption 2"]
    assert found(rater="ZZZZZ") == found(rater="nonsense") == []
    assert found(rater=pseudonym(campaign.pk, lead.pk)) == []


def test_the_next_is_after_this_one_and_never_one_that_i_labelled(
    campaign, rater, other_rater, adjudicator
):
    disagree(campaign, rater, other_rater)
    first, second, *_, last = queue_of(campaign).rows
    assert following(adjudicator, first) == second
    assert following(adjudicator, last) == first
    assert following(rater, first) is None
    only = DisputesWanted(caption=first.query.text)
    assert following(adjudicator, first, only) is None
    assert following(adjudicator, second, only) == first


def test_campaigns_say_how_much_waits_and_for_how_long(campaign, rater, other_rater):
    idle = make_campaign(captions=1, videos=1, raters=[rater])
    disagree(campaign, rater, other_rater, comments=["caption 2"])
    given_days_ago(6, caption(campaign, 1))
    found = waiting_in([campaign, idle])
    assert set(found) == {campaign.pk}
    waiting = found[campaign.pk]
    assert (waiting.disputes, waiting.commented, waiting.days) == (4, 1, 6)
    assert dict(waiting.by_kind)[DisputeKind.DISAGREEMENT] == 4


def test_a_pseudonym_is_one_persons_in_one_campaign():
    people = [*range(1, 400), 99_999, 2**24 - 1]
    codes = {pseudonym(7, person) for person in people}
    assert len(codes) == len(people)
    assert [person_called(7, pseudonym(7, person)) for person in people] == people
    assert person_called(7, pseudonym(7, 12).lower()) == 12
    assert pseudonym(8, 12) != pseudonym(7, 12)
    assert all(len(code) == 5 for code in codes)
    assert person_called(7, "") == person_called(7, "IIIII") == person_called(7, "ZZZZZ") == 0


def test_an_adjudicator_reads_pseudonyms_and_a_lead_names(
    signed_in, campaign, rater, other_rater, adjudicator, lead
):
    disagree(campaign, rater, other_rater)
    item = queue_of(campaign).rows[0]
    address = f"/adjudication/{campaign.pk}/{item.pk}/"
    code = pseudonym(campaign.pk, rater.pk)
    pages = [
        squeezed(signed_in(adjudicator).get(at).text)
        for at in (
            address,
            f"/adjudication/{campaign.pk}/",
            f"{address[: -len(f'{item.pk}/')]}mistakes/",
        )
    ]
    assert f"Rater {code}" in pages[0]
    assert code in pages[1]  # a filter
    for page in pages:
        assert not {name for name in ("Rosa", "rosa", "Omar", "omar") if name in page}
    assert "Rosa Rater" in signed_in(lead).get(address).text


def test_the_queue_is_filtered_by_its_address_and_the_filters_stay(
    signed_in, campaign, rater, other_rater, adjudicator
):
    disagree(campaign, rater, other_rater, comments=["caption 2", "caption 1"])
    browser = signed_in(adjudicator)
    page = browser.get(f"/adjudication/{campaign.pk}/?comments=on")
    assert len(page.context["rows"]) == 2
    first = page.context["rows"][0].item
    shown = browser.get(f"/adjudication/{campaign.pk}/{first.pk}/?comments=on")
    assert "2 wait in this selection" in shown.text
    sent = {
        "answer": "relevant",
        "comment": "as the guidelines say",
        "request_id": "5d9a9f0e-4c8e-4d53-9a38-3b2e6b6c4a55",
    }
    answered = browser.post(f"/adjudication/{campaign.pk}/{first.pk}/decide/?comments=on", sent)
    second = page.context["rows"][1].item
    assert answered["Location"] == f"/adjudication/{campaign.pk}/{second.pk}/?comments=on"
    sent["request_id"] = "5d9a9f0e-4c8e-4d53-9a38-3b2e6b6c4a56"
    answered = browser.post(f"/adjudication/{campaign.pk}/{second.pk}/decide/?comments=on", sent)
    assert answered["Location"] == f"/adjudication/{campaign.pk}/?comments=on"
    assert "No dispute matches these filters" in browser.get(answered["Location"]).text
    assert browser.get(f"/adjudication/{campaign.pk}/?kind=none").status_code == 400


def test_a_lead_who_rates_here_does_not_see_the_queue(signed_in, campaign, rater, other_rater):
    lead = make_user(Role.LEAD)
    campaign.members.create(person=lead)
    disagree(campaign, rater, other_rater)
    for below in ("", "mistakes/", "mistakes/kinds.csv"):
        assert signed_in(lead).get(f"/adjudication/{campaign.pk}/{below}").status_code == 403


def test_the_list_of_campaigns_counts(signed_in, campaign, rater, other_rater, lead):
    make_campaign(captions=1, videos=1, raters=[rater])
    disagree(campaign, rater, other_rater)
    page = signed_in(lead).get("/adjudication/")
    assert [(one.pk, waiting.disputes) for one, waiting in page.context["rows"]][-1] == (
        campaign.pk,
        4,
    )
