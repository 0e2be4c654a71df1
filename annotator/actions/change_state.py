"""Pause, resume and close a campaign; pause, resume and remove a member. Each waits for the answers
that are on their way."""

from django.db import transaction
from django.db.models.functions import Now

from annotator.actions.measure_pace import measure_pace
from annotator.actions.open_campaign import refuse_endless_training
from annotator.locks.campaign import alone_with_campaign
from annotator.models import Campaign, Member
from annotator.slots.free import free_leases
from foundation.database.rows import lock_row, row_of
from foundation.refused import Refused
from foundation.words import mid_sentence
from people.actions.record_audit import record_audit
from people.actor import Actor

CAMPAIGN_MOVES = {
    Campaign.State.PAUSED: {Campaign.State.OPEN},
    Campaign.State.OPEN: {Campaign.State.PAUSED, Campaign.State.CLOSED},
    Campaign.State.CLOSED: {Campaign.State.OPEN, Campaign.State.PAUSED},
}


class NoRater(Refused):
    """Only raters are trained: this member adjudicates."""


class NotFromHere(Refused):
    """The campaign is in a state from which this cannot be done."""


@transaction.atomic
def change_campaign_state(actor: Actor, campaign_id: int, state: Campaign.State) -> Campaign:
    """open -> paused -> open, and closed from either, from where a lead may open it again. Closing
    frees all leases.

    It becomes open only if those who are in training could pass it.

    Who goes on gets leases by the pace as it is by now: nobody is given a pair before this is
    through.
    """
    alone_with_campaign(campaign_id)
    campaign = lock_row(Campaign, campaign_id)
    before = Campaign.State(campaign.state)
    _refuse_move(campaign, state)
    campaign.state = state
    campaign.closed_at = row_of("SELECT now()")[0] if state == Campaign.State.CLOSED else None
    campaign.save(update_fields=["state", "closed_at"])
    if state == Campaign.State.CLOSED:
        free_leases(campaign_id)
    record_audit(
        actor,
        f"changed the state of to {state.value}",
        campaign,
        before={"state": before},
        after={"state": state},
    )
    if state == Campaign.State.OPEN and measure_pace(actor, campaign_id):
        campaign.refresh_from_db(fields=["lease_seconds"])
    return campaign


def _refuse_move(campaign: Campaign, state: Campaign.State) -> None:
    before = Campaign.State(campaign.state)
    if before not in CAMPAIGN_MOVES.get(state, set()):
        raise NotFromHere(
            f"A campaign that is {mid_sentence(before.label)} cannot become"
            f" {mid_sentence(state.label)}."
        )
    in_training = campaign.raters(state=Member.State.TRAINING)
    if state == Campaign.State.OPEN and in_training.exists():
        refuse_endless_training(campaign)


@transaction.atomic
def change_member_state(
    actor: Actor, member_id: int, state: Member.State, reason: str = ""
) -> Member:
    """A paused or removed rater's leases are free at once, and an answer that comes after is
    refused.

    Who goes on, or back to training, is measured from here on: what led to the pause must not pause
    them again.
    """
    campaign_id = Member.objects.values_list("campaign_id", flat=True).get(pk=member_id)
    alone_with_campaign(campaign_id)
    member = lock_row(Member, member_id)
    if state == Member.State.TRAINING and member.role != Member.Role.RATER:
        raise NoRater(field="state")
    before = {"state": member.state, "reason": member.reason}
    member.state, member.reason = state, "" if state == Member.State.ACTIVE else reason[:200]
    if state != before["state"] and state in (Member.State.ACTIVE, Member.State.TRAINING):
        member.checked_since = Now()
        member.training_since = Now() if state == Member.State.TRAINING else member.training_since
    member.save(update_fields=["state", "reason", "checked_since", "training_since"])
    if state != Member.State.ACTIVE:
        free_leases(campaign_id, member.person_id)
    record_audit(
        actor,
        "changed the state of",
        member,
        before=before,
        after={"state": state, "reason": member.reason},
    )
    return member
