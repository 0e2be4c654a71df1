"""Each way in which checks could be told from other pairs, by itself: whatever two raters do, both
kinds behave the same."""

from itertools import pairwise

import pytest

from annotator.actions.ask_again import ask_again
from annotator.actions.change_state import change_member_state
from annotator.actions.know_answers import KnownPair, know_answers
from annotator.masks import unmask_number
from annotator.models import KnownAnswer, Label, Member, Slot, Trial
from foundation.integrity import differences
from people.actor import SYSTEM
from pooling.models import Query, Video
from tests.annotator.guessing import make_world, pair_of

pytestmark = pytest.mark.django_db
KINDS = pytest.mark.parametrize("kind", ["first", "gold"])


@pytest.fixture(autouse=True)
def _clean_afterwards(db):
    yield
    assert [f"{found.kind}: {found.says}" for found in differences()] == []


@pytest.fixture
def world(rater, other_rater, settings):
    settings.SECRET_KEY = "the same in every run"
    return lambda **policy: make_world([rater, other_rater], **({"double_share": 0.0} | policy))


def kind_of(slot: dict) -> str:
    return Slot.objects.get(pk=unmask_number(slot["id"])).kind


def next_of(rating, campaign, kind: str) -> dict:
    """In hand, and alone there; what came before it is answered."""
    for _ in range(60):
        (slot,) = rating.claim(campaign)
        if kind_of(slot) == kind:
            return slot
        rating.say(slot)
    raise AssertionError(f"no {kind} among sixty slots")


def release(rating, slot: dict, **more) -> int:
    return rating.post(f"slots/{slot['id']}/release", {"lease": slot["lease"]} | more).status_code


def unable(rating, slot: dict) -> int:
    return rating.say(slot, "cannot_judge", reason="unclear_video").json()["label"]


def reach(rating, campaign, pair: tuple[str, str]) -> dict | None:
    """In hand, once it comes; what comes before it is answered. None if it never comes."""
    while slots := rating.claim(campaign, 20):
        found = next((given for given in slots if pair_of(given) == pair), None)
        for given in slots:
            if given is not found:
                rating.say(given)
        if found:
            return found
    return None


def known_to_both(rating, helping, campaign) -> dict:
    """The one check that there is, in the rater's hands; the helper has answered theirs of the same
    pair."""
    met = next_of(helping, campaign, "gold")
    helping.say(met)
    slot = next_of(rating, campaign, "gold")
    assert pair_of(slot) == pair_of(met)
    return slot


# Giving back, letting go


@KINDS
def test_what_is_given_back_comes_back_however_often(script, rater, world, kind):
    rating, campaign = script(rater), world()
    slot = next_of(rating, campaign, kind)
    given = Slot.objects.filter(kind="gold").count()
    for _ in range(8):
        assert release(rating, slot) == 204
        (again,) = rating.claim(campaign)
        assert (again["id"], pair_of(again)) == (slot["id"], pair_of(slot))
        slot = again
    assert Slot.objects.filter(kind="gold").count() == given


def test_several_that_are_given_back_come_back_and_use_nothing_up(script, rater, world):
    rating, campaign = script(rater), world(gold_share=0.5)
    first = rating.claim(campaign, 20)
    assert {kind_of(slot) for slot in first} == {"first", "gold"}
    for _ in range(5):
        for slot in rating.claim(campaign, 20):
            release(rating, slot)
        again = rating.claim(campaign, 20)
        assert {slot["id"] for slot in again} == {slot["id"] for slot in first}
    assert Slot.objects.filter(kind="gold").count() == [kind_of(slot) for slot in first].count(
        "gold"
    )


def test_what_comes_next_for_a_colleague_is_not_what_one_has_just_given_back(
    script, rater, other_rater, world
):
    """Otherwise a colleague who is given another pair has been given a check."""
    ahead, working, campaign = script(other_rater), script(rater), world()
    same: dict[str, list[bool]] = {"first": [], "gold": []}
    for _ in range(40):
        (next_one,) = ahead.claim(campaign)
        release(ahead, next_one)
        (slot,) = working.claim(campaign)
        same[kind_of(slot)].append(pair_of(slot) == pair_of(next_one))
        working.say(slot)
    assert same["first"].count(True) <= 3
    assert same["gold"].count(True) == 0


def test_nor_what_one_could_not_judge(script, rater, other_rater, world):
    ahead, working, campaign = script(other_rater), script(rater), world()
    known, pairs = set(), []
    for _ in range(40):
        (before,) = ahead.claim(campaign)
        unable(ahead, before)
        known.add(pair_of(before))
        (slot,) = working.claim(campaign)
        if kind_of(slot) == "first":
            pairs.append(pair_of(slot))
        working.say(slot)
    assert len(known & set(pairs)) < len(pairs) / 2


@KINDS
def test_what_a_lease_ended_on_comes_back(script, rater, world, end_leases, kind):
    rating, campaign = script(rater), world()
    slot = next_of(rating, campaign, kind)
    end_leases()
    assert [pair_of(again) for again in rating.claim(campaign)] == [pair_of(slot)]


@KINDS
def test_what_was_in_hand_before_a_pause_comes_back(script, rater, world, kind):
    rating, campaign = script(rater), world()
    slot = next_of(rating, campaign, kind)
    member = Member.objects.get(person=rater)
    for state in (Member.State.PAUSED, Member.State.ACTIVE):
        change_member_state(SYSTEM, member.pk, state)
    assert [pair_of(again) for again in rating.claim(campaign)] == [pair_of(slot)]


@KINDS
def test_what_is_put_off_comes_behind_all_others(script, rater, world, kind):
    rating, campaign = script(rater), world()
    slot = next_of(rating, campaign, kind)
    assert release(rating, slot, later=True) == 204
    came = []
    while slots := rating.claim(campaign, 20):
        came += [pair_of(given) for given in slots]
        for given in slots:
            rating.say(given)
    assert came[-1] == pair_of(slot)
    assert len(came) == len(set(came))


@KINDS
def test_what_somebody_else_takes_is_gone_even_if_they_know_the_pair(
    script, rater, other_rater, world, kind
):
    rating, helping, campaign = script(rater), script(other_rater), world(known=1)
    check = known_to_both(rating, helping, campaign)
    slot = check if kind == "gold" else rating.claim(campaign, 2)[1]
    assert kind_of(slot) == kind
    release(rating, slot)
    assert bool(reach(helping, campaign, pair_of(slot))) == (kind == "first")
    assert pair_of(slot) not in [pair_of(given) for given in rating.claim(campaign, 20)]


@KINDS
def test_a_late_answer_and_a_late_heartbeat_are_refused_alike(
    script, rater, other_rater, world, end_leases, kind
):
    rating, helping, campaign = script(rater), script(other_rater), world(known=1)
    check = known_to_both(rating, helping, campaign)
    slot = check if kind == "gold" else rating.claim(campaign, 2)[1]
    end_leases()
    reach(helping, campaign, pair_of(slot))
    late = [
        rating.say(slot),
        rating.post(f"slots/{slot['id']}/heartbeat", {"lease": slot["lease"]}),
    ]
    assert [answer.status_code for answer in late] == [409, 409]
    assert late[0].json()["detail"].startswith("You had this pair for more than 30 minutes")


@KINDS
def test_what_was_given_back_and_answered_by_another_never_comes_again(
    script, rater, other_rater, world, kind
):
    rating, helping, campaign = script(rater), script(other_rater), world()
    slot = next_of(rating, campaign, kind)
    release(rating, slot)
    helping.say(reach(helping, campaign, pair_of(slot)))
    while slots := rating.claim(campaign, 20):
        assert pair_of(slot) not in [pair_of(given) for given in slots]
        for given in slots:
            rating.say(given)


def test_a_check_that_was_given_back_is_not_given_to_who_was_trained_on_it(
    script, rater, other_rater, world
):
    rating, helping, campaign = script(rater), script(other_rater), world()
    slot = next_of(rating, campaign, "gold")
    item = Slot.objects.get(pk=unmask_number(slot["id"])).item
    known = KnownAnswer.objects.get(query=item.query_id, video=item.video_id)
    member = Member.objects.get(person=other_rater)
    Trial.objects.create(
        member=member, known=known, attempt=1, request_id=slot["lease"], served_at=member.joined_at
    )
    release(rating, slot)
    while slots := helping.claim(campaign, 20):
        for given in slots:
            assert pair_of(given) != pair_of(slot)
            helping.say(given)


# What follows from an answer


@KINDS
def test_who_cannot_judge_leaves_the_pair_to_the_next_rater(
    script, rater, other_rater, world, kind
):
    rating, helping, campaign = script(rater), script(other_rater), world()
    slot = next_of(rating, campaign, kind)
    unable(rating, slot)
    assert reach(helping, campaign, pair_of(slot))


@KINDS
def test_where_all_pairs_are_labelled_twice_the_next_rater_is_given_all_of_them(
    script, rater, other_rater, world, kind
):
    rating, helping, campaign = script(rater), script(other_rater), world(double_share=1.0)
    mine = set()
    for _ in range(2):
        slot = next_of(rating, campaign, kind)
        mine.add(pair_of(slot))
        rating.say(slot)
    came = set()
    while slots := helping.claim(campaign, 20):
        came |= {pair_of(given) for given in slots}
        for given in slots:
            helping.say(given)
    assert mine <= came


@KINDS
def test_two_who_disagree_ask_for_a_third(script, rater, other_rater, adjudicator, world, kind):
    rating, helping, campaign = script(rater), script(other_rater), world(double_share=1.0, known=1)
    slot = next_of(rating, campaign, kind)
    rating.say(slot, "relevant")
    while slots := helping.claim(campaign, 20):
        for given in slots:
            helping.say(given, "irrelevant")
    item = Slot.objects.get(pk=unmask_number(slot["id"])).item_id
    chain = Slot.objects.get(pk=unmask_number(slot["id"])).chain
    these = Slot.objects.filter(item=item, chain=chain)
    roles = these.values_list("kind" if kind == "first" else "stage", "state")
    assert sorted(roles) == [("first", "filled"), ("second", "filled"), ("third", "free")]


@KINDS
def test_an_answer_is_taken_back_unless_somebody_works_on_the_pair(
    script, rater, other_rater, world, kind
):
    rating, helping, campaign = script(rater), script(other_rater), world()
    slot = next_of(rating, campaign, kind)
    label = unable(rating, slot)
    assert rating.post(f"labels/{label}/undo").status_code == 200
    (mine,) = rating.claim(campaign)
    assert mine["id"] == slot["id"]
    assert pair_of(slot) not in [pair_of(given) for given in helping.claim(campaign, 4)]
    label = unable(rating, mine)
    assert reach(helping, campaign, pair_of(slot))
    refused = rating.post(f"labels/{label}/undo")
    assert (refused.status_code, "judging this pair" in refused.json()["detail"]) == (409, True)


@KINDS
def test_nor_if_somebody_would_who_knows_the_pair(script, rater, other_rater, world, kind):
    rating, helping, campaign = script(rater), script(other_rater), world(known=1)
    check = known_to_both(rating, helping, campaign)
    slot = check if kind == "gold" else rating.claim(campaign, 2)[1]
    label = unable(rating, slot)
    reach(helping, campaign, pair_of(slot))
    assert rating.post(f"labels/{label}/undo").status_code == 409


@KINDS
def test_a_change_of_mind_asks_others_and_asks_them_no_more(
    script, rater, other_rater, world, kind
):
    rating, helping, campaign = script(rater), script(other_rater), world()
    slot = next_of(rating, campaign, kind)
    label = rating.say(slot).json()["label"]
    change = {"answer": "cannot_judge", "reason": "unclear_video", "request_id": slot["lease"]}
    label = rating.post(f"labels/{label}/change", change).json()["label"]
    theirs = reach(helping, campaign, pair_of(slot))
    again = str(Slot.objects.get(pk=unmask_number(theirs["id"])).lease)
    rating.post(f"labels/{label}/change", {"answer": "relevant", "request_id": again})
    release(helping, theirs)
    assert pair_of(slot) not in [pair_of(given) for given in helping.claim(campaign, 20)]


@KINDS
def test_labels_that_a_lead_asks_for_again_can_no_longer_be_changed(script, rater, world, kind):
    rating, campaign = script(rater), world()
    slot = next_of(rating, campaign, kind)
    label = rating.say(slot).json()["label"]
    for other in rating.claim(campaign, 9):
        rating.say(other)
    asked = ask_again(SYSTEM, Member.objects.get(person=rater).pk, "too fast")
    assert asked == Label.objects.exclude(slot__kind="gold").count()
    rows = rating.get(f"campaigns/{campaign.pk}/labels").json()["results"]
    assert {row["may_change"] for row in rows} == {False}
    assert rating.post(f"labels/{label}/undo").status_code == 409


# Which pairs are checks


def test_where_pairs_come_caption_by_caption_so_do_checks(script, rater, world):
    rating, campaign = script(rater), world(order="caption")
    came = []
    while slots := rating.claim(campaign, 20):
        came += [(slot["caption"], kind_of(slot)) for slot in slots]
        for slot in slots:
            rating.say(slot)
    assert "gold" in {kind for _, kind in came}
    changes = sum(before[0] != after[0] for before, after in pairwise(came))
    assert changes == len({caption for caption, _ in came}) - 1


def test_captions_that_the_campaign_asks_about_are_asked_first_in_checks(script, rater, world):
    campaign = world(known=3)
    benchmark = campaign.benchmark
    stranger = Query.objects.create(
        benchmark=benchmark,
        number=900,
        text="never asked",
        digest=b"x" * 32,
        characters=11,
        words=2,
    )
    clips = Video.objects.filter(benchmark=benchmark).order_by("number")
    pairs = [KnownPair(stranger.pk, clip.pk, "irrelevant") for clip in clips]
    know_answers(SYSTEM, campaign.pk, pairs, KnownAnswer.Origin.HAND, KnownAnswer.Use.GOLD)
    type(benchmark).objects.filter(pk=benchmark.pk).update(query_count=benchmark.query_count + 1)
    rating = script(rater)
    captions = []
    for _ in range(4):
        slot = next_of(rating, campaign, "gold")
        captions.append(slot["caption"])
        rating.say(slot)
    assert [caption == "never asked" for caption in captions] == [False, False, False, True]


def test_two_raters_are_given_the_same_check_only_when_there_is_no_other(
    script, rater, other_rater, world
):
    campaign = world(known=20)
    met = []
    for person in (rater, other_rater):
        rating = script(person)
        for _ in range(10):
            slot = next_of(rating, campaign, "gold")
            met.append(pair_of(slot))
            rating.say(slot)
    assert len(set(met)) == 20


def test_a_number_is_drawn_once_and_the_counter_only_rises(script, rater, world, end_leases):
    rating, campaign = script(rater), world()
    drawn = []
    for number in range(6):
        slots = rating.claim(campaign, 3)
        drawn.append(Member.objects.get(person=rater).drawn)
        if number % 2:
            end_leases()
        else:
            release(rating, slots[0])
    assert drawn == [3] * 6
    rating.say(rating.claim(campaign, 3)[0], claim=3)
    assert Member.objects.get(person=rater).drawn == 4
