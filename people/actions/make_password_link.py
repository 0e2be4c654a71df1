"""Make a link by which somebody who has forgotten their password chooses another: its secret is
returned once and kept nowhere."""

from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction

from foundation.refused import Refused
from people.actions.lock_person import lock_person
from people.actions.one_time_links import draw_link
from people.actions.record_audit import record_audit
from people.actions.withdraw_password_link import end_password_link
from people.actor import Actor
from people.models import PasswordLink, Role, User

LASTS = timedelta(days=1)


class AccountDeactivated(Refused):
    """This account is deactivated: reactivate it before you make a link for a new password."""


@transaction.atomic
def make_password_link(actor: Actor, person: User) -> tuple[PasswordLink, str]:
    """By administrators alone: a person who opens the link can act under that name. It ends the
    link that was made before it."""
    if not actor.may_manage(Role.ADMIN):
        raise PermissionDenied("Only administrators may make links for a new password.")
    locked = lock_person(person.pk)
    if not locked.is_active:
        raise AccountDeactivated
    end_password_link(actor, locked)
    link, secret = draw_link(PasswordLink.objects.all(), LASTS, person=locked, made_by=actor.user)
    until = link.expires_at.isoformat(timespec="minutes")
    record_audit(actor, "made a password link", locked, after={"valid until": until})
    return link, secret
