"""Pause, resume and close a campaign; pause, resume and remove a member. Each waits for the answers
that are on their way. And measure how long answers take in a campaign, and let its lease follow."""

from django.db import transaction
from django.db.models.functions import Now

from annotator.actions.open_campaign import refuse_endless_training
from annotator.locks.campaign import alone_with_campaign
from annotator.models import Campaign, MeasuredPace, Member
from annotator.pacing import ENOUGH, lease_of
from annotator.queries.pace import measure_campaign
from annotator.slots.free import free_leases
from foundation.database.rows import lock_row, row_of
from foundation.refused import Refused
from foundation.words import mid_sentence
from people.actions.record_audit import change_row
from people.actor import Actor


@transaction.atomic
def measure_pace(actor: Actor, campaign_id: int) -> MeasuredPace | None:
    """None where no answer could be timed: then all stays as it is. What raters hold already ends
    when they were told."""
    campaign = lock_row(Campaign, campaign_id)
    measured = measure_campaign(campaign_id)
    if measured is None:
        return None
    found = {
        "answers": measured.answers,
        "mean_seconds": measured.mean_seconds,
        "long_seconds": measured.long_seconds,
        "measured_at": Now(),
    }
    pace, _ = MeasuredPace.objects.update_or_create(campaign=campaign, defaults=found)
    if campaign.lease_follows_pace and measured.answers >= ENOUGH:
        seconds = lease_of(measured.long_seconds, campaign.leases_per_rater)
        if seconds != campaign.lease_seconds:
            change_row(actor, "changed the lease of", campaign, {"lease_seconds": seconds})
    pace.refresh_from_db()
    return pace


CAMPAIGN_MOVES = {
    Campaign.State.PAUSED: {Campaign.State.OPEN},
    Campaign.State.OPEN: {Campaign.State.PAUSED, Campaign.State.CLOSED},
    Campaign.State.CLOSED: {Campaign.State.OPEN, Campaign.State.PAUSED},
}


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
    if before not in CAMPAIGN_MOVES.get(state, set()):
        raise NotFromHere(
            f"A campaign that is {mid_sentence(before.label)} cannot become"
            f" {mid_sentence(state.label)}."
        )
    if state == Campaign.State.OPEN and campaign.raters(state=Member.State.TRAINING).exists():
        refuse_endless_training(campaign)
    closed_at = row_of("SELECT now()")[0] if state == Campaign.State.CLOSED else None
    verb = f"changed the state of to {state.value}"
    change_row(actor, verb, campaign, {"state": state}, closed_at=closed_at)
    if state == Campaign.State.CLOSED:
        free_leases(campaign_id)
    if state == Campaign.State.OPEN and measure_pace(actor, campaign_id):
        campaign.refresh_from_db(fields=["lease_seconds"])
    return campaign


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
    if state == Member.State.TRAINING and not member.rates:
        raise Refused("Only raters are trained: this member adjudicates.", field="state")
    training, active = Member.State.TRAINING, Member.State.ACTIVE
    noted = {"state": state, "reason": "" if state == active else reason[:200]}
    since = {"checked_since": Now()} | ({"training_since": Now()} if state == training else {})
    goes_on = state != member.state and state in (active, training)
    change_row(actor, "changed the state of", member, noted, **(since if goes_on else {}))
    if state != active:
        free_leases(campaign_id, member.person_id)
    return member
