"""Another password: chosen by somebody who knows the present one, or by a link that works once."""

from datetime import timedelta

from django.contrib.auth.hashers import make_password
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from foundation.refused import Refused
from people.actions.lock_person import lock_person
from people.actions.one_time_links import draw_link, lock_open_link
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import LinkState, PasswordLink, Role, User

LASTS = timedelta(days=1)  # a link for a new password


def change_password(actor: Actor, person: User, new: str) -> User:
    """Locks out whoever knew the old one. The edge has had the current password proven, where the
    lock-out counts. Ends all sessions, revokes all tokens and withdraws a link for a new password.

    Returns the person as they now are, for update_session_auth_hash, by which the session that
    asked goes on.
    """
    return keep_password(actor, person, make_password(new))  # hashed before the row is locked


@transaction.atomic
def keep_password(actor: Actor, person: User, hashed: str) -> User:
    locked = lock_person(person.pk)
    locked.password = hashed
    locked.session_round += 1
    locked.save(update_fields=["password", "session_round"])
    revoked = locked.tokens.filter(revoked_at__isnull=True).update(revoked_at=timezone.now())
    end_password_link(actor, locked)
    record_audit(actor, "changed the password", locked, after={"tokens revoked": revoked})
    return locked


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


class AccountDeactivated(Refused):
    """This account is deactivated: reactivate it before you make a link for a new password."""


@transaction.atomic
def make_password_link(actor: Actor, person: User) -> tuple[PasswordLink, str]:
    """Makes a link for somebody who has forgotten their password; the secret is returned once and
    kept nowhere. Only administrators may: a person who opens the link can act under that name. It
    ends the link that was made before it."""
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


class PasswordLinkNotOpen(Refused):
    """This link is used, withdrawn or expired."""


def use_password_link(actor: Actor, link: PasswordLink, *, secret: str, password: str) -> User:
    """Ends the person's sessions and tokens, as each change of a password does. A lock-out stays:
    the link proves who they are, not that the guesses were theirs."""
    hashed = make_password(password)  # before the row is locked
    with transaction.atomic():
        person = lock_person(link.person_id)  # people before links, as in every action
        locked = lock_open_link(PasswordLink.objects.select_related("person", "made_by"), secret)
        if locked is None:
            raise PasswordLinkNotOpen
        locked.used_at = timezone.now()
        locked.save(update_fields=["used_at"])
        holder = Actor(person, actor.via, actor.address)
        record_audit(holder, "used the password link", person)
        return keep_password(holder, person, hashed)
