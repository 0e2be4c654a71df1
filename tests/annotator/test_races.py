"""Each dangerous pair of operations at once, in a fixed order: one allowed outcome, and everything
as it must be afterwards."""

import uuid

import pytest

from annotator.actions.adjudicate import NotDisputed, adjudicate, reopen
from annotator.actions.change_label import OthersWorkOnIt, change_label, undo_label
from annotator.actions.change_state import change_campaign_state, change_member_state
from annotator.actions.create_campaign import add_member
from annotator.actions.extend_lease import release_slot
from annotator.actions.not_saved import LeaseLost
from annotator.actions.open_campaign import open_campaign
from annotator.actions.rebuild import rebuild_judged_pairs
from annotator.locks.once import RequestReused
from annotator.locks.standing import NotAMember, NotOpen
from annotator.models import Answer, Campaign, Item, Label, Member, Slot
from people.actor import SYSTEM, Actor
from people.models import Role
from pooling.models import JudgedPair, Video
from tests.annotator.breaking import differing, sql
from tests.annotator.saying import ask_again_in_another, claim, say, verdicts
from tests.factories import make_campaign, make_user, play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _clean_afterwards(transactional_db):
    yield
    assert differing() == []


@pytest.fixture
def one_pair(rater, other_rater):
    return make_campaign(captions=1, videos=1, raters=[rater, other_rater], double_share=0.0)


@pytest.fixture
def doubled(rater, other_rater, adjudicator):
    return make_campaign(
        captions=1, videos=1, raters=[rater, other_rater, adjudicator], double_share=1.0
    )


@pytest.fixture
def disputed(rater, other_rater):
    campaign = make_campaign(
        captions=1, videos=1, raters=[rater, other_rater], double_share=1.0, label_limit=2
    )
    say(rater, claim(rater, campaign)[0], "relevant")
    say(other_rater, claim(other_rater, campaign)[0], "irrelevant")
    return campaign


def end_leases():
    sql("UPDATE annotator_slot SET lease_ends = now() - interval '1 second' WHERE state = 'leased'")


def decide(adjudicator, campaign, answer=Answer.RELEVANT, request_id=None):
    where = {"campaign_id": campaign.pk, "item_id": Item.objects.get(campaign=campaign).pk}
    return adjudicate(
        adjudicator=adjudicator,
        answer=answer,
        comment="seen",
        request_id=request_id or uuid.uuid4(),
        **where,
    )


def test_of_two_who_claim_the_last_pair_one_gets_it_and_nobody_waits(
    one_pair, rater, other_rater, beside
):
    mine = []
    assert (
        beside(lambda: mine.extend(claim(rater, one_pair)), lambda: claim(other_rater, one_pair))
        == []
    )
    assert len(mine) == 1


def test_two_windows_of_one_rater_never_hold_more_than_the_policy_allows(rater, race):
    campaign = make_campaign(captions=2, videos=4, raters=[rater], leases_per_rater=3)
    mine = []
    theirs = race(lambda: mine.extend(claim(rater, campaign, 3)), lambda: claim(rater, campaign, 3))
    assert [slot.slot for slot in theirs] == [slot.slot for slot in mine]
    assert Slot.objects.filter(state="leased").count() == 3


def test_a_pair_that_two_campaigns_settle_at_once_is_what_the_newest_label_says(
    one_pair, rater, other_rater, race
):
    again = ask_again_in_another(one_pair, other_rater)
    mine, theirs = claim(rater, one_pair)[0], claim(other_rater, again)[0]

    def say_as(number, *what):
        sql(f"SELECT setval(pg_get_serial_sequence('annotator_label', 'id'), {number})")
        say(*what)

    race(
        lambda: say_as(1_000, other_rater, theirs, "irrelevant"),
        lambda: say_as(500, rater, mine, "relevant"),
    )
    assert JudgedPair.objects.get().verdict == "irrelevant"


def test_a_pair_that_two_campaigns_unsettle_at_once_is_judged_by_neither(
    one_pair, rater, other_rater, race
):
    again = ask_again_in_another(one_pair, other_rater)
    mine = say(rater, claim(rater, one_pair)[0], "relevant").label
    theirs = say(other_rater, claim(other_rater, again)[0], "irrelevant").label
    race(
        lambda: undo_label(rater=rater, label_id=mine),
        lambda: undo_label(rater=other_rater, label_id=theirs),
    )
    assert not JudgedPair.objects.exists()


def test_a_pair_that_one_campaign_unsettles_while_another_settles_it_is_judged(
    one_pair, rater, other_rater, race
):
    again = ask_again_in_another(one_pair, other_rater)
    mine = say(rater, claim(rater, one_pair)[0], "relevant").label
    theirs = claim(other_rater, again)[0]
    race(
        lambda: undo_label(rater=rater, label_id=mine),
        lambda: say(other_rater, theirs, "irrelevant"),
    )
    assert JudgedPair.objects.get().verdict == "irrelevant"


def test_a_rebuild_waits_for_whoever_is_writing_what_a_pair_is(one_pair, rater, race):
    slot = claim(rater, one_pair)[0]
    race(
        lambda: say(rater, slot, "relevant"),
        lambda: rebuild_judged_pairs(one_pair.benchmark_id, []),
    )
    assert JudgedPair.objects.get().verdict == "relevant"


def test_a_rater_who_comes_back_does_not_wait_for_whoever_frees_their_leases(
    rater, other_rater, beside
):
    campaign = make_campaign(captions=1, videos=3, raters=[rater, other_rater], double_share=0.0)
    mine = [slot.slot for slot in claim(rater, campaign, 2)]
    end_leases()
    given = beside(lambda: claim(other_rater, campaign), lambda: claim(rater, campaign, 3))
    assert not {slot.slot for slot in given} & set(mine)
    held = Slot.objects.filter(state="leased")
    assert held.filter(rater=rater).count() == len(given)


def test_of_two_who_answer_one_slot_one_is_taken(one_pair, rater, other_rater, race):
    mine = claim(rater, one_pair)[0]
    end_leases()
    theirs = claim(other_rater, one_pair)[0]
    assert isinstance(
        race(lambda: say(other_rater, theirs), lambda: say(rater, mine, "irrelevant")), LeaseLost
    )
    assert Label.objects.get().rater == other_rater


def test_the_same_request_twice_at_once_counts_once_and_both_get_its_answer(one_pair, rater, race):
    slot, request, labels = claim(rater, one_pair)[0], uuid.uuid4(), []
    again = race(
        lambda: labels.append(say(rater, slot, request_id=request).label),
        lambda: say(rater, slot, request_id=request),
    )
    assert ([again.label], again.is_new) == (labels, False)
    assert Label.objects.count() == 1


def test_one_request_on_two_slots_at_once_counts_for_the_first(rater, race):
    campaign = make_campaign(captions=1, videos=2, raters=[rater])
    one, two = claim(rater, campaign, 2)
    request = uuid.uuid4()
    assert isinstance(
        race(
            lambda: say(rater, one, request_id=request), lambda: say(rater, two, request_id=request)
        ),
        RequestReused,
    )
    assert Label.objects.get().slot_id == one.slot
    say(rater, two)


def test_a_slot_whose_late_answer_is_on_its_way_is_given_to_nobody_else(
    one_pair, rater, other_rater, beside
):
    slot = claim(rater, one_pair)[0]
    end_leases()
    assert beside(lambda: say(rater, slot), lambda: claim(other_rater, one_pair)) == []
    assert verdicts(one_pair) == ["relevant"]


def test_an_answer_that_meets_its_lease_ending_is_refused_once_somebody_else_has_the_slot(
    one_pair, rater, other_rater, race
):
    slot = claim(rater, one_pair)[0]
    end_leases()
    assert isinstance(
        race(lambda: claim(other_rater, one_pair), lambda: say(rater, slot)), LeaseLost
    )
    assert not Label.objects.exists()


def test_an_undo_while_a_second_rater_takes_the_pair_comes_too_late(
    doubled, rater, other_rater, race
):
    label = say(rater, claim(rater, doubled)[0]).label
    second = race(
        lambda: claim(other_rater, doubled), lambda: undo_label(rater=rater, label_id=label)
    )
    assert isinstance(second, OthersWorkOnIt)


def test_a_second_rater_finds_nothing_while_the_answer_before_is_taken_back(
    doubled, rater, other_rater, beside
):
    label = say(rater, claim(rater, doubled)[0]).label
    assert (
        beside(lambda: undo_label(rater=rater, label_id=label), lambda: claim(other_rater, doubled))
        == []
    )
    assert Slot.objects.get(kind="first").rater == rater


def test_an_undo_that_meets_the_third_label_comes_too_late(
    doubled, rater, other_rater, adjudicator, race
):
    say(rater, claim(rater, doubled)[0], "relevant")
    label = say(other_rater, claim(other_rater, doubled)[0], "irrelevant").label
    third = claim(adjudicator, doubled)[0]
    second = race(
        lambda: say(adjudicator, third), lambda: undo_label(rater=other_rater, label_id=label)
    )
    assert isinstance(second, OthersWorkOnIt)
    assert verdicts(doubled) == ["relevant"]


def test_a_third_label_that_is_being_taken_stays_although_a_change_makes_it_unwanted(
    doubled, rater, other_rater, adjudicator, race
):
    first = say(rater, claim(rater, doubled)[0], "relevant").label
    say(other_rater, claim(other_rater, doubled)[0], "irrelevant")
    third = []
    race(
        lambda: third.extend(claim(adjudicator, doubled)),
        lambda: change(rater, first, "irrelevant"),
    )
    assert verdicts(doubled) == ["irrelevant"]
    say(adjudicator, third[0], "irrelevant")
    assert len(Item.objects.get().labels_used) == 3


def test_a_third_label_that_became_unwanted_is_not_asked_for_again(
    doubled, rater, other_rater, adjudicator, lead
):
    first = say(rater, claim(rater, doubled)[0], "relevant").label
    say(other_rater, claim(other_rater, doubled)[0], "irrelevant")
    for answer, give_up in (
        ("irrelevant", "release"),
        ("irrelevant", "expire"),
        ("irrelevant", "pause"),
    ):
        third = claim(adjudicator, doubled)[0]
        first = change(rater, first, answer)
        if give_up == "release":
            release_slot(rater=adjudicator, slot_id=third.slot, lease=third.lease)
        elif give_up == "expire":
            end_leases()
        else:
            member = Member.objects.get(person=adjudicator)
            change_member_state(Actor(lead, "page"), member.pk, Member.State.PAUSED)
        assert claim(rater, doubled) == claim(other_rater, doubled) == []
        assert Slot.objects.get(kind="third").state == "waiting"
        assert differing() == []
        first = change(rater, first, "relevant")
        assert Slot.objects.get(kind="third").state == "free"


def change(rater, label, answer):
    return change_label(rater=rater, label_id=label, answer=Answer(answer), request_id=uuid.uuid4())


def test_a_rater_paused_while_claiming_gets_nothing(one_pair, rater, lead, race):
    assert isinstance(race(lambda: pause(rater, lead), lambda: claim(rater, one_pair)), NotAMember)


def test_what_was_claimed_while_its_rater_was_being_paused_is_free_again(
    one_pair, rater, other_rater, lead, race
):
    race(lambda: claim(rater, one_pair), lambda: pause(rater, lead))
    assert len(claim(other_rater, one_pair)) == 1


def test_a_rater_paused_while_answering_is_refused(one_pair, rater, lead, race):
    slot = claim(rater, one_pair)[0]
    assert isinstance(race(lambda: pause(rater, lead), lambda: say(rater, slot)), NotAMember)
    assert not Label.objects.exists()


def test_an_answer_before_its_rater_is_paused_counts(one_pair, rater, lead, race):
    slot = claim(rater, one_pair)[0]
    race(lambda: say(rater, slot), lambda: pause(rater, lead))
    assert verdicts(one_pair) == ["relevant"]


def test_a_paused_rater_takes_nothing_back(one_pair, rater, lead, race):
    label = say(rater, claim(rater, one_pair)[0]).label
    assert isinstance(
        race(lambda: pause(rater, lead), lambda: undo_label(rater=rater, label_id=label)),
        NotAMember,
    )
    assert verdicts(one_pair) == ["relevant"]


def pause(rater, lead):
    change_member_state(
        Actor(lead, "page"), Member.objects.get(person=rater).pk, Member.State.PAUSED, "gold"
    )


def test_a_campaign_closed_while_an_answer_comes_refuses_it(one_pair, rater, lead, race):
    slot = claim(rater, one_pair)[0]
    assert isinstance(race(lambda: close(one_pair, lead), lambda: say(rater, slot)), NotOpen)
    assert not Label.objects.exists()


def test_an_answer_before_the_campaign_closes_counts(one_pair, rater, lead, race):
    slot = claim(rater, one_pair)[0]
    race(lambda: say(rater, slot), lambda: close(one_pair, lead))
    assert verdicts(one_pair) == ["relevant"]
    one_pair.refresh_from_db()
    assert one_pair.state == "closed"


def close(campaign, lead):
    change_campaign_state(Actor(lead, "page"), campaign.pk, Campaign.State.CLOSED)


def test_of_two_adjudicators_one_decides(disputed, adjudicator, lead, race):
    second = race(
        lambda: decide(adjudicator, disputed), lambda: decide(lead, disputed, Answer.IRRELEVANT)
    )
    assert isinstance(second, NotDisputed)
    assert verdicts(disputed) == ["relevant"]


def test_one_decision_sent_twice_at_once_counts_once(disputed, adjudicator, race):
    request, labels = uuid.uuid4(), []
    again = race(
        lambda: labels.append(decide(adjudicator, disputed, request_id=request)),
        lambda: decide(adjudicator, disputed, request_id=request),
    )
    assert [again] == labels


def test_a_decision_opened_again_goes_to_the_adjudicator_who_waited(
    disputed, adjudicator, lead, race
):
    decide(adjudicator, disputed)
    other = make_user(Role.ADJUDICATOR)
    race(lambda: open_again(disputed, lead), lambda: decide(other, disputed, Answer.IRRELEVANT))
    assert verdicts(disputed) == ["irrelevant"]


def test_a_decision_just_made_can_be_opened_again_by_who_waited(disputed, adjudicator, lead, race):
    assert race(lambda: decide(adjudicator, disputed), lambda: open_again(disputed, lead)) is None
    item = Item.objects.get()
    assert (item.verdict, item.adjudicated) == ("disagreement", False)


def open_again(campaign, lead):
    reopen(
        Actor(lead, "page"),
        campaign_id=campaign.pk,
        item_id=Item.objects.get(campaign=campaign).pk,
        reason="look again",
    )


def test_a_change_of_mind_and_a_decision_at_once_end_in_the_decision(
    disputed, rater, adjudicator, race
):
    label = Label.objects.get(rater=rater)
    race(lambda: decide(adjudicator, disputed), lambda: change(rater, label.pk, "irrelevant"))
    item = Item.objects.get()
    assert (item.verdict, item.adjudicated) == ("relevant", True)


def test_a_decision_comes_too_late_when_the_raters_agree_by_now(disputed, rater, adjudicator, race):
    label = Label.objects.get(rater=rater)
    second = race(
        lambda: change(rater, label.pk, "irrelevant"), lambda: decide(adjudicator, disputed)
    )
    assert isinstance(second, NotDisputed)
    assert verdicts(disputed) == ["irrelevant"]


def test_two_who_claim_groups_of_one_caption_at_once_share_no_pair_and_wait_for_nobody(
    rater, other_rater, beside
):
    campaign = make_campaign(
        captions=1, videos=12, raters=[rater, other_rater], show="grid", single_share=0.0
    )
    mine = []
    theirs = beside(
        lambda: mine.extend(claim(rater, campaign)), lambda: claim(other_rater, campaign)
    )
    assert len(mine) == 6
    assert 1 <= len(theirs) <= 6
    assert not {slot.slot for slot in mine} & {slot.slot for slot in theirs}
    assert len({slot.shown_group for slot in mine}) == 1


def test_two_windows_of_one_rater_have_the_same_group(rater, race):
    campaign = make_campaign(captions=2, videos=8, raters=[rater], show="grid", single_share=0.0)
    mine = []
    theirs = race(lambda: mine.extend(claim(rater, campaign)), lambda: claim(rater, campaign))
    assert [slot.slot for slot in theirs] == [slot.slot for slot in mine]
    assert Slot.objects.filter(state="leased").count() == 8


@pytest.fixture
def stopping(rater, other_rater):
    """One caption, three clips in the order of their ranks."""
    return make_campaign(
        captions=1,
        videos=3,
        raters=[rater, other_rater],
        double_share=0.0,
        stop="first_positive",
        order="caption",
    )


def first_slots(campaign):
    return list(
        Slot.objects.filter(campaign=campaign, kind="first", turn=1)
        .order_by("item__position")
        .values_list("state", flat=True)
    )


def test_two_pairs_of_a_caption_that_are_answered_at_once_stop_together(
    stopping, rater, other_rater, race
):
    mine, theirs = claim(rater, stopping)[0], claim(other_rater, stopping)[0]
    race(lambda: say(rater, mine, "relevant"), lambda: say(other_rater, theirs, "relevant"))
    assert first_slots(stopping) == ["filled", "filled", "unwanted"]


def test_the_only_positive_goes_while_another_pair_of_its_caption_becomes_one(
    stopping, rater, other_rater, race
):
    mine, theirs = claim(rater, stopping)[0], claim(other_rater, stopping)[0]
    first = say(rater, mine, "relevant").label
    race(
        lambda: undo_label(rater=rater, label_id=first),
        lambda: say(other_rater, theirs, "relevant"),
    )
    assert first_slots(stopping) == ["leased", "filled", "unwanted"]


def test_a_pair_that_is_being_taken_while_its_caption_stops_stays_taken(
    stopping, rater, other_rater, race
):
    mine = claim(rater, stopping)[0]
    race(lambda: claim(other_rater, stopping), lambda: say(rater, mine, "relevant"))
    assert first_slots(stopping) == ["filled", "leased", "unwanted"]


def test_a_claim_passes_over_what_a_positive_is_stopping(stopping, rater, other_rater, beside):
    mine = claim(rater, stopping)[0]
    assert beside(lambda: say(rater, mine, "relevant"), lambda: claim(other_rater, stopping)) == []
    assert first_slots(stopping) == ["filled", "unwanted", "unwanted"]


def test_a_lease_that_ended_while_its_caption_is_answered_is_freed_by_the_next_claim(
    stopping, rater, other_rater, beside
):
    """Nobody who claims waits for an answer."""
    third = make_user()
    add_member(SYSTEM, stopping, third)
    mine = claim(rater, stopping)[0]
    claim(other_rater, stopping)
    sql(
        "UPDATE annotator_slot SET lease_ends = now() - interval '1 second'"
        " WHERE state = 'leased' AND rater_id = %s",
        other_rater.pk,
    )
    late = beside(lambda: say(rater, mine, "relevant"), lambda: claim(third, stopping, 3))
    assert late == []
    assert first_slots(stopping) == ["filled", "leased", "unwanted"]
    assert claim(third, stopping) == []
    assert first_slots(stopping) == ["filled", "unwanted", "unwanted"]


def test_a_clip_begins_to_play_while_its_caption_stops(rater, race):
    campaign = make_campaign(
        captions=1, videos=2, raters=[rater], opened=False, stop="first_positive", order="caption"
    )
    Campaign.objects.filter(pk=campaign.pk).update(without_clips=False, double_share=0.0)
    first, second = Video.objects.filter(benchmark=campaign.benchmark).order_by("number")
    play(first)
    open_campaign(SYSTEM, campaign.pk)
    mine = claim(rater, campaign)[0]
    race(lambda: say(rater, mine, "relevant"), lambda: play(second))
    assert first_slots(campaign) == ["filled", "unwanted"]
