"""Short words for tests of labelling."""

import uuid

from annotator.actions.claim_slots import claim_slots
from annotator.actions.create_campaign import add_member, create_campaign
from annotator.actions.open_campaign import open_campaign
from annotator.actions.submit_label import Evidence, Sent, submit_label
from annotator.actions.write_guideline import write_guideline
from annotator.models import Answer, Campaign, Item, Reason
from people.actor import SYSTEM


def claim(rater, campaign: Campaign, count: int = 1):
    return claim_slots(rater=rater, campaign_id=campaign.pk, count=count).slots


def say(
    rater,
    slot,
    answer: str | None = "relevant",
    *,
    value: int | None = None,
    request_id=None,
    reason=None,
    comment: str = "",
    then_claim: int = 0,
):
    """One answer to a slot that was claimed."""
    reason = (
        Reason(reason) if reason else Reason.UNCLEAR_VIDEO if answer == "cannot_judge" else None
    )
    said = None if value is not None else Answer(answer)
    sent = Sent(slot.slot, slot.lease, said, request_id or uuid.uuid4(), reason, value=value)
    return submit_label(
        rater=rater,
        sent=sent,
        evidence=Evidence(comment=comment, active_ms=2_000),
        then_claim=then_claim,
    )


def label_all(rater, campaign: Campaign, answer: str = "relevant") -> int:
    """Everything that this rater is given, until nothing is left for them."""
    done = 0
    while slots := claim(rater, campaign, 5):
        for slot in slots:
            say(rater, slot, answer)
            done += 1
    return done


def ask_again_in_another(campaign: Campaign, *raters, **policy) -> Campaign:
    """Another campaign that asks for the same pairs, one label each."""
    usual = {"ask_again": True, "without_clips": True, "double_share": 0.0}
    again = create_campaign(SYSTEM, campaign.pool, "again", **usual | policy)
    write_guideline(SYSTEM, again.pk, "As before.")
    for rater in raters:
        add_member(SYSTEM, again, rater)
    return open_campaign(SYSTEM, again.pk)


def verdicts(campaign: Campaign) -> list[str | None]:
    return list(
        Item.objects.filter(campaign=campaign)
        .order_by("position")
        .values_list("verdict", flat=True)
    )
