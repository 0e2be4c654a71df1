"""Pause a rater whose answers to hidden gold have fallen below the bar, in the transaction of the
answer that showed it."""

from typing import Any

from django.db import connection

from annotator.actions.settle_item import mind_freed_slots
from annotator.models import Campaign, Member
from annotator.queries.gold import accuracy_of, gold_answers, is_below_bar
from people.actions.record_audit import record_audit
from people.actor import SYSTEM

# What the rater may read: it must not tell which of the answers were checks, or that there are any.
REASON = "your lead wants to look at your answers with you first"


def check_by_gold(cursor: Any, campaign_id: int, rater_id: int) -> bool:
    """Whether the rater was paused: the plain share right of the last answers is below the bar, and
    they are the minimum or more.

    The campaign is held shared here, and by everybody else who answers: so this does not wait for
    them as a lead's pause does (change_member_state), but changes the rater's own rows alone, and
    passes over a slot that they are answering elsewhere.

    It is asked after each answer, check or not, and only what leads to a pause goes beyond the one
    statement.
    """
    return is_below_bar(cursor, campaign_id, rater_id) and _pause(campaign_id, rater_id)


def _pause(campaign_id: int, rater_id: int) -> bool:
    member = Member.objects.select_for_update(no_key=True, of=("self",)).get(
        campaign_id=campaign_id, person_id=rater_id
    )
    campaign = Campaign.objects.get(pk=campaign_id)
    accuracy = accuracy_of(
        gold_answers(campaign_id, rater_id, since=member.checked_since, limit=campaign.gold_window)
    )
    if member.state != Member.State.ACTIVE or not accuracy.is_below(
        campaign.gold_bar, campaign.gold_minimum
    ):
        return False
    member.state, member.reason = Member.State.PAUSED, REASON
    member.save(update_fields=["state", "reason"])
    _free_leases(campaign_id, rater_id)
    after = {
        "state": member.state,
        "right": accuracy.right,
        "of": accuracy.n,
        "bar": campaign.gold_bar,
    }
    record_audit(
        SYSTEM, "paused by hidden gold", member, before={"state": Member.State.ACTIVE}, after=after
    )
    return True


def _free_leases(campaign_id: int, rater_id: int) -> None:
    """The token goes too: this rater's late answer is not wanted."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE annotator_slot SET state = 'free', returned_by_id = rater_id, rater_id = NULL,"
            " lease = NULL, lease_ends = NULL WHERE id IN (  SELECT s.id FROM annotator_slot s JOIN"
            " annotator_item i ON i.id = s.item_id  WHERE s.campaign_id = %s AND s.rater_id = %s"
            " AND s.state = 'leased'  ORDER BY s.id FOR NO KEY UPDATE OF i, s SKIP LOCKED)"
            " RETURNING item_id, chain, kind, turn",
            [campaign_id, rater_id],
        )
        mind_freed_slots(cursor, cursor.fetchall())
