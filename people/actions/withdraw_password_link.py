"""Withdraw the link for a new password that a person has."""

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from foundation.refused import Refused
from people.actions.lock_person import lock_person
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import LinkState, Role, User


class NoPasswordLink(Refused):
    """This person has no open link for a new password."""


@transaction.atomic
def withdraw_password_link(actor: Actor, person: User) -> None:
    if not actor.may_manage(Role.ADMIN):
        raise PermissionDenied("Only administrators may withdraw links for a new password.")
    if not end_password_link(actor, lock_person(person.pk)):
        raise NoPasswordLink


def end_password_link(actor: Actor, locked: User) -> bool:
    """The part that other actions share. An expired one makes way, too, but that is no news for the
    audit log.

    Returns whether it was open.
    """
    link = locked.password_links.filter(used_at__isnull=True, withdrawn_at__isnull=True).first()
    if link is None:
        return False
    was_open = link.state == LinkState.OPEN
    link.withdrawn_at = timezone.now()
    link.save(update_fields=["withdrawn_at"])
    if was_open:
        record_audit(actor, "withdrew the password link", locked)
    return was_open
