"""What leads ask of a campaign under way by API: what is stuck, when it is done, how a rater fares,
hours worked; and nobody else."""

import pytest

from annotator.models import Member
from tests.annotator.api.conftest import script
from tests.annotator.saying import claim, label_all, say
from tests.api.conftest import check_problem
from tests.factories import make_campaign, make_user

pytestmark = pytest.mark.django_db
__all__ = ["script"]  # a fixture


@pytest.fixture
def campaign(rater, other_rater):
    campaign = make_campaign(captions=4, raters=[rater, other_rater, make_user()], double_share=1.0)
    label_all(rater, campaign, "relevant")
    for place, slot in enumerate(claim(other_rater, campaign, 4)):
        say(other_rater, slot, "irrelevant" if place else "relevant", comment="hm" * (not place))
    return campaign


def test_what_is_stuck_comes_with_its_remedies(script, lead, campaign, client):
    found = script(lead).get(f"campaigns/{campaign.pk}/stuck").json()["stuck"]
    assert [(one["key"], one["holds_up"]) for one in found] == [("comments", False)]
    [remedy] = found[0]["remedies"]
    assert remedy == {
        "label": "Read the comments",
        "address": f"/campaigns/{campaign.pk}/comments/",
        "posts": False,
    }


def test_comments_that_were_read_are_stuck_no_more(script, lead, campaign):
    leading = script(lead)
    newest = leading.get(f"campaigns/{campaign.pk}/comments").json()["results"][0]["id"]
    read = leading.post(
        f"campaigns/{campaign.pk}/remarks/read", {"of": "comments", "up_to": newest}
    )
    assert read.json() == {"comments": newest, "clips": 0}
    assert leading.get(f"campaigns/{campaign.pk}/stuck").json() == {"stuck": []}
    wrong = {"of": "dreams", "up_to": newest}
    check_problem(leading.post(f"campaigns/{campaign.pk}/remarks/read", wrong), 400)


def test_the_outlook_has_the_labels_wanted_and_how_far_raters_agree(script, lead, campaign):
    found = script(lead).get(f"campaigns/{campaign.pk}/outlook").json()
    assert found["wanted"] == campaign.items_count * 2 - campaign.items_count - 4 + 3
    assert (found["agreement"]["right"], found["agreement"]["n"]) == (1, 4)
    assert found["forecast"] is None
    assert [day["labels"] for day in found["days"]] == [campaign.items_count + 4]


def test_a_rater_s_figures_are_there_by_week(script, lead, campaign, other_rater):
    member = Member.objects.get(campaign=campaign, person=other_rater)
    found = script(lead).get(f"campaigns/{campaign.pk}/members/{member.pk}/figures").json()
    assert found["all"]["agreement"]["right"] == 1
    assert found["all"]["answers"] == 4
    [week] = found["weeks"]
    assert week["agreement"] == found["all"]["agreement"]
    assert week["week"][4:6] == "-W"
    assert found["findings"] == []
    assert found["others"]["answers"] == campaign.items_count


def test_hours_are_listed_for_one_campaign_or_for_all(script, lead, campaign):
    leading = script(lead)
    rows = leading.get(f"hours?campaign={campaign.pk}&zone=UTC").json()
    assert rows["time_zone"] == "UTC"
    assert {row["username"]: row["answers"] for row in rows["days"]} == {
        "rosa": campaign.items_count,
        "omar": 4,
    }
    assert leading.get("hours?zone=UTC").json() == rows
    assert leading.get("hours?until=2020-01-01").json()["days"] == []
    days = leading.get("hours?zone=UTC&pay=12&currency=EUR").json()["days"]
    assert [(day["pay"], day["currency"]) for day in days] == [
        (round((day["active_hours"] + day["untimed_hours"]) * 12, 2), "EUR") for day in days
    ]
    assert leading.get("hours?pay=12").status_code == 400
    for wrong in ("zone=Mars", "campaign=0", "since=2026-02-01&until=2026-01-01", "since=today"):
        check_problem(leading.get(f"hours?{wrong}"), 400)


def test_all_of_it_is_for_leads(script, rater, campaign):
    rating = script(rater)
    member = Member.objects.get(campaign=campaign, person=rater)
    for path in ("stuck", "outlook", f"members/{member.pk}/figures"):
        check_problem(rating.get(f"campaigns/{campaign.pk}/{path}"), 403)
    check_problem(rating.get("hours"), 403)
    mark = {"of": "comments", "up_to": 1}
    check_problem(rating.post(f"campaigns/{campaign.pk}/remarks/read", mark), 403)
