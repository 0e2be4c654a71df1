"""What pages say of clips that do not play: to the lead who opens a campaign, and to its raters."""

import re

import pytest

from annotator.models import Campaign, Label
from pooling.models import Video
from tests.annotator.pages.answering import begin, send
from tests.annotator.test_clips_that_do_not_play import lose
from tests.factories import make_campaign, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft(rater):
    return make_campaign(raters=[rater], opened=False, without_clips=False)


def test_a_lead_reads_that_nothing_plays_and_opens_without_clips_only_on_purpose(signed_in, lead, draft):
    browser, address = signed_in(lead), f"/campaigns/{draft.pk}/"
    page = browser.get(address).text
    assert "2 of 2 videos do not play" in page
    assert "Open this campaign" not in page
    assert "2 of 2 videos do not play" in browser.post(f"{address}begin/", follow=True).text
    assert Campaign.objects.get().state == "draft"
    browser.post(f"{address}begin/", {"without_clips": "1"})
    assert (Campaign.objects.get().state, Campaign.objects.get().without_clips) == ("open", True)


def test_a_lead_reads_how_many_pairs_wait_for_their_clips(signed_in, lead, draft):
    browser, address = signed_in(lead), f"/campaigns/{draft.pk}/"
    play(Video.objects.get(key="v0"))
    assert "3 pairs will be held back until it does" in " ".join(browser.get(address).text.split())
    browser.post(f"{address}begin/")
    assert "3 pairs are held back because their clips do not play." in browser.get(address).text
    play(Video.objects.get(key="v1"))
    assert "held back" not in browser.get(address).text


def test_a_rater_whose_clip_is_gone_can_say_only_that(signed_in, rater, draft, lead):
    play(*Video.objects.all())
    signed_in(lead).post(f"/campaigns/{draft.pk}/begin/")
    browser = signed_in(rater)
    form = begin(browser, draft)
    buttons = re.findall(r'<button class="answer[^>]*value="(\w+)"( disabled)?', browser.get(f"/rate/{draft.pk}/").text)
    assert [value for value, off in buttons if off] == []
    lose(*Video.objects.all())
    page = browser.get(f"/rate/{draft.pk}/").text
    buttons = re.findall(r'<button class="answer[^>]*value="(\w+)"( disabled)?', page)
    assert [value for value, off in buttons if off] == ["irrelevant", "relevant"]
    assert "switched off because this clip does not play" in page
    refused = send(browser, draft, form, "relevant", comment="I remember it")
    assert refused.status_code == 409
    assert "This clip does not play" in refused.text
    assert "I remember it" in refused.text
    assert not Label.objects.exists()
    assert send(browser, draft, form, "cannot_judge", reason="does_not_play").status_code == 302
