"""Withdraw an invitation that nobody has used."""

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from foundation.refused import Refused
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import Invitation, Role


class InvitationOver(Refused):
    """This invitation was used or withdrawn before."""


@transaction.atomic
def withdraw_invitation(actor: Actor, invitation: Invitation) -> None:
    locked = Invitation.objects.select_for_update(no_key=True).get(pk=invitation.pk)
    if not actor.may_manage(Role(locked.role)):
        raise PermissionDenied("You may not withdraw this invitation.")
    if locked.used_at is not None or locked.withdrawn_at is not None:
        raise InvitationOver
    locked.withdrawn_at = timezone.now()
    locked.save(update_fields=["withdrawn_at"])
    record_audit(actor, "withdrew the invitation", locked)
