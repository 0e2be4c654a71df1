"""Comments and clips that do not play: the lead of a campaign finds both."""

import pytest

from annotator.actions.change_label import undo_label
from annotator.models import Label, Member
from tests.annotator.api.conftest import script
from tests.annotator.saying import claim, say
from tests.api.conftest import check_problem
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db
__all__ = ["script"]  # a fixture


@pytest.fixture
def campaign(rater, other_rater):
    """Three comments and two reports about one clip; one comment was taken back."""
    campaign = make_campaign(captions=3, videos=1, raters=[rater, other_rater], double_share=1.0)
    one, two, three = claim(rater, campaign, 3)
    say(rater, one, "relevant", comment="only at the very end")
    say(rater, two, "cannot_judge", reason="does_not_play", comment="black")
    undo_label(rater=rater, label_id=say(rater, three, "irrelevant", comment="never mind").label)
    say(other_rater, claim(other_rater, campaign)[0], "cannot_judge", reason="does_not_play")
    return campaign


def test_a_lead_reads_how_many_there_are_and_what_they_say(campaign, signed_in, lead):
    browser, address = signed_in(lead), f"/campaigns/{campaign.pk}/"
    page = browser.get(address).text
    assert "2 comments" in page
    assert "1 clip reported" in page
    comments = browser.get(f"{address}comments/")
    assert [label.comment for label in comments.context["labels"]] == [
        "black",
        "only at the very end",
    ]
    assert "never mind" not in comments.text
    for word in ("only at the very end", "Rosa Rater", "caption 0", "relevant", "cannot judge"):
        assert word in comments.text
    reports = browser.get(f"{address}clips/")
    assert [str(label.rater) for label in reports.context["labels"]] == ["Omar Rater", "Rosa Rater"]
    assert "v0" in reports.text


def test_lists_are_paged_by_key(signed_in, lead, rater):
    campaign = make_campaign(
        captions=60, videos=1, raters=[rater], double_share=0.0, leases_per_rater=60
    )
    for slot in [*claim(rater, campaign, 50)]:
        say(rater, slot, comment="so")
    for slot in claim(rater, campaign, 10):
        say(rater, slot, comment="so")
    browser, address = signed_in(lead), f"/campaigns/{campaign.pk}/comments/"
    first = browser.get(address)
    rest = browser.get(f"{address}?older={first.context['older']}")
    found = [label.pk for page in (first, rest) for label in page.context["labels"]]
    assert found == list(Label.objects.order_by("-pk").values_list("pk", flat=True))


def test_by_api_too(campaign, script, lead):
    leading, at = script(lead), f"campaigns/{campaign.pk}"
    told = leading.get(at).json()
    assert (told["comments"], told["reported_clips"]) == (2, 1)
    rows = leading.get(f"{at}/comments").json()["results"]
    assert [(row["comment"], row["rater"], row["answer"], row["video"]) for row in rows] == [
        ("black", "rosa", "cannot_judge", "v0"),
        ("only at the very end", "rosa", "relevant", "v0"),
    ]
    assert set(rows[0]) == {
        "id",
        "item",
        "caption",
        "video",
        "rater",
        "answer",
        "value",
        "reason",
        "comment",
        "given_at",
    }
    assert [row["rater"] for row in leading.get(f"{at}/reported-clips").json()["results"]] == [
        "omar",
        "rosa",
    ]


@pytest.mark.parametrize("path", ["comments", "reported-clips"])
def test_nobody_else_reads_them_nor_a_lead_who_rates_there(
    campaign, script, lead, adjudicator, rater, path
):
    for person in (rater, adjudicator):
        check_problem(script(person).get(f"campaigns/{campaign.pk}/{path}"), 403)
    Member.objects.create(campaign=campaign, person=lead)
    check_problem(
        script(lead).get(f"campaigns/{campaign.pk}/{path}"), 403, "You rate in this campaign"
    )
