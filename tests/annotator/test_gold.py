"""Hidden gold: that nobody can tell it, what its answers do, and when a rater is paused."""

import threading
from dataclasses import fields
from itertools import count

import pytest
from django.db import connection, transaction
from hypothesis import given
from hypothesis import strategies as st

from annotator.actions.change_label import change_label, undo_label
from annotator.actions.change_state import change_member_state
from annotator.actions.extend_lease import release_slot
from annotator.actions.know_answers import KnownPair, know_answers, use_known_answer
from annotator.actions.rebuild import rebuild
from annotator.locks.standing import NotAMember
from annotator.masks import mask_number, unmask_number
from annotator.models import Answer, Campaign, Item, KnownAnswer, Label, Member, RaterDay, Slot
from annotator.queries.gold import accuracy_of, gold_answers
from annotator.slots.draw_checks import is_check
from foundation.integrity import differences
from people.actor import SYSTEM, Actor
from people.models import AuditEvent
from pooling.models import JudgedPair, Query, Video
from tests.annotator.saying import claim, label_all, say
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db
GOLD = KnownAnswer.Use.GOLD


def with_gold(known: int = 4, truth: str = "relevant", raters=(), **policy):
    """A campaign of 20 pairs; every other slot is a check as long as there are any."""
    campaign = make_campaign(
        **({"captions": 10, "raters": raters, "gold_share": 0.5, "double_share": 0.0} | policy)
    )
    query = Query.objects.filter(benchmark=campaign.benchmark).order_by("number")[0]
    videos = [
        Video.objects.create(benchmark=campaign.benchmark, number=100 + n, key=f"g{n}")
        for n in range(known)
    ]
    campaign.benchmark.video_count += known
    campaign.benchmark.save()
    pairs = [KnownPair(query.pk, video.pk, truth) for video in videos]
    know_answers(SYSTEM, campaign.pk, pairs, KnownAnswer.Origin.HAND, GOLD)
    return campaign


def kinds(slots) -> list[str]:
    of = dict(Slot.objects.filter(pk__in=[slot.slot for slot in slots]).values_list("pk", "kind"))
    return [of[slot.slot] for slot in slots]


def next_check(rater, campaign):
    """Answers what comes first."""
    for _ in range(40):
        [slot] = claim(rater, campaign)
        if kinds([slot]) == ["gold"]:
            return slot
        say(rater, slot)
    raise AssertionError("no check among forty slots at a share of one half")


def test_checks_come_at_their_rate_and_each_rater_gets_their_own():
    drawn = {rater: [is_check(1, rater, number, 0.2) for number in range(2000)] for rater in (1, 2)}
    assert drawn[1] != drawn[2]
    for checks in drawn.values():
        assert (
            0.15 < sum(checks) / 2000 < 0.25
        )  # more than five standard deviations, for the key is another in each run
    assert not any(is_check(1, 1, number, 0.0) for number in range(100))


def test_everything_is_labelled_and_checks_count_for_no_verdict(rater):
    campaign = with_gold(raters=[rater], captions=20)
    done = label_all(rater, campaign)
    checks = Label.objects.filter(slot__kind="gold").count()
    assert checks == 4
    assert done == 40 + checks
    assert JudgedPair.objects.count() == 40
    assert set(Item.objects.filter(gold=True).values_list("verdict", flat=True)) == {None}
    assert RaterDay.objects.get().labels == done
    campaign.refresh_from_db()
    assert campaign.items_count == 40


def test_without_the_instances_key_nobody_can_tell_which_slots_are_checks(settings):
    drawn = [is_check(1, 1, number, 0.5) for number in range(200)]
    assert [is_check(1, 1, number, 0.5) for number in range(200)] == drawn
    settings.SECRET_KEY = "another instance's"
    assert [is_check(1, 1, number, 0.5) for number in range(200)] != drawn


def test_nor_which_known_answer_is_asked_first(rater, settings):
    campaign = with_gold(known=12, raters=[rater], captions=20, leases_per_rater=50)
    drawn = order_of_checks(rater, campaign)
    assert len(drawn) == 5
    assert order_of_checks(rater, campaign) == drawn
    settings.SECRET_KEY = "another instance's"
    assert order_of_checks(rater, campaign) != drawn


def order_of_checks(rater, campaign) -> list[str]:
    """The first five as they would be given out; none is."""
    with transaction.atomic():
        claim(rater, campaign, 40)
        found = list(
            Slot.objects.filter(kind="gold")
            .order_by("pk")
            .values_list("item__video__key", flat=True)[:5]
        )
        transaction.set_rollback(True)
    return found


def test_a_check_looks_like_any_other_slot(rater):
    mixed = next(
        seed
        for seed in count(1)
        if 0 < sum(is_check(seed, rater.pk, number, 0.5) for number in range(4)) < 4
    )
    campaign = with_gold(raters=[rater], leases_per_rater=50, seed=mixed)
    slots = claim(rater, campaign, 20)
    assert len(slots) == 20
    by_kind = {
        kind: [slot for slot, of in zip(slots, kinds(slots), strict=True) if of == kind]
        for kind in ("first", "gold")
    }
    assert by_kind["gold"]
    assert by_kind["first"]
    for field in fields(slots[0]):
        of = {
            kind: {type(getattr(slot, field.name)) for slot in some}
            for kind, some in by_kind.items()
        }
        assert of["gold"] == of["first"], field.name
    assert len({slot.ends for slot in slots}) == 1
    assert len({slot.lease for slot in slots}) == 20
    # They stand among the others, neither all first nor all last.
    places = [place for place, kind in enumerate(kinds(slots)) if kind == "gold"]
    assert places != list(range(len(places)))
    assert places != list(range(20 - len(places), 20))
    # And what is held comes again in the same order.
    assert claim(rater, campaign, 20) == slots


def test_a_check_is_never_of_a_pair_that_is_asked_about_or_was_met(rater, other_rater):
    campaign = make_campaign(
        captions=4, raters=[rater, other_rater], gold_share=0.5, double_share=0.0
    )
    item = Item.objects.filter(campaign=campaign).order_by("-position")[0]
    know_answers(
        SYSTEM,
        campaign.pk,
        [KnownPair(item.query_id, item.video_id, "relevant")],
        KnownAnswer.Origin.ADJUDICATED,
        GOLD,
    )
    for _ in range(7):
        say(rater, claim(rater, campaign)[0])
    assert not Slot.objects.filter(kind="gold").exists()
    label_all(rater, campaign)
    assert not Slot.objects.filter(kind="gold").exists()


def test_a_clip_that_does_not_play_is_no_check_where_no_other_pairs_are_like_that(rater):
    campaign = with_gold(raters=[rater])
    Campaign.objects.filter(pk=campaign.pk).update(without_clips=False)
    clips = Video.objects.filter(benchmark=campaign.benchmark)
    clips.exclude(key__startswith="g").update(state=Video.State.READY, path="videos/x.mp4")
    seen = [kinds([slot])[0] for slot in (answered(rater, campaign) for _ in range(8))]
    assert "gold" not in seen
    clips.filter(key__startswith="g").update(state=Video.State.READY, path="videos/x.mp4")
    seen = [kinds([slot])[0] for slot in (answered(rater, campaign) for _ in range(12))]
    assert "gold" in seen  # but for one in 4,096 keys of an instance


def answered(rater, campaign):
    [slot] = claim(rater, campaign)
    say(rater, slot)
    return slot


def test_nobody_gets_the_same_check_twice_nor_one_they_had_in_training(rater, other_rater):
    campaign = with_gold(known=2, raters=[rater, other_rater], captions=20)
    label_all(rater, campaign)
    assert Slot.objects.filter(kind="gold", rater=rater).count() == 2
    assert Item.objects.filter(gold=True).count() == 2


def test_a_check_given_back_goes_to_another_rater(rater, other_rater):
    # Its place is drawn anew: a rater who may hold all of them is given it, wherever it is.
    campaign = with_gold(known=1, captions=8, raters=[rater, other_rater])
    check = next_check(rater, campaign)
    release_slot(rater=rater, slot_id=check.slot, lease=check.lease)
    assert list(differences()) == []
    assert check.slot in {slot.slot for slot in claim(other_rater, campaign, 20)}


def test_a_check_may_be_changed_and_taken_back_as_any_answer(rater):
    campaign = with_gold(raters=[rater], known=1, truth="relevant")
    check = next_check(rater, campaign)
    label = say(rater, check, "irrelevant").label
    assert accuracy_of(gold_answers(campaign.pk, rater.pk)).right == 0
    changed = change_label(
        rater=rater, label_id=label, answer=Answer.RELEVANT, request_id=check.lease
    )
    assert accuracy_of(gold_answers(campaign.pk, rater.pk)).right == 1
    undo_label(rater=rater, label_id=changed)
    assert accuracy_of(gold_answers(campaign.pk, rater.pk)).n == 0
    assert list(differences()) == []
    assert check.slot in {slot.slot for slot in claim(rater, campaign, 20)}


def test_the_integrity_check_and_a_rebuild_leave_checks_as_they_are(rater):
    campaign = with_gold(raters=[rater])
    say(rater, next_check(rater, campaign))
    claim(rater, campaign, 6)
    before = list(Slot.objects.order_by("pk").values_list("pk", "kind", "state"))
    assert list(differences()) == []
    rebuild()
    assert list(differences()) == []
    assert list(Slot.objects.order_by("pk").values_list("pk", "kind", "state")) == before


def test_below_the_bar_a_rater_is_paused_at_once_and_their_leases_are_free(rater):
    campaign = with_gold(raters=[rater], known=6, captions=20, gold_minimum=3, gold_bar=0.7)
    for answer in ("relevant", "irrelevant"):
        say(rater, next_check(rater, campaign), answer)
    assert Member.objects.get().state == "active"
    check = next_check(rater, campaign)
    claim(rater, campaign, 5)
    answered = say(rater, check, "irrelevant", then_claim=5)
    assert answered.next is None
    member = Member.objects.get()
    assert (member.state, "gold" in member.reason.lower()) == ("paused", False)
    assert not Slot.objects.filter(state="leased").exists()
    assert AuditEvent.objects.get(verb="paused by hidden gold").after["right"] == 1
    with pytest.raises(NotAMember):
        claim(rater, campaign)
    assert list(differences()) == []


def test_cannot_judge_is_neither_right_nor_wrong_and_what_was_retired_does_not_count(rater):
    campaign = with_gold(raters=[rater], known=3, captions=20)
    say(rater, next_check(rater, campaign), "cannot_judge")
    say(rater, next_check(rater, campaign), "relevant")
    assert accuracy_of(gold_answers(campaign.pk, rater.pk)).n == 1
    for known in KnownAnswer.objects.all():
        use_known_answer(SYSTEM, known.pk, active=False)
    assert accuracy_of(gold_answers(campaign.pk, rater.pk)).n == 0


def test_who_goes_on_is_measured_anew(rater, lead):
    campaign = with_gold(raters=[rater], known=8, captions=30, gold_minimum=2)
    for _ in range(2):
        say(rater, next_check(rater, campaign), "irrelevant")
    member = Member.objects.get()
    assert member.state == "paused"
    change_member_state(Actor(lead, "page"), member.pk, Member.State.ACTIVE)
    with connection.cursor() as cursor:  # within a test's one transaction the clock stands still
        cursor.execute("UPDATE annotator_member SET checked_since = now() + interval '1 second'")
    say(rater, next_check(rater, campaign), "irrelevant")
    assert Member.objects.get().state == "active"


@pytest.mark.django_db(transaction=True)
def test_a_pause_by_gold_and_other_answers_do_not_wait_for_each_other(rater, other_rater):
    """The answer that pauses holds the campaign shared; so does an answer of somebody else that is
    under way."""
    campaign = with_gold(raters=[rater, other_rater], known=4, gold_minimum=1, captions=20)
    check = next_check(rater, campaign)
    began, may_end = threading.Event(), threading.Event()

    def hold() -> None:
        from annotator.locks.campaign import hold_campaign

        try:
            with transaction.atomic():
                hold_campaign(campaign.pk)
                began.set()
                may_end.wait(20)
        finally:
            connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    try:
        assert began.wait(20)
        say(rater, check, "irrelevant")
        assert Member.objects.get(person=rater).state == "paused"
    finally:
        may_end.set()
        holder.join(20)


@pytest.mark.django_db(transaction=True)
def test_two_who_claim_several_checks_at_once_get_different_ones_and_nobody_waits(
    rater, other_rater, beside
):
    campaign = with_gold(raters=[rater, other_rater], known=4, captions=40, leases_per_rater=50)
    mine, counts = (
        [],
        {
            person: so_many_that(person, campaign, checks)
            for person, checks in ((rater, 3), (other_rater, 2))
        },
    )
    theirs = beside(
        lambda: mine.extend(claim(rater, campaign, counts[rater])),
        lambda: claim(other_rater, campaign, counts[other_rater]),
    )
    assert [kinds(slots).count("gold") for slots in (mine, theirs)] == [3, 1]
    assert (len(mine), len(theirs)) == (counts[rater], counts[other_rater])
    assert not {slot.slot for slot in mine} & {slot.slot for slot in theirs}
    assert list(differences()) == []


def so_many_that(rater, campaign, checks: int) -> int:
    """How many slots this rater's first claim has to ask for to be given so many checks."""
    drawn = (
        sum(is_check(campaign.seed, rater.pk, number, 0.5) for number in range(wanted))
        for wanted in count(0)
    )
    return next(wanted for wanted, found in enumerate(drawn) if found == checks)


@given(st.integers(0, 2**52 - 1))
def test_a_slots_number_is_masked_one_to_one(number):
    masked = mask_number(number)
    assert 0 <= masked < 2**52
    assert unmask_number(masked) == number


def test_the_numbers_that_a_rater_sees_do_not_tell_when_a_slot_was_made():
    shown = [mask_number(number) for number in range(1, 201)]
    assert shown != sorted(shown)
    assert unmask_number(2**52) == unmask_number(-1) == 0
