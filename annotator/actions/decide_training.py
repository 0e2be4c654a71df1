"""A lead decides about a rater in training, whether or not their rounds are over."""

from django.db import transaction
from django.db.models.functions import Now

from annotator.actions.change_state import change_member_state
from annotator.actions.serve_training import NotInTraining
from annotator.locks.campaign import alone_with_campaign
from annotator.models import Member
from foundation.database.rows import lock_row
from people.actions.record_audit import record_audit
from people.actor import Actor


class NotTheirTraining(NotInTraining):
    """This member is not in training."""


@transaction.atomic
def decide_training(actor: Actor, member_id: int, *, passed: bool) -> Member:
    """`passed`: they rate from now on, though they have not reached the pass mark. Otherwise they
    get two more rounds, and only the answers of these count for the pass mark."""
    # As in change_member_state, which is called below: the campaign first, then the member.
    alone_with_campaign(Member.objects.values_list("campaign_id", flat=True).get(pk=member_id))
    member = lock_row(Member, member_id)
    if member.state != Member.State.TRAINING or member.role != Member.Role.RATER:
        raise NotTheirTraining
    if not passed:
        member.training_since = Now()
        member.save(update_fields=["training_since"])
        record_audit(actor, "gave more training rounds to", member)
        return member
    member.qualified_at = Now()
    member.save(update_fields=["qualified_at"])
    record_audit(actor, "qualified", member)
    return change_member_state(actor, member_id, Member.State.ACTIVE)
