"""A lead's script runs a campaign: what comes first, how far it is, what it costs, how fast it
goes, what raters are told."""

import pytest

from annotator.asked.guidelines import guideline_for
from annotator.models import Campaign, Item, MeasuredPace, Member, Slot
from people.models import AuditEvent, Scope
from pooling.models import Run
from tests.annotator.saying import label_all
from tests.api.conftest import check_problem
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


def at_the_front(campaign: Campaign) -> set[tuple[str, str]]:
    slots = Slot.objects.filter(campaign=campaign, place__lt=0)
    return set(slots.values_list("item__query__text", "item__video__key"))


def test_a_caption_a_pair_or_a_runs_pairs_come_first(script, lead, rater):
    campaign = make_campaign(captions=3, videos=2, raters=[rater], double_share=0.0)
    leading, at = script(lead), f"campaigns/{campaign.pk}/priorities"
    assert leading.post(at, {"caption": "c2", "video": "v1"}).json() == {"moved": 1}
    assert at_the_front(campaign) == {("caption 2", "v1")}
    assert script(rater).claim(campaign)[0]["caption"] == "caption 2"
    assert leading.post(at, {"caption": "c0"}).json() == {"moved": 2}
    assert leading.post(at, {"run": Run.objects.get().pk}).json() == {"moved": 3}
    assert len(at_the_front(campaign)) == 6
    events = AuditEvent.objects.filter(
        verb="moved pairs to the front of", actor=lead, via="api"
    ).order_by("pk")
    assert [event.after["slots"] for event in events] == [1, 2, 3]


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({}, "#"),
        ({"caption": "c0", "run": 1}, "#"),
        ({"video": "v0"}, "#"),
        ({"run": 1, "video": "v0"}, "#"),
        ({"caption": "c9"}, "#/caption"),
        ({"caption": "c0", "video": "v9"}, "#/video"),
        ({"run": 0}, "#/run"),
        ({"run": "first"}, "#/run"),
        ({"captoin": "c0"}, "#/captoin"),
    ],
)
def test_what_cannot_come_first_is_pointed_at(script, lead, wrong, pointer):
    campaign = make_campaign()
    answer = script(lead).post(f"campaigns/{campaign.pk}/priorities", wrong)
    check_problem(answer, 400)
    assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]
    assert not at_the_front(campaign)


def test_what_is_not_under_way_or_waits_for_nothing_is_409(script, lead, rater):
    draft, done = (
        make_campaign(opened=False),
        make_campaign(captions=1, videos=1, raters=[rater], double_share=0.0),
    )
    label_all(rater, done)
    check_problem(
        script(lead).post(f"campaigns/{draft.pk}/priorities", {"caption": "c0"}),
        409,
        "open or paused",
    )
    check_problem(
        script(lead).post(f"campaigns/{done.pk}/priorities", {"caption": "c0"}),
        409,
        "Nothing of this waits",
    )


def test_only_leads_with_the_scope_to_manage_say_what_comes_first(
    script, viewer, rater, adjudicator, lead
):
    campaign = make_campaign(raters=[rater], adjudicators=[adjudicator])
    at = f"campaigns/{campaign.pk}/priorities"
    for person in (viewer, rater, adjudicator):
        check_problem(script(person).post(at, {"caption": "c0"}), 403)
    check_problem(script(lead, Scope.LABEL).post(at, {"caption": "c0"}), 403, "scope manage")
    check_problem(script(lead).post("campaigns/999999/priorities", {"caption": "c0"}), 404)
    assert not at_the_front(campaign)


def test_a_lead_sees_how_far_a_campaign_is_and_raters_do_not(script, lead, rater):
    campaign = make_campaign(captions=2, videos=2, raters=[rater], double_share=0.0)
    for slot, answer in zip(
        script(rater).claim(campaign, 3), ("relevant", "irrelevant", "irrelevant"), strict=True
    ):
        script(rater).say(slot, answer)
    told = script(lead).get(f"campaigns/{campaign.pk}").json()
    assert told["labels"] == 3
    assert told["progress"] == {
        "pairs": 4,
        "judged": 3,
        "relevant": 1,
        "irrelevant": 2,
        "disagreement": 0,
        "open": 1,
        "disputes": 0,
        "held_back": 0,
        "awaiting_third": 0,
        "without_rater": 0,
        "unwanted": 0,
        "taken_out": 0,
    }
    assert set(script(rater).get(f"campaigns/{campaign.pk}").json()) == {"id", "name", "state"}
    assert "progress" not in script(lead).get("campaigns").json()["results"][0]
    assert (Item.objects.exclude(verdict=None).count(), Member.objects.count()) == (3, 1)


def test_a_draft_tells_what_it_will_cost(script, lead):
    draft = make_campaign(captions=5, videos=4, opened=False, double_share=0.25)
    leading, at = script(lead), f"campaigns/{draft.pk}"
    assert leading.get(at).json()["cost"] == {"pairs": 20, "slots": 25}
    assert leading.post(f"{at}/state", {"state": "open"}).status_code == 200
    assert leading.get(at).json()["cost"] is None
    assert Slot.objects.count() == 25


def test_a_lead_measures_the_pace_when_they_like(script, lead, rater):
    campaign = make_campaign(raters=[rater])
    leading, at = script(lead), f"campaigns/{campaign.pk}/pace"
    assert leading.post(at).json()["pace"] is None
    label_all(rater, campaign)
    assert leading.post(at).json()["pace"]["answers"] == MeasuredPace.objects.get().answers
    check_problem(script(rater).post(at), 403)
    check_problem(leading.post("campaigns/999999/pace"), 404)


def test_a_template_that_nobody_filled_in_is_warned_of_as_on_the_page(script, lead):
    campaign = make_campaign(opened=False, scale=["no", "in part", "wholly"], relevant_from=2)
    at = f"campaigns/{campaign.pk}/guidelines"
    as_begun = {"markdown": guideline_for(None, campaign.on_scale)}
    written = script(lead).post(at, as_begun)
    assert written.status_code == 201
    assert "still those of the template" in written.json()["warning"]
    better = script(lead).post(at, {"markdown": "Fitting clips get 2."}).json()
    assert (better["warning"], better["version"]) == ("", written.json()["version"] + 1)
    assert "warning" not in script(lead).get(at).json()


def test_a_lead_reads_all_versions_of_the_guidelines(script, lead, rater):
    campaign = make_campaign(raters=[rater])
    leading, at = script(lead), f"campaigns/{campaign.pk}/guidelines"
    leading.post(at, {"markdown": "Only what is *seen* counts.", "confirm": True})
    rows = leading.get(f"{at}/versions").json()["results"]
    assert [
        (row["version"], row["markdown"], row["confirm"], row["written_by"]) for row in rows
    ] == [
        (2, "Only what is *seen* counts.", True, "lena"),
        (1, "A clip is relevant if the caption is true of it.", False, None),
    ]
    check_problem(script(rater).get(f"{at}/versions"), 403)
    check_problem(leading.get("campaigns/999999/guidelines/versions"), 404)
