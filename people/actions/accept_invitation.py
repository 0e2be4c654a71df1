"""Use an invitation: the account that it was for."""

from django.db import transaction
from django.utils import timezone

from foundation.refused import Refused
from people.actions.create_account import add_person
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import Invitation, InvitationState, User
from people.onward import ONWARD
from people.secret import digest_of


class InvitationNotOpen(Refused):
    """This invitation is unknown, used, withdrawn or expired."""


@transaction.atomic
def accept_invitation(
    actor: Actor, *, secret: str, username: str, name: str, password: str
) -> User:
    """The invitation's row is locked first, so that of two who come at once the second finds it
    used."""
    rows = Invitation.objects.select_for_update(no_key=True, of=("self",)).select_related(
        "invited_by"
    )
    invitation = rows.filter(digest=digest_of(secret)).first()
    if invitation is None or invitation.state != InvitationState.OPEN:
        raise InvitationNotOpen
    person = add_person(actor, User(username=username, name=name, role=invitation.role), password)
    invitation.used_at = timezone.now()
    invitation.used_by = person
    invitation.save(update_fields=["used_at", "used_by"])
    joined = Actor(person, actor.via, actor.address)
    record_audit(joined, "accepted the invitation", invitation, after={"used by": person.username})
    ONWARD.enter(joined, invitation, person)
    return person
