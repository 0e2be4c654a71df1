"""From a claim to a verdict: what raters are given, what becomes of their answers."""

import uuid

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from annotator.actions.adjudicate import NotAdjudicated, NotDisputed, OwnLabel, adjudicate, reopen
from annotator.actions.change_label import (
    OthersWorkOnIt,
    Superseded,
    TooLate,
    UnknownLabel,
    change_label,
    undo_label,
)
from annotator.actions.change_state import change_campaign_state, change_member_state
from annotator.actions.extend_lease import keep_lease, release_slot
from annotator.actions.not_saved import LeaseLost
from annotator.actions.write_guideline import write_guideline
from annotator.locks.campaign import UnknownSlot
from annotator.locks.once import RequestReused
from annotator.locks.standing import ConfirmGuidelines, NotAMember, NotOpen
from annotator.models import Answer, Campaign, Item, Label, Member, RaterDay, Slot
from people.actor import SYSTEM, Actor
from pooling.models import JudgedPair
from tests.annotator.saying import claim, label_all, say, verdicts
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


def end_leases(campaign):
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE annotator_slot SET lease_ends = now() - interval '1 second' WHERE campaign_id ="
            " %s AND state = 'leased'",
            [campaign.pk],
        )


def test_each_pair_is_asked_once_and_the_drawn_share_twice(rater, other_rater):
    campaign = make_campaign(captions=5, videos=4, raters=[rater, other_rater], double_share=0.25)
    assert Item.objects.filter(campaign=campaign, doubled=True).count() == 5
    assert label_all(rater, campaign) == 20
    assert label_all(other_rater, campaign) == 5
    assert verdicts(campaign) == ["relevant"] * 20
    assert JudgedPair.objects.count() == 20
    assert list(RaterDay.objects.order_by("rater").values_list("labels", flat=True)) == [20, 5]


def test_what_is_held_comes_first_and_nobody_else_gets_it(rater, other_rater):
    campaign = make_campaign(captions=1, videos=3, raters=[rater, other_rater])
    mine = claim(rater, campaign, 2)
    assert [slot.slot for slot in claim(rater, campaign, 2)] == [slot.slot for slot in mine]
    theirs = claim(other_rater, campaign, 5)
    assert len(theirs) == 1
    assert not {slot.slot for slot in theirs} & {slot.slot for slot in mine}


def test_two_that_disagree_ask_for_a_third_from_somebody_else_and_the_majority_decides(
    rater, other_rater, adjudicator
):
    campaign = make_campaign(
        captions=1, videos=1, raters=[rater, other_rater, adjudicator], double_share=1.0
    )
    say(rater, claim(rater, campaign)[0], "relevant")
    assert verdicts(campaign) == [None]
    say(other_rater, claim(other_rater, campaign)[0], "irrelevant")
    assert verdicts(campaign) == [None]
    assert claim(rater, campaign) == claim(other_rater, campaign) == []
    say(adjudicator, claim(adjudicator, campaign)[0], "irrelevant")
    assert verdicts(campaign) == ["irrelevant"]
    assert len(Item.objects.get().labels_used) == 3


def test_no_majority_at_the_limit_is_a_disagreement_for_an_adjudicator(
    rater, other_rater, adjudicator, lead
):
    campaign = make_campaign(
        captions=1, videos=1, raters=[rater, other_rater], double_share=1.0, label_limit=2
    )
    say(rater, claim(rater, campaign)[0], "relevant")
    say(other_rater, claim(other_rater, campaign)[0], "irrelevant")
    item = Item.objects.get()
    assert (item.verdict, item.dispute > 0) == ("disagreement", True)
    decision = {
        "campaign_id": campaign.pk,
        "item_id": item.pk,
        "answer": Answer.RELEVANT,
        "comment": "he jumps",
    }
    adjudicate(adjudicator=adjudicator, request_id=uuid.uuid4(), **decision)
    item.refresh_from_db()
    assert (item.verdict, item.adjudicated, item.dispute) == ("relevant", True, 0)
    assert Label.objects.count() == 3
    with pytest.raises(NotDisputed):
        adjudicate(adjudicator=lead, request_id=uuid.uuid4(), **decision)
    reopen(Actor(lead, "page"), campaign_id=campaign.pk, item_id=item.pk, reason="look again")
    item.refresh_from_db()
    assert (item.verdict, item.adjudicated, item.dispute > 0) == ("disagreement", False, True)
    with pytest.raises(NotAdjudicated):
        reopen(Actor(lead, "page"), campaign_id=campaign.pk, item_id=item.pk, reason="again")
    adjudicate(
        adjudicator=lead, request_id=uuid.uuid4(), **(decision | {"answer": Answer.IRRELEVANT})
    )
    assert verdicts(campaign) == ["irrelevant"]


def test_nobody_adjudicates_their_own_label(rater, adjudicator):
    campaign = make_campaign(
        captions=1, videos=1, raters=[rater, adjudicator], double_share=1.0, label_limit=2
    )
    say(rater, claim(rater, campaign)[0], "relevant")
    say(adjudicator, claim(adjudicator, campaign)[0], "irrelevant")
    with pytest.raises(OwnLabel):
        adjudicate(
            adjudicator=adjudicator,
            campaign_id=campaign.pk,
            item_id=Item.objects.get().pk,
            answer=Answer.RELEVANT,
            comment="x",
            request_id=uuid.uuid4(),
        )


def test_cannot_judge_goes_to_another_and_at_the_limit_to_an_adjudicator(rater, other_rater):
    campaign = make_campaign(captions=1, videos=1, raters=[rater, other_rater], double_share=0.0)
    say(rater, claim(rater, campaign)[0], "cannot_judge")
    assert claim(rater, campaign) == []
    say(other_rater, claim(other_rater, campaign)[0], "cannot_judge")
    item = Item.objects.get()
    assert (item.verdict, item.dispute) == (None, 2)
    assert Slot.objects.get(state="free").kind == "adjudication"


def test_the_same_request_again_counts_once_and_other_content_under_it_is_refused(rater):
    campaign = make_campaign(captions=1, videos=2, raters=[rater])
    first, second = claim(rater, campaign, 2)
    request = uuid.uuid4()
    one = say(rater, first, "relevant", request_id=request)
    again = say(rater, first, "relevant", request_id=request)
    assert (one.label, one.is_new, again.is_new) == (again.label, True, False)
    for slot, answer in ((first, "irrelevant"), (second, "relevant")):
        with pytest.raises(RequestReused):
            say(rater, slot, answer, request_id=request)
    assert Label.objects.count() == 1


def test_the_next_slots_come_back_with_the_answer(rater):
    campaign = make_campaign(captions=1, videos=3, raters=[rater])
    done = say(rater, claim(rater, campaign)[0], then_claim=2)
    assert len(done.next.slots) == 2


def test_a_late_answer_is_taken_while_the_slot_is_still_nobodys(rater, other_rater):
    campaign = make_campaign(captions=1, videos=1, raters=[rater, other_rater])
    mine = claim(rater, campaign)[0]
    end_leases(campaign)
    theirs = claim(other_rater, campaign)[0]
    assert theirs.slot == mine.slot
    with pytest.raises(LeaseLost):
        say(rater, mine)
    end_leases(campaign)
    with pytest.raises(LeaseLost):
        say(rater, mine)
    say(other_rater, theirs)
    assert Label.objects.get().rater == other_rater


def test_somebody_elses_lease_opens_nothing(rater, other_rater):
    campaign = make_campaign(captions=1, videos=1, raters=[rater, other_rater])
    mine = claim(rater, campaign)[0]
    with pytest.raises(LeaseLost):
        say(other_rater, mine)
    with pytest.raises(LeaseLost):
        keep_lease(rater=other_rater, slot_id=mine.slot, lease=mine.lease)
    assert keep_lease(rater=rater, slot_id=mine.slot, lease=mine.lease) >= mine.ends


def test_a_number_that_no_slot_can_have_is_not_looked_for(rater):
    for number in (2**63, 2**64 - 1):
        with CaptureQueriesContext(connection) as asked, pytest.raises(UnknownSlot):
            release_slot(rater=rater, slot_id=number, lease=uuid.uuid4(), later=True)
        assert not [query for query in asked.captured_queries if "annotator_slot" in query["sql"]]


@pytest.fixture
def freed(rater, other_rater):
    """(campaign, slot): its lease has ended, and somebody else's claim has freed it without taking
    it."""
    campaign = make_campaign(
        captions=1, videos=3, raters=[rater, other_rater], double_share=0.0, leases_per_rater=1
    )
    mine = claim(rater, campaign)[0]
    with connection.cursor() as cursor:
        cursor.execute("UPDATE annotator_slot SET place = place + 100 WHERE id = %s", [mine.slot])
    end_leases(campaign)
    theirs = claim(other_rater, campaign)[0]
    assert theirs.slot != mine.slot
    assert Slot.objects.get(pk=mine.slot).state == "free"
    return campaign, mine


def test_a_lease_that_was_freed_and_taken_by_nobody_is_kept(freed, rater, other_rater):
    campaign, mine = freed
    assert keep_lease(rater=rater, slot_id=mine.slot, lease=mine.lease) >= mine.ends
    assert [(slot.slot, slot.lease) for slot in claim(rater, campaign)] == [(mine.slot, mine.lease)]
    with pytest.raises(LeaseLost):
        keep_lease(rater=other_rater, slot_id=mine.slot, lease=uuid.uuid4())
    say(rater, mine)


def test_a_lease_that_was_freed_is_not_kept_beside_as_many_as_a_rater_may_hold(rater, other_rater):
    campaign = make_campaign(
        captions=1, videos=4, raters=[rater, other_rater], double_share=0.0, leases_per_rater=1
    )
    other = claim(rater, campaign)[0]
    label = say(rater, other).label
    mine = claim(rater, campaign)[0]
    claim(other_rater, campaign)
    end_leases(campaign)
    claim(other_rater, campaign)
    assert Slot.objects.get(pk=mine.slot).state == "free"
    undo_label(rater=rater, label_id=label)
    with pytest.raises(LeaseLost):
        keep_lease(rater=rater, slot_id=mine.slot, lease=mine.lease)
    assert list(Slot.objects.filter(rater=rater, state="leased").values_list("pk", flat=True)) == [
        other.slot
    ]


def test_a_slot_given_back_for_later_comes_after_all_others(rater):
    campaign = make_campaign(captions=1, videos=3, raters=[rater])
    first = claim(rater, campaign)[0]
    release_slot(rater=rater, slot_id=first.slot, lease=first.lease, later=True)
    order = [slot.slot for slot in claim(rater, campaign, 3)]
    assert order[-1] == first.slot
    assert len(order) == 3


@pytest.fixture
def third_who_followed(rater, other_rater, adjudicator):
    """A doubled pair: one could not judge it, so another was asked in a slot made for it; the
    second label's slot is older."""
    campaign = make_campaign(
        captions=1, videos=1, raters=[rater, other_rater, adjudicator], double_share=1.0
    )
    said = [(rater, "cannot_judge"), (other_rater, "relevant"), (adjudicator, "relevant")]
    labels = [say(person, claim(person, campaign)[0], answer).label for person, answer in said]
    kinds = list(Label.objects.order_by("id").values_list("slot__kind", "slot__turn"))
    assert kinds == [("first", 1), ("first", 2), ("second", 1)]
    return labels


def test_who_answered_last_may_undo_whatever_slot_they_were_given(third_who_followed, adjudicator):
    undo_label(rater=adjudicator, label_id=third_who_followed[2])
    assert Slot.objects.get(state="leased").kind == "second"


def test_who_was_followed_may_not_undo_whatever_slot_they_were_given(
    third_who_followed, rater, other_rater
):
    for person, label in ((rater, third_who_followed[0]), (other_rater, third_who_followed[1])):
        with pytest.raises(OthersWorkOnIt):
            undo_label(rater=person, label_id=label)


def test_a_change_of_mind_is_as_old_as_the_answer_that_it_began_with(
    third_who_followed, other_rater, adjudicator
):
    changed = change_label(
        rater=other_rater,
        label_id=third_who_followed[1],
        answer=Answer.IRRELEVANT,
        request_id=uuid.uuid4(),
    )
    with pytest.raises(OthersWorkOnIt):
        undo_label(rater=other_rater, label_id=changed)
    again = change_label(
        rater=other_rater, label_id=changed, answer=Answer.RELEVANT, request_id=uuid.uuid4()
    )
    undo_label(rater=adjudicator, label_id=third_who_followed[2])
    undone = Slot.objects.get(state="leased")
    assert (undone.kind, undone.rater) == ("second", adjudicator)
    assert Label.objects.filter(pk=again, superseded_by=None).exists()


def test_an_undo_gives_the_slot_back_and_keeps_what_was_said(rater):
    campaign = make_campaign(captions=1, videos=1, raters=[rater], double_share=0.0)
    label = say(rater, claim(rater, campaign)[0], "relevant").label
    assert undo_label(rater=rater, label_id=label) == undo_label(rater=rater, label_id=label)
    assert verdicts(campaign) == [None]
    assert not JudgedPair.objects.exists()
    assert RaterDay.objects.get().labels == 0
    say(rater, claim(rater, campaign)[0], "irrelevant")
    assert verdicts(campaign) == ["irrelevant"]
    assert list(Label.objects.order_by("id").values_list("answer", flat=True)) == [
        "relevant",
        "withdrawn",
        "irrelevant",
    ]


def test_a_change_of_mind_supersedes_and_the_verdict_follows(rater, other_rater):
    campaign = make_campaign(captions=1, videos=1, raters=[rater, other_rater], double_share=1.0)
    first = say(rater, claim(rater, campaign)[0], "relevant").label
    say(other_rater, claim(other_rater, campaign)[0], "irrelevant")
    assert Slot.objects.filter(kind="third", state="free").count() == 1
    request = uuid.uuid4()
    changed = change_label(
        rater=rater, label_id=first, answer=Answer.IRRELEVANT, request_id=request
    )
    assert (
        change_label(rater=rater, label_id=first, answer=Answer.IRRELEVANT, request_id=request)
        == changed
    )
    assert verdicts(campaign) == ["irrelevant"]
    assert Slot.objects.filter(kind="third", state="waiting").count() == 1
    with pytest.raises(Superseded):
        change_label(rater=rater, label_id=first, answer=Answer.RELEVANT, request_id=uuid.uuid4())
    change_label(rater=rater, label_id=changed, answer=Answer.RELEVANT, request_id=uuid.uuid4())
    assert Slot.objects.filter(kind="third", state="free").count() == 1
    with pytest.raises(UnknownLabel):
        change_label(
            rater=other_rater, label_id=changed, answer=Answer.RELEVANT, request_id=uuid.uuid4()
        )


def test_an_answer_that_others_work_on_is_not_taken_back(rater, other_rater):
    campaign = make_campaign(captions=1, videos=1, raters=[rater, other_rater], double_share=1.0)
    label = say(rater, claim(rater, campaign)[0], "relevant").label
    claim(other_rater, campaign)
    with pytest.raises(OthersWorkOnIt):
        undo_label(rater=rater, label_id=label)


def test_after_the_policys_time_an_answer_stands(rater):
    campaign = make_campaign(captions=1, videos=1, raters=[rater], change_minutes=0)
    label = say(rater, claim(rater, campaign)[0]).label
    with pytest.raises(TooLate):
        undo_label(rater=rater, label_id=label)


def test_a_paused_raters_leases_are_free_at_once_and_their_answers_refused(
    rater, other_rater, lead
):
    campaign = make_campaign(captions=1, videos=1, raters=[rater, other_rater])
    mine = claim(rater, campaign)[0]
    member = Member.objects.get(campaign=campaign, person=rater)
    change_member_state(Actor(lead, "page"), member.pk, Member.State.PAUSED, "gold")
    with pytest.raises(NotAMember):
        claim(rater, campaign)
    with pytest.raises(NotAMember):
        say(rater, mine)
    assert len(claim(other_rater, campaign)) == 1


def test_what_each_state_of_a_campaign_allows(rater, lead):
    campaign = make_campaign(captions=1, videos=2, raters=[rater])
    actor = Actor(lead, "page")
    held = claim(rater, campaign)[0]
    change_campaign_state(actor, campaign.pk, Campaign.State.PAUSED)
    with pytest.raises(NotOpen):
        claim(rater, campaign)
    say(rater, held)  # what was begun may be finished
    change_campaign_state(actor, campaign.pk, Campaign.State.OPEN)
    held = claim(rater, campaign)[0]
    change_campaign_state(actor, campaign.pk, Campaign.State.CLOSED)
    with pytest.raises(NotOpen):
        say(rater, held)
    assert Label.objects.count() == 1


def test_guidelines_that_changed_are_confirmed_before_more_is_given(rater):
    campaign = make_campaign(captions=1, videos=2, raters=[rater])
    write_guideline(
        SYSTEM, campaign.pk, "New: only what is *seen* counts. <script>x</script>", confirm=True
    )
    with pytest.raises(ConfirmGuidelines):
        claim(rater, campaign)
    Member.objects.filter(person=rater).update(confirmed_version=2)
    say(rater, claim(rater, campaign)[0])
    assert Label.objects.get().guideline_version == 2


def test_the_database_refuses_to_change_or_delete_a_label(rater):
    campaign = make_campaign(captions=1, videos=1, raters=[rater])
    say(rater, claim(rater, campaign)[0])
    for do in (
        lambda: Label.objects.update(answer="irrelevant"),
        lambda: Label.objects.all()._raw_delete("default"),
    ):
        with pytest.raises(IntegrityError, match="appended"), transaction.atomic():
            do()


def test_pairs_judged_before_are_left_out_unless_the_policy_asks_again(rater):
    campaign = make_campaign(captions=1, videos=2, raters=[rater])
    say(rater, claim(rater, campaign)[0])
    from annotator.actions.create_campaign import create_campaign
    from annotator.actions.open_campaign import open_campaign

    for name, again, count in (("rest", False, 1), ("all", True, 2)):
        more = create_campaign(SYSTEM, campaign.pool, name, ask_again=again, without_clips=True)
        write_guideline(SYSTEM, more.pk, "As before.")
        assert open_campaign(SYSTEM, more.pk).items_count == count


def test_the_same_seed_draws_the_same_order_and_doubles():
    campaigns = [make_campaign(captions=6, videos=3, seed=5, double_share=0.5) for _ in range(2)]
    drawn = [
        list(
            Item.objects.filter(campaign=c)
            .order_by("position")
            .values_list("query__text", "video__key", "doubled")
        )
        for c in campaigns
    ]
    assert drawn[0] == drawn[1]
    other = make_campaign(captions=6, videos=3, seed=6, double_share=0.5)
    assert drawn[0] != list(
        Item.objects.filter(campaign=other)
        .order_by("position")
        .values_list("query__text", "video__key", "doubled")
    )


def test_only_an_answer_to_a_pair_shown_by_itself_can_be_too_fast(rater):
    """In a group the time is shared among those that one press answers."""
    policy = {"show": "grid", "single_share": 0.5, "double_share": 0.0, "leases_per_rater": 20}
    campaign = make_campaign(captions=2, videos=10, raters=[rater], too_fast_ms=5_000, **policy)
    assert label_all(rater, campaign) == 20  # each in two seconds
    found = set(Label.objects.values_list("shown", "too_fast"))
    assert found == {("grid", False), ("single", True)}
    days = RaterDay.objects.values_list("labels", "too_fast")
    assert list(days) == [(20, Label.objects.filter(shown="single").count())]
