"""Campaigns whose labels were collected elsewhere have no pool: every page of theirs opens, and
nobody is asked about them."""

import pytest
from django.urls import URLResolver, reverse

from annotator.models import Campaign, Item, KnownAnswer, Member
from annotator.urls import urlpatterns
from tests.annotator.exchanging import bring, small_benchmark

pytestmark = pytest.mark.django_db
TRIPLETS = "caption_id,video_id,label\nc0,v0,relevant\nc1,v0,irrelevant\nc2,v3,disagreement\n"


@pytest.fixture
def imported(tmp_path):
    (tmp_path / "elsewhere.csv").write_text(TRIPLETS)
    return Campaign.objects.get(
        pk=bring(small_benchmark(), tmp_path / "elsewhere.csv", "triplets")["id"]
    )


def addresses(patterns, above=frozenset()):
    """The name of each address, and of what it holds; those that are included in others, too."""
    for pattern in patterns:
        names = above | set(pattern.pattern.converters)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, names)
        else:
            yield pattern.name, names


def test_every_page_of_it_opens_for_its_lead(signed_in, lead, rater, imported):
    browser = signed_in(lead)
    member = Member.objects.create(campaign=imported, person=rater)
    words = {
        "campaign_id": imported.pk,
        "member_id": member.pk,
        "item_id": Item.objects.latest("dispute").pk,
        "label_id": 1,
    }
    opened = {}
    for name, names in addresses(urlpatterns):
        if "campaign_id" in names and names <= words.keys():
            opened[name] = browser.get(
                reverse(f"annotator:{name}", kwargs={key: words[key] for key in names})
            )
    told = {
        name: answer.status_code for name, answer in opened.items() if answer.status_code != 405
    }
    theirs = {
        "campaign",
        "member",
        "write_guidelines",
        "priorities",
        "known",
        "training_answers",
        "quality",
        "move_closed",
    }
    assert {name for name, status in told.items() if status == 200} >= theirs
    assert set(told.values()) <= {200, 302, 403, 404}


def test_its_page_tells_where_it_comes_from_and_offers_nothing(signed_in, lead, imported):
    browser = signed_in(lead)
    assert "imported labels" in browser.get("/campaigns/").text
    page = browser.get(f"/campaigns/{imported.pk}/").text
    assert "elsewhere.csv, read as triplets" in page
    assert "3 pairs, 100 % judged. Imported labels." in page
    for offered in (
        "What comes first",
        "Add a member",
        "Known answers",
        "are labelled twice",
        "open dispute",
    ):
        assert offered not in page


def test_its_disagreements_wait_for_nobody(signed_in, lead, imported):
    browser = signed_in(lead)
    assert Item.objects.filter(campaign=imported, dispute__gt=0).exists()
    assert str(imported) not in browser.get("/adjudication/").text
    assert browser.get(f"/adjudication/{imported.pk}/").status_code == 404


def test_nobody_rates_in_it(signed_in, rater, imported):
    Member.objects.create(campaign=imported, person=rater)
    browser = signed_in(rater)
    for address in ("/rate/", "/"):
        assert str(imported) not in browser.get(address, follow=True).text


@pytest.mark.parametrize(("origin", "drawn"), [("original", 5), ("far", 5), ("adjudicated", 0)])
def test_known_answers_can_be_drawn_for_it_too(signed_in, lead, imported, origin, drawn):
    asked = {"origin": origin, "count": "5", "seed": "1", "use": "both"}
    signed_in(lead).post(f"/campaigns/{imported.pk}/known/draw/", asked)
    assert KnownAnswer.objects.filter(campaign=imported).count() == drawn
