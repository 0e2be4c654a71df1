"""A campaign that stops at a caption's first positive asks what can still change a run's C@K, and
nothing beyond; what somebody holds or has answered counts as ever."""

import uuid

import numpy as np
import pytest

from annotator.actions.adjudicate import adjudicate, reopen
from annotator.actions.ask_again import ask_again
from annotator.actions.change_label import change_label, undo_label
from annotator.actions.change_state import change_campaign_state
from annotator.actions.create_campaign import add_member, create_campaign
from annotator.actions.extend_lease import release_slot
from annotator.actions.not_saved import LeaseLost
from annotator.actions.open_campaign import open_campaign
from annotator.actions.rebuild import rebuild
from annotator.actions.write_guideline import write_guideline
from annotator.models import Answer, Campaign, Item, Label, Member, Slot
from annotator.queries import listed
from annotator.queries.forecast import labels_wanted
from annotator.queries.kept import LARGE
from annotator.queries.listed import CAMPAIGNS, campaign_rows
from annotator.queries.progress import progress_of
from people.actor import SYSTEM, Actor
from people.models import Role
from pooling.actions.build_pool import PoolParameters, build_pool
from pooling.models import PoolPair, Video
from tests.annotator.breaking import derived, differing, kinds, sql
from tests.annotator.saying import claim, label_all, say
from tests.factories import make_benchmark, make_run, make_user, play

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _clean_afterwards(db):
    yield
    assert differing() == []


def stopping(*runs, raters=(), clips=0, **policy):
    """runs: for each, what it ranks for each caption. The clips of the first so many play; none: it
    does without."""
    captions, videos = len(runs[0]), 1 + max(max(row) for run in runs for row in run)
    benchmark = make_benchmark(
        [(f"caption {n}", f"v{n}") for n in range(captions)],
        videos=[f"v{n}" for n in range(videos)],
    )
    depth = max(len(row) for run in runs for row in run)
    made = [make_run(benchmark, dict(enumerate(run)), depth=depth) for run in runs]
    parameters = PoolParameters(tuple(run.pk for run in made), depth=depth)
    pool = build_pool(actor=SYSTEM, benchmark=benchmark, name="pool", parameters=parameters)
    play(*Video.objects.filter(benchmark=benchmark, number__lt=clips))
    chosen = {"stop": "first_positive", "order": "caption", "double_share": 0.0, **policy}
    campaign = create_campaign(SYSTEM, pool, "stops", without_clips=not clips, **chosen)
    write_guideline(SYSTEM, campaign.pk, "A clip is relevant if the caption is true of it.")
    for person in raters:
        add_member(SYSTEM, campaign, person)
    return open_campaign(SYSTEM, campaign.pk)


def states(campaign):
    """Of each clip's pair with the only caption."""
    return dict(
        Slot.objects.filter(campaign=campaign, kind="first", turn=1).values_list(
            "item__video__key", "state"
        )
    )


def unwanted(campaign):
    return {video for video, state in states(campaign).items() if state == "unwanted"}


def give(rater, campaign, video, answer="relevant"):
    """The pair with this clip is given to a rater and answered."""
    return say(rater, take(rater, campaign, video), answer)


def take(rater, campaign, video):
    sql(
        "UPDATE annotator_slot s SET place = -1 - (SELECT count(*) FROM annotator_slot) FROM"
        " annotator_item i JOIN pooling_video v ON v.id = i.video_id"
        " WHERE i.id = s.item_id AND s.campaign_id = %s AND v.key = %s AND s.state = 'free'",
        campaign.pk,
        video,
    )
    held = set(Slot.objects.filter(state="leased", rater=rater).values_list("id", flat=True))
    (slot,) = [one for one in claim(rater, campaign, len(held) + 1) if one.slot not in held]
    return slot


def label_one_by_one(rater, campaign, answer="relevant"):
    done = 0
    while slots := claim(rater, campaign, 1):
        say(rater, slots[0], answer)
        done += 1
    return done


def test_pairs_of_a_caption_come_by_their_best_rank(rater):
    campaign = stopping([[2, 0, 1], [0, 1, 2]], [[1, 2, 0], [2, 0, 1]], raters=[rater])
    asked = Item.objects.filter(campaign=campaign).order_by("position")
    best = {
        (pair.query_id, pair.video_id): pair.best_rank
        for pair in PoolPair.objects.filter(pool=campaign.pool)
    }
    ranks = [best[item.query_id, item.video_id] for item in asked]
    assert ranks == [1, 1, 2, 1, 1, 2]
    assert len({item.query_id for item in asked[:3]}) == 1


def test_the_first_positive_is_enough(rater):
    campaign = stopping([[0, 1, 2, 3], [3, 2, 1, 0]], raters=[rater])
    assert label_one_by_one(rater, campaign) == 2
    progress = progress_of(campaign)
    assert (progress.judged, progress.unwanted, progress.percent) == (2, 6, 100)
    assert progress.not_judged_yet == labels_wanted(campaign) == 0


@pytest.mark.parametrize("large", [LARGE, 1])
def test_the_list_of_campaigns_says_the_share_that_the_campaigns_page_says(
    rater, monkeypatch, large
):
    """large: from how many pairs on a campaign is counted by itself."""
    monkeypatch.setattr(listed, "LARGE", large)
    half = stopping([[0, 1], [0, 1]], [[1, 0], [0, 1]], raters=[rater])
    ended = stopping([[0, 1, 2, 3], [3, 2, 1, 0]], raters=[rater])
    label_one_by_one(rater, ended)
    give(rater, half, "v0")
    shares = {half.pk: progress_of(half).percent, ended.pk: 100}
    assert 0 < shares[half.pk] < 100
    assert {row.campaign.pk: row.percent for row in campaign_rows([half, ended])} == shares
    by_share = CAMPAIGNS.page(Campaign.objects.all(), {"sort": "-judged"}).rows
    assert [campaign.pk for campaign in by_share] == [ended.pk, half.pk]


def test_a_caption_without_a_positive_is_asked_to_the_end(rater):
    campaign = stopping([[0, 1, 2, 3]], raters=[rater])
    assert label_all(rater, campaign, "irrelevant") == 4
    assert unwanted(campaign) == set()


def test_what_a_run_ranks_before_its_positive_is_still_asked(rater):
    """Out of order: at rank 3 the positive leaves open what C@1 and C@2 are."""
    campaign = stopping([[0, 1, 2, 3, 4]], raters=[rater])
    give(rater, campaign, "v2")
    assert unwanted(campaign) == {"v3", "v4"}
    give(rater, campaign, "v0")
    assert unwanted(campaign) == {"v1", "v3", "v4"}


def test_each_run_has_its_own_first_positive(rater):
    campaign = stopping([[0, 1, 2]], [[3, 2, 0]], raters=[rater])
    give(rater, campaign, "v0")  # rank 1 of one run, 3 of the other
    assert unwanted(campaign) == {"v1"}
    give(rater, campaign, "v3")
    assert unwanted(campaign) == {"v1", "v2"}


def test_no_runs_score_differs_from_that_of_all_labels(rater):
    """Whatever is true, whatever the order: C@K at every K as if all had been asked."""
    drawn = np.random.default_rng(5)
    for round_ in range(6):
        runs = [[list(map(int, drawn.permutation(6)[:4])) for _ in range(3)] for _ in range(2)]
        truth = drawn.random((3, 6)) < 0.4
        campaign = stopping(
            *runs, raters=[rater], order="random" if round_ % 2 else "caption", seed=round_
        )
        while slots := claim(rater, campaign, 2):
            for slot in slots:
                item = Item.objects.get(slots=slot.slot)
                is_so = truth[item.query.number, item.video.number]
                say(rater, slot, "relevant" if is_so else "irrelevant")
        told = {
            (item.query.number, item.video.number)
            for item in Item.objects.filter(campaign=campaign, verdict="relevant")
        }
        for run in runs:
            for caption, row in enumerate(run):
                for k in range(1, 5):
                    hit = any((caption, video) in told for video in row[:k])
                    assert hit == truth[caption, row[:k]].any()


def test_what_is_leased_stays_and_counts(rater, other_rater):
    campaign = stopping([[0, 1, 2, 3]], raters=[rater, other_rater])
    held = take(other_rater, campaign, "v2")
    give(rater, campaign, "v0")
    assert states(campaign)["v2"] == "leased"
    assert unwanted(campaign) == {"v1", "v3"}
    say(other_rater, held, "relevant")
    assert Item.objects.get(video__key="v2").verdict == "relevant"


def test_what_is_given_back_or_left_to_end_is_not_asked_again(rater, other_rater):
    campaign = stopping([[0, 1, 2, 3]], raters=[rater, other_rater])
    back, ended = take(other_rater, campaign, "v2"), take(other_rater, campaign, "v3")
    give(rater, campaign, "v0")
    release_slot(rater=other_rater, slot_id=back.slot, lease=back.lease)
    assert states(campaign)["v2"] == "unwanted"
    sql("UPDATE annotator_slot SET lease_ends = now() - interval '1 second' WHERE state = 'leased'")
    assert claim(rater, campaign, 5) == []
    assert states(campaign)["v3"] == "unwanted"
    with pytest.raises(LeaseLost):
        say(other_rater, ended)


@pytest.mark.parametrize("answer", [None, "irrelevant", "cannot_judge"])
def test_a_positive_that_is_taken_back_asks_again(rater, other_rater, answer):
    campaign = stopping([[0, 1, 2, 3]], raters=[rater, other_rater])
    label = give(rater, campaign, "v0").label
    assert len(unwanted(campaign)) == 3
    if answer is None:
        undo_label(rater=rater, label_id=label)
    else:
        change_label(
            rater=rater,
            label_id=label,
            answer=Answer(answer),
            request_id=uuid.uuid4(),
            reason="unclear_video" if answer == "cannot_judge" else None,
        )
    assert unwanted(campaign) == set()
    assert {slot.video for slot in claim(other_rater, campaign, 5)} >= set(
        Video.objects.filter(benchmark=campaign.benchmark, number__gt=0).values_list(
            "pk", flat=True
        )
    )


def test_labels_that_are_asked_for_again_ask_for_the_caption_again(rater, other_rater):
    campaign = stopping([[0, 1, 2]], raters=[rater, other_rater])
    give(rater, campaign, "v0")
    member = Member.objects.get(campaign=campaign, person=rater)
    ask_again(SYSTEM, member.pk, "too fast")
    assert unwanted(campaign) == set()
    assert label_one_by_one(other_rater, campaign) == 1
    assert len(unwanted(campaign)) == 2


def test_a_second_label_is_wanted_as_ever(rater, other_rater):
    """Else pairs labelled twice would be no fair sample of those that were judged."""
    campaign = stopping([[0, 1, 2]], raters=[rater, other_rater], double_share=1.0)
    give(rater, campaign, "v1", "irrelevant")
    give(rater, campaign, "v0")
    assert unwanted(campaign) == set()  # one of two labels is no verdict yet
    give(other_rater, campaign, "v0")
    assert unwanted(campaign) == {"v2"}
    assert labels_wanted(campaign) == 1
    assert label_all(other_rater, campaign, "irrelevant") == 1
    assert Label.objects.filter(item__video__key="v1").count() == 2


def test_an_adjudicators_decision_stops_and_asks_again(rater, other_rater):
    campaign = stopping([[0, 1, 2]], raters=[rater, other_rater], double_share=1.0, label_limit=2)
    give(rater, campaign, "v0", "relevant")
    give(other_rater, campaign, "v0", "irrelevant")
    item = Item.objects.get(campaign=campaign, video__key="v0")
    where = {"campaign_id": campaign.pk, "item_id": item.pk}
    adjudicate(
        adjudicator=make_user(Role.ADJUDICATOR),
        answer=Answer.RELEVANT,
        comment="seen",
        request_id=uuid.uuid4(),
        **where,
    )
    assert unwanted(campaign) == {"v1", "v2"}
    reopen(Actor(make_user(Role.LEAD), "page"), reason="look again", **where)
    assert unwanted(campaign) == set()


def test_a_pair_whose_clip_begins_to_play_is_not_asked_after_the_first_positive(rater):
    campaign = stopping([[0, 1, 2]], raters=[rater], clips=2)
    assert states(campaign)["v2"] == "waiting"
    give(rater, campaign, "v0")
    assert states(campaign) == {"v0": "filled", "v1": "unwanted", "v2": "waiting"}
    play(Video.objects.get(benchmark=campaign.benchmark, key="v2"))
    assert states(campaign)["v2"] == "unwanted"
    assert claim(rater, campaign, 5) == []


def test_a_clip_that_begins_to_play_before_it_is_asked(rater):
    campaign = stopping([[0, 1, 2]], raters=[rater], clips=2)
    play(Video.objects.get(benchmark=campaign.benchmark, key="v2"))
    assert states(campaign)["v2"] == "free"


def test_whoever_loses_a_campaign_leaves_nothing_needless(rater, other_rater):
    campaign = stopping([[0, 1, 2]], raters=[rater, other_rater])
    take(other_rater, campaign, "v2")
    give(rater, campaign, "v0")
    change_campaign_state(SYSTEM, campaign.pk, Campaign.State.CLOSED)
    assert unwanted(campaign) == {"v1", "v2"}


def test_a_campaign_that_never_stops_asks_for_all(rater):
    campaign = stopping([[0, 1, 2]], raters=[rater], stop="never")
    assert label_all(rater, campaign) == 3


def test_a_rebuild_finds_what_is_needless_by_itself(rater):
    campaign = stopping([[0, 1, 2, 3], [3, 2, 1, 0]], raters=[rater])
    give(rater, campaign, "v1")
    before = derived()
    sql(
        "UPDATE annotator_slot SET state = CASE state WHEN 'free' THEN 'unwanted' ELSE 'free' END"
        " WHERE state IN ('free', 'unwanted')"
    )
    assert kinds() >= {"stopped"}
    assert not rebuild().lines
    assert derived() == before
