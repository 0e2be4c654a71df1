"""What happened to a pair: leads read every label with its rater, viewers how many there are."""

import pytest

from annotator.actions.adjudicate import adjudicate
from annotator.actions.change_label import undo_label
from annotator.actions.create_campaign import add_member
from annotator.models import Answer, Item, Label
from people.actor import SYSTEM
from people.models import Scope
from tests.annotator.saying import claim, say
from tests.factories import make_campaign
from tests.pooling.api.conftest import Script
from tests.web.markup import squeezed

pytestmark = pytest.mark.django_db


@pytest.fixture
def disputed(rater, other_rater, adjudicator) -> Item:
    """Rosa finds it relevant, Omar does not, Ada decides."""
    campaign = make_campaign(
        captions=1,
        videos=1,
        raters=[rater, other_rater],
        adjudicators=[adjudicator],
        double_share=1.0,
        label_limit=2,
    )
    say(rater, claim(rater, campaign)[0], "relevant", comment="I see it")
    say(other_rater, claim(other_rater, campaign)[0], "irrelevant")
    item = Item.objects.get(campaign=campaign)
    adjudicate(
        adjudicator=adjudicator,
        campaign_id=campaign.pk,
        item_id=item.pk,
        answer=Answer.RELEVANT,
        comment="It is there.",
        request_id="6f0c2a1e-35b4-4f6e-8d8e-0d5a4b3c2d1e",
    )
    return Item.objects.get(pk=item.pk)


def caption_of(item: Item):
    return item.query.captions.get()


def history(person, item: Item) -> dict:
    address = f"captions/{caption_of(item).pk}/videos/{item.video_id}/history"
    return Script(person, Scope.READ).get(address).json()


def page(signed_in, person, item: Item) -> str:
    caption = caption_of(item)
    answer = signed_in(person).get(
        f"/explorer/{caption.benchmark_id}/pairs/{caption.number}/{item.video.number}/"
    )
    assert answer.status_code == 200
    return answer.text


def test_leads_read_every_label(lead, disputed):
    told = history(lead, disputed)
    assert (told["verdict"], told["mark"]) == ("relevant", "original")
    (campaign,) = told["campaigns"]
    assert (campaign["labels"], campaign["adjudicated"]) == (3, True)
    assert [(one["rater"], one["answer"], one["slot"]) for one in campaign["given"]] == [
        ("rosa", "relevant", "first"),
        ("omar", "irrelevant", "second"),
        ("ada", "relevant", "adjudication"),
    ]
    first = Label.objects.earliest("pk")
    assert campaign["given"][0]["guideline_version"] == first.guideline_version == 1
    assert campaign["given"][0]["comment"] == "I see it"
    assert all(one["counts"] for one in campaign["given"])


def test_the_page_shows_leads_the_same(signed_in, lead, disputed):
    text = page(signed_in, lead, disputed)
    for words in ("Rosa Rater", "Omar Rater", "Ada Adjudicator", "I see it", "Adjudication"):
        assert words in text
    assert "3 labels" in text
    assert "decided by an adjudicator" in text


def test_viewers_read_no_answer_and_no_name(signed_in, viewer, disputed):
    told = history(viewer, disputed)
    (campaign,) = told["campaigns"]
    assert campaign["given"] is None
    assert (campaign["labels"], campaign["verdict"]) == (3, "relevant")
    assert campaign["first"] == campaign["last"] == f"{Label.objects.earliest('pk').given_at:%F}"
    text = page(signed_in, viewer, disputed)
    for words in ("Rosa", "Omar", "Ada", "rosa", "I see it", "It is there", "Irrelevant", "Second"):
        assert words not in text, words
    assert "3 labels" in text


def test_a_lead_who_rates_there_is_not_told(signed_in, lead, disputed):
    add_member(SYSTEM, disputed.campaign, lead)
    (campaign,) = history(lead, disputed)["campaigns"]
    assert campaign["given"] is None
    assert "what others answered is not shown" in page(signed_in, lead, disputed)


def test_a_label_that_was_taken_back_stays_and_counts_no_more(lead, viewer, rater):
    campaign = make_campaign(captions=1, videos=1, raters=[rater], double_share=0.0)
    say(rater, claim(rater, campaign)[0], "relevant")
    undo_label(rater=rater, label_id=Label.objects.get().pk)
    say(rater, claim(rater, campaign)[0], "irrelevant")
    item = Item.objects.get(campaign=campaign)
    (told,) = history(lead, item)["campaigns"]
    assert [(one["answer"], one["counts"]) for one in told["given"]] == [
        ("relevant", False),
        ("withdrawn", False),
        ("irrelevant", True),
    ]
    assert (told["labels"], told["verdict"]) == (1, "irrelevant")
    assert history(viewer, item)["campaigns"][0]["labels"] == 1


def test_a_pair_that_waits_for_labels_says_so(signed_in, lead, rater):
    campaign = make_campaign(captions=1, videos=1, raters=[rater], double_share=0.0)
    claim(rater, campaign)
    item = Item.objects.get(campaign=campaign)
    text = page(signed_in, lead, item)
    assert "No verdict yet. No label yet." in squeezed(text)
    assert "First: leased, Rosa Rater" in squeezed(text)


@pytest.mark.parametrize("who", ["rater", "adjudicator"])
def test_who_rates_or_decides_is_refused(signed_in, request, disputed, who):
    caption = caption_of(disputed)
    answer = signed_in(request.getfixturevalue(who)).get(
        f"/explorer/{caption.benchmark_id}/pairs/{caption.number}/{disputed.video.number}/"
    )
    assert answer.status_code == 403
