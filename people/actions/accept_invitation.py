"""Use an invitation: the account that it was for."""

from django.db import transaction
from django.utils import timezone

from foundation.refused import Refused
from people.actions.create_account import add_person
from people.actions.one_time_links import lock_open_link
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import Invitation, User
from people.onward import ONWARD


class InvitationNotOpen(Refused):
    """This invitation is unknown, used, withdrawn or expired."""


def accept_invitation(
    actor: Actor, *, secret: str, username: str, name: str, password: str
) -> User:
    person = User(username=username, name=name)
    person.set_password(password)  # before the transaction, whose lock it would prolong
    return _accept(actor, secret, person)


@transaction.atomic
def _accept(actor: Actor, secret: str, person: User) -> User:
    invitation = lock_open_link(Invitation.objects.select_related("invited_by"), secret)
    if invitation is None:
        raise InvitationNotOpen
    person.role = invitation.role
    person = add_person(actor, person)
    invitation.used_at = timezone.now()
    invitation.used_by = person
    invitation.save(update_fields=["used_at", "used_by"])
    joined = Actor(person, actor.via, actor.address)
    record_audit(joined, "accepted the invitation", invitation, after={"used by": person.username})
    ONWARD.enter(joined, invitation, person)
    return person
