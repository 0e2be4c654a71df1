"""What showing pairs together does to prevalence and agreement, as a lead reads it."""

import pytest
from django.template.loader import render_to_string

from annotator.actions.change_label import undo_label
from annotator.models import Item, Slot
from annotator.queries.shown import shown_effect
from tests.annotator.saying import claim, say
from tests.annotator.test_shown_together import grids
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


def rate_all(person, campaign, judge) -> None:
    while slots := claim(person, campaign, 1):
        for slot in slots:
            say(person, slot, judge(slot))


def always(answer: str):
    return lambda _: answer


def test_shares_agreement_and_their_differences(rater, other_rater):
    """Singly every other pair is called relevant, together none; the second rater agrees."""
    campaign = grids(rater, other_rater, captions=10, single_share=0.4, double_share=1.0)

    def judge(slot):
        return "relevant" if slot.shown_group is None and slot.video % 2 else "irrelevant"

    rate_all(rater, campaign, judge)
    rate_all(other_rater, campaign, judge)
    found = shown_effect(campaign)
    singles = Item.objects.filter(bundle=None)
    assert found.relevant.single.n == singles.count() == 40
    odd = sum(video % 2 for video in singles.values_list("video_id", flat=True))
    assert found.relevant.single.value == pytest.approx(odd / 40)
    assert found.relevant.together.value == 0
    assert found.relevant.together.n > 40
    assert found.relevant.difference.value == pytest.approx(-odd / 40)
    assert found.relevant.difference.low < -odd / 40 < found.relevant.difference.high
    assert found.agreement.single.value == found.agreement.together.value == 1.0
    page = render_to_string("annotator/_shown.html", {"together": found})
    assert "n = 40" in page
    assert "none yet" not in page


def test_what_came_alone_for_another_reason_is_not_counted(rater):
    campaign = grids(rater, single_share=0.0, captions=1, videos=7)
    slots = claim(rater, campaign, 1)
    undone = say(rater, slots[0], "relevant").label
    undo_label(rater=rater, label_id=undone)
    Slot.objects.filter(pk=slots[0].slot).update(shown_group=None)
    rate_all(rater, campaign, always("relevant"))
    found = shown_effect(campaign)
    assert (found.relevant.single.n, found.relevant.together.n) == (0, 6)


def test_where_pairs_come_singly_there_is_nothing_to_compare(rater, script, lead):
    campaign = make_campaign(raters=[rater])
    assert shown_effect(campaign) is None
    said = script(lead).get(f"campaigns/{campaign.pk}/shown").json()
    assert said == {"show": "single", "relevant": None, "agreement": None, "cannot_judge": None}


def test_leads_read_it_by_api_and_raters_do_not(rater, script, lead):
    campaign = grids(rater)
    rate_all(rater, campaign, always("irrelevant"))
    said = script(lead).get(f"campaigns/{campaign.pk}/shown").json()
    assert said["show"] == "grid"
    assert said["relevant"]["single"]["n"] == 4
    assert said["relevant"]["together"]["n"] == 36
    assert script(rater).get(f"campaigns/{campaign.pk}/shown").status_code in (403, 404)
