"""What pages say of clips that do not play: to the lead who opens a campaign, and to its raters."""

import re

import pytest

from annotator.masks import unmask
from annotator.models import Campaign, Item, Label, Slot, Trial
from pooling.models import Video
from tests.annotator.pages.answering import begin, send
from tests.annotator.saying import claim, say
from tests.annotator.test_clips_that_do_not_play import lose
from tests.annotator.test_gold import with_gold
from tests.annotator.test_training import campaign_with_training, in_training, unasked
from tests.factories import make_campaign, play
from tests.web.markup import squeezed

pytestmark = pytest.mark.django_db
BUTTON = re.compile(
    r'<button class="answer[^>]*?\svalue="(\w+)"[^>]*?(\sdisabled)?(?:\s+aria[^>]*)?\s*>'
)
CLIP = re.compile(r'<p>Clip:<code class="whole">([^<]+)</code></p>')


@pytest.fixture
def draft(rater):
    return make_campaign(raters=[rater], opened=False, without_clips=False)


def test_a_lead_reads_that_nothing_plays_and_opens_without_clips_only_on_purpose(
    signed_in, lead, draft
):
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
    buttons = BUTTON.findall(browser.get(f"/rate/{draft.pk}/").text)
    assert [value for value, off in buttons if off] == []
    lose(*Video.objects.all())
    page = browser.get(f"/rate/{draft.pk}/").text
    buttons = BUTTON.findall(page)
    assert [value for value, off in buttons if off] == ["irrelevant", "relevant"]
    assert "switched off because this clip does not play" in page
    refused = send(browser, draft, form, "relevant", comment="I remember it")
    assert refused.status_code == 409
    assert "This clip does not play" in refused.text
    assert "I remember it" in refused.text
    assert not Label.objects.exists()
    assert send(browser, draft, form, "cannot_judge", reason="does_not_play").status_code == 302


def test_where_clips_are_elsewhere_a_rater_reads_which_to_watch_of_checks_as_of_pairs(
    signed_in, rater
):
    campaign, browser = with_gold(raters=[rater]), signed_in(rater)
    form, seen = begin(browser, campaign), {}
    for _ in range(12):
        slot = Slot.objects.get(pk=unmask(form["slot"]))
        page = browser.get(f"/rate/{campaign.pk}/").text
        assert CLIP.findall(squeezed(page)) == [slot.item.video.key]
        clip = page[page.index('id="stage"') : page.index("<form")]
        seen.setdefault(slot.kind, set()).add(clip.replace(slot.item.video.key, "KEY"))
        send(browser, campaign, form)
        form = begin(browser, campaign)
    assert seen["gold"] == seen["first"]
    assert len(seen["gold"]) == 1


def test_so_do_those_who_train_and_who_look_at_their_answers(signed_in, rater):
    campaign, browser = campaign_with_training(), signed_in(rater)
    unasked(campaign, videos=4, answer=None)
    in_training(campaign, rater)
    browser.post(f"/train/{campaign.pk}/")
    asked = browser.get(f"/train/{campaign.pk}/").text
    assert CLIP.findall(squeezed(asked)) == [Trial.objects.get().known.video.key]
    other = make_campaign(raters=[rater])
    label = Label.objects.get(pk=say(rater, claim(rater, other)[0]).label)
    assert CLIP.findall(squeezed(browser.get(f"/answers/{other.pk}/{label.pk}/").text)) == [
        label.item.video.key
    ]


def test_so_do_adjudicators(signed_in, rater, adjudicator):
    campaign = make_campaign(
        raters=[rater], adjudicators=[adjudicator], cannot_judge_limit=1, double_share=0.0
    )
    say(rater, claim(rater, campaign)[0], "cannot_judge")
    item = Item.objects.get(dispute__gt=0)
    page = signed_in(adjudicator).get(f"/adjudication/{campaign.pk}/{item.pk}/").text
    assert CLIP.findall(squeezed(page)) == [item.video.key]


def test_a_campaign_that_shows_its_clips_names_none(signed_in, lead, rater, draft):
    play(*Video.objects.all())
    signed_in(lead).post(f"/campaigns/{draft.pk}/begin/")
    browser = signed_in(rater)
    begin(browser, draft)
    assert not CLIP.search(browser.get(f"/rate/{draft.pk}/").text)
    lose(*Video.objects.all())
    assert not CLIP.search(browser.get(f"/rate/{draft.pk}/").text)


def test_training_that_lacks_only_clips_can_be_opened_without_them(signed_in, lead):
    draft, browser = campaign_with_training(opened=False, without_clips=False), signed_in(lead)
    address = f"/campaigns/{draft.pk}/"
    unasked(draft, videos=4, answer=None)
    page = browser.get(address).text
    assert "0 questions can be used: 4 known answers have clips that do not play." in page
    assert "It needs at least 2 relevant and 2 irrelevant ones." in page
    known = browser.get(f"{address}known/").text
    assert (known.count("until its clip plays"), known.count(">in use</span>")) == (4, 0)
    for told in (page, known):
        assert "Raters see the clips elsewhere" in told
        assert f'href="{address}policy/"' in told
        assert "known answers about pairs outside the pool" not in told
    assert (
        '<button class="button" name="without_clips" value="1">Open without clips</button>' in page
    )
    browser.post(f"{address}begin/", {"without_clips": "1"})
    assert (Campaign.objects.get().state, Campaign.objects.get().without_clips) == ("open", True)
    assert browser.get(f"{address}known/").text.count(">in use</span>") == 4


def test_training_that_lacks_questions_cannot_be_opened_without_clips_either(signed_in, lead):
    draft, browser = campaign_with_training(opened=False, without_clips=False), signed_in(lead)
    unasked(draft, videos=3, answer="relevant")
    page = browser.get(f"/campaigns/{draft.pk}/").text
    assert "Add known answers about pairs outside the pool whose clips play" in page
    assert "Open without clips" not in page
