"""What is stuck in a campaign, why, and that the remedy it names takes it away."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from annotator.actions.adjudicate import send_to_adjudication
from annotator.actions.remarks import mark_read
from annotator.asked.leading import RemarksReadWanted
from annotator.models import Campaign, Item, Label, Member, Slot
from annotator.queries.gold import PAUSED_BECAUSE
from annotator.queries.remarks import remarks_of
from annotator.queries.stuck import held_up, kept_stuck, stuck_in
from people.actor import SYSTEM
from tests.annotator.saying import claim, label_all, say
from tests.annotator.test_questions_to_leads import ask
from tests.factories import make_campaign, make_user

pytestmark = pytest.mark.django_db


def keys(campaign) -> dict[str, int]:
    """Each is there once: a dictionary would hide that it is not."""
    campaign.refresh_from_db()
    found = [(one.key, one.number) for one in stuck_in(campaign)]
    assert len({key for key, _ in found}) == len(found), found
    return dict(found)


def raters(count: int):
    return [make_user() for _ in range(count)]


def long_ago(days: float) -> None:
    """Labels are never changed; here the past is made, with the trigger out of the way."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(
            "UPDATE annotator_label SET given_at = given_at - make_interval(secs => %s)",
            [days * 86_400],
        )
        cursor.execute("SET LOCAL session_replication_role = DEFAULT")


def test_nothing_is_stuck_where_all_goes_well():
    campaign = make_campaign(raters=raters(3))
    assert keys(campaign) == {}


def test_nothing_is_stuck_in_what_is_closed():
    campaign = make_campaign()
    assert keys(campaign) == {"raters": 0}
    Campaign.objects.filter(pk=campaign.pk).update(state="closed")
    assert keys(campaign) == {}


def test_pairs_that_nobody_is_left_for_are_sent_on(rater, other_rater, adjudicator):
    campaign = make_campaign(
        captions=2,
        videos=2,
        raters=[rater, other_rater],
        adjudicators=[adjudicator],
        double_share=1.0,
    )
    label_all(rater, campaign, "relevant")
    label_all(other_rater, campaign, "irrelevant")
    assert keys(campaign) == {"without_rater": 4, "raters": 2}
    send_to_adjudication(SYSTEM, campaign.pk)
    assert "without_rater" not in keys(campaign)
    assert "disputes" not in keys(campaign)
    long_ago(days=2)
    assert keys(campaign)["disputes"] == 4


def test_disputes_without_an_adjudicator_are_stuck_at_once(rater, other_rater):
    campaign = make_campaign(raters=[rater, other_rater], double_share=1.0, label_limit=2)
    label_all(rater, campaign, "relevant")
    label_all(other_rater, campaign, "irrelevant")
    found = keys(campaign)
    assert found["disputes"] == Item.objects.filter(dispute__gt=0).count() > 0


def test_a_campaign_in_which_nobody_answers_is_quiet():
    people = raters(3)
    campaign = make_campaign(raters=people)
    say(people[0], claim(people[0], campaign)[0])
    long_ago(days=4)
    Campaign.objects.update(opened_at=timezone.now() - timedelta(days=5))
    assert keys(campaign) == {"quiet": 4}
    say(people[1], claim(people[1], campaign)[0])
    assert keys(campaign) == {}


def test_pairs_in_the_hands_of_somebody_silent_are_named(settings):
    people = raters(3)
    campaign = make_campaign(raters=people, lease_seconds=1800)
    say(people[0], claim(people[0], campaign, 3)[0])
    assert keys(campaign) == {}
    long_ago(days=1)
    assert keys(campaign) == {"held_long": 2}


def test_comments_and_reported_clips_are_there_until_they_are_read():
    people = raters(3)
    campaign = make_campaign(raters=people, captions=6)
    one, two, three = claim(people[0], campaign, 3)
    say(people[0], one, comment="a cat, not a dog")
    say(people[0], two, "cannot_judge", reason="does_not_play")
    assert keys(campaign) == {"reported_clips": 1, "comments": 1}
    newest = Label.objects.latest("pk").pk
    mark_read(SYSTEM, campaign, RemarksReadWanted(of="comments", up_to=newest))
    assert keys(campaign) == {"reported_clips": 1}
    mark_read(SYSTEM, campaign, RemarksReadWanted(of="clips", up_to=newest))
    assert keys(campaign) == {}
    say(people[0], three, comment="unclear")
    mark_read(SYSTEM, campaign, RemarksReadWanted(of="comments", up_to=1))
    assert keys(campaign) == {"comments": 1}
    assert (remarks_of(campaign).comments, remarks_of(campaign).clips) == (2, 1)


def test_who_was_paused_by_checks_waits_for_their_lead():
    people = raters(4)
    campaign = make_campaign(raters=people)
    Member.objects.filter(person=people[0]).update(state="paused", reason=PAUSED_BECAUSE)
    Member.objects.filter(person=people[1]).update(state="paused", reason="holidays")
    campaign_keys = keys(campaign)
    assert campaign_keys.pop("raters") == 2
    assert campaign_keys == {"paused_by_checks": 1}


def test_a_question_waits_for_its_lead():
    people = raters(3)
    campaign = make_campaign(raters=people)
    ask(people[0], claim(people[0], campaign)[0])
    assert keys(campaign) == {"questions": 1}


def test_pairs_held_back_for_their_clips_are_stuck():
    campaign = make_campaign(raters=raters(3))
    Item.objects.filter(pk__in=list(Item.objects.values_list("pk", flat=True)[:2])).update(
        held_back=True
    )
    Slot.objects.filter(item__held_back=True).update(state="waiting")
    assert keys(campaign) == {"held_back": 2}


def counts(campaigns):
    return {campaign: len(held_up(found)) for campaign, found in kept_stuck(campaigns).items()}


def test_counts_for_lists_are_those_of_the_page(django_assert_max_num_queries):
    quiet, stuck = make_campaign(raters=raters(3)), make_campaign()
    assert counts([quiet, stuck]) == {quiet.pk: 0, stuck.pk: 1}
    with django_assert_max_num_queries(0):
        assert counts([quiet, stuck]) == {quiet.pk: 0, stuck.pk: 1}
