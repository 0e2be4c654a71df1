"""A pair whose clip does not play is held back until it does, and nobody can judge what they cannot
see."""

import pytest

from annotator.actions.change_label import change_label
from annotator.actions.open_campaign import NoClips
from annotator.actions.rebuild import rebuild
from annotator.actions.start_campaign import begin_campaign
from annotator.locks.slot import ClipDoesNotPlay
from annotator.models import Answer, Campaign, Item, Label, Slot
from annotator.queries.progress import progress_of
from people.actor import SYSTEM
from pooling.models import Video
from tests.annotator.breaking import differing, sql
from tests.annotator.saying import claim, label_all, say
from tests.factories import make_campaign, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft(rater):
    """Six pairs of three captions and two videos; of v0 alone there is a clip."""
    campaign = make_campaign(raters=[rater], opened=False, without_clips=False, double_share=1.0)
    play(Video.objects.get(key="v0"))
    return campaign


@pytest.fixture
def campaign(draft) -> Campaign:
    return begin_campaign(SYSTEM, draft.pk).campaign


def lose(*videos: Video) -> None:
    lost = Video.objects.filter(pk__in=[video.pk for video in videos])
    lost.update(state=Video.State.FAILED, reason="missing", explanation="Its file is gone.")


def test_a_campaign_without_a_single_clip_is_refused_and_says_how_many_do_not_play(rater):
    draft = make_campaign(raters=[rater], opened=False, without_clips=False)
    with pytest.raises(NoClips, match="2 of 2 videos do not play"):
        begin_campaign(SYSTEM, draft.pk)
    draft.refresh_from_db()
    assert (draft.state, Item.objects.count()) == ("draft", 0)


def test_it_is_opened_if_clips_are_shown_elsewhere(rater):
    draft = make_campaign(raters=[rater], opened=False, without_clips=False)
    opened = begin_campaign(SYSTEM, draft.pk, without_clips=True).campaign
    assert (opened.without_clips, progress_of(opened).held_back) == (True, 0)
    assert label_all(rater, opened) == 6


def test_pairs_whose_clips_do_not_play_are_held_back_and_counted(campaign, rater):
    assert progress_of(campaign).held_back == 3
    assert label_all(rater, campaign) == 3
    assert set(Label.objects.values_list("item__video__key", flat=True)) == {"v0"}
    assert differing() == []


def test_a_clip_that_begins_to_play_releases_its_pairs(campaign, rater):
    play(Video.objects.get(key="v1"))
    assert progress_of(campaign).held_back == 0
    assert label_all(rater, campaign) == 6
    assert differing() == []


def test_of_all_campaigns_that_wait_for_a_clip(campaign, rater):
    other = make_campaign(raters=[rater], opened=False, without_clips=False)
    play(other.benchmark.videos.get(key="v1"))
    other = begin_campaign(SYSTEM, other.pk).campaign
    play(other.benchmark.videos.get(key="v0"))
    assert (progress_of(campaign).held_back, progress_of(other).held_back) == (3, 0)


def test_a_clip_made_playable_while_a_campaign_is_opened_is_not_missed(race, rater):
    draft = make_campaign(raters=[rater], opened=False, without_clips=False)
    play(Video.objects.get(key="v0"))
    race(lambda: begin_campaign(SYSTEM, draft.pk), lambda: play(Video.objects.get(key="v1")))
    assert not Item.objects.filter(held_back=True).exists()
    assert Slot.objects.filter(state="free").count() == 6


@pytest.mark.parametrize("answer", ["relevant", "irrelevant"])
def test_who_cannot_see_a_clip_can_only_say_that(campaign, rater, answer):
    (slot,) = claim(rater, campaign)
    lose(Video.objects.get(key="v0"))
    with pytest.raises(ClipDoesNotPlay):
        say(rater, slot, answer)
    assert not Label.objects.exists()
    say(rater, slot, "cannot_judge", reason="does_not_play")
    assert Label.objects.get().reason == "does_not_play"


def test_nor_can_an_answer_be_changed_to_one_about_a_clip_that_is_gone(campaign, rater):
    label = say(rater, claim(rater, campaign)[0], "relevant").label
    lose(Video.objects.get(key="v0"))
    change = {
        "rater": rater,
        "label_id": label,
        "request_id": "00000000-0000-4000-8000-000000000001",
    }
    with pytest.raises(ClipDoesNotPlay):
        change_label(answer=Answer.IRRELEVANT, **change)
    change_label(answer=Answer.CANNOT_JUDGE, reason="does_not_play", **change)


def test_the_checker_finds_what_is_held_back_for_nothing_and_a_rebuild_releases_it(campaign, rater):
    before = differing()
    sql(
        "UPDATE annotator_item SET held_back = true WHERE video_id = (SELECT id FROM pooling_video"
        " WHERE key = 'v0')"
    )
    sql("UPDATE annotator_slot SET state = 'waiting' WHERE state = 'free'")
    assert [line.split(":")[0] for line in differing()] == ["held back"] * 3
    rebuild()
    assert differing() == before == []
    assert label_all(rater, campaign) == 3


def test_a_rebuild_keeps_holding_back_what_does_not_play(campaign, rater):
    rebuild()
    assert progress_of(campaign).held_back == 3
    assert label_all(rater, campaign) == 3
