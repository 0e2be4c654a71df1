"""Pause a rater whose answers to hidden gold have fallen below the bar, in the transaction of the
answer that showed it."""

from typing import Any

from annotator.models import Campaign, Member
from annotator.queries.gold import PAUSED_BECAUSE, accuracy_of, gold_answers, is_below_bar
from annotator.slots.free import free_leases_now
from people.actions.record_audit import record_audit
from people.actor import SYSTEM

REASON = PAUSED_BECAUSE


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
    locked = Member.objects.select_for_update(no_key=True, of=("self",))
    member = locked.get(campaign_id=campaign_id, person_id=rater_id)
    campaign = Campaign.objects.get(pk=campaign_id)
    limit, bar = campaign.gold_window, campaign.gold_bar
    since = member.checked_since
    last = accuracy_of(gold_answers(campaign_id, rater_id, since=since, limit=limit))
    if not member.is_active or not last.is_below(bar, campaign.gold_minimum):
        return False
    before = {"state": Member.State.ACTIVE}
    member.state, member.reason = Member.State.PAUSED, REASON
    member.save(update_fields=["state", "reason"])
    free_leases_now(campaign_id, rater_id)
    after = {"state": member.state, "right": last.right, "of": last.n, "bar": bar}
    record_audit(SYSTEM, "paused by hidden gold", member, before=before, after=after)
    return True
