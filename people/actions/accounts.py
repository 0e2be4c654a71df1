"""What becomes of accounts: another role, closing and opening them, one by one or several at once;
and the end of a person's sessions."""

from collections.abc import Callable, Sequence

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from foundation.asking.questions import asked
from foundation.frozen import frozen
from foundation.refused import Refused
from foundation.words import mid_sentence
from people.actions.lock_person import keep_an_administrator, lock_people, lock_person
from people.actions.passwords import end_password_link
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import Role, User


@frozen
class RoleAsked:
    """Another role for somebody."""

    role: Role = asked("What the person may do.", open_to=lambda manager: manager.manageable_roles)


@transaction.atomic
def change_role(actor: Actor, person: User, role: Role) -> User:
    """Both the old role and the new one must be the actor's to manage. Tokens shrink with the role
    by themselves."""
    locked = lock_person(person.pk)
    before = Role(locked.role)
    if not (actor.may_manage(before) and actor.may_manage(role)):
        raise PermissionDenied(
            f"You may not make this {mid_sentence(before.label)} a {mid_sentence(role.label)}."
        )
    if role == before:
        return locked
    if role != Role.ADMIN:
        keep_an_administrator(locked)
    locked.role = role
    locked.save(update_fields=["role"])
    record_audit(actor, "changed the role", locked, before={"role": before}, after={"role": role})
    return locked


@transaction.atomic
def deactivate_person(actor: Actor, person: User) -> User:
    """Nothing of theirs is deleted, and nothing lets them in any more. Ends their sessions, their
    tokens and their link for a new password for good: being let in again later does not revive
    them."""
    locked = lock_person(person.pk)
    if not actor.may_manage(Role(locked.role)):
        raise PermissionDenied("You may not deactivate this account.")
    if not locked.is_active:
        return locked
    keep_an_administrator(locked)
    end_password_link(actor, locked)
    locked.is_active = False
    locked.session_round += 1
    locked.save(update_fields=["is_active", "session_round"])
    revoked = locked.tokens.filter(revoked_at__isnull=True).update(revoked_at=timezone.now())
    after = {"active": False, "tokens revoked": revoked}
    record_audit(actor, "deactivated the account", locked, before={"active": True}, after=after)
    return locked


@transaction.atomic
def reactivate_person(actor: Actor, person: User) -> User:
    """Lets them in again, with the password and the role they had."""
    locked = lock_person(person.pk)
    if not actor.may_manage(Role(locked.role)):
        raise PermissionDenied("You may not reactivate this account.")
    if locked.is_active:
        return locked
    locked.is_active = True
    locked.save(update_fields=["is_active"])
    record_audit(
        actor, "reactivated the account", locked, before={"active": False}, after={"active": True}
    )
    return locked


class NoneChanged(Refused):
    """One of these accounts cannot be changed, so none was."""


@transaction.atomic
def change_each(
    change: Callable[[Actor, User], object], actor: Actor, people: Sequence[User]
) -> None:
    """The same change of several accounts: of all of them, or of none."""
    lock_people([person.pk for person in people])
    for person in people:
        try:
            change(actor, person)
        except (Refused, PermissionDenied) as refused:
            raise NoneChanged(
                _("%(person)s: %(why)s No account was changed.")
                % {"person": person, "why": refused}
            ) from refused


@transaction.atomic
def end_sessions(actor: Actor, person: User) -> User:
    """All of them: whoever is to stay signed in signs their session anew. Returns the person as
    they now are, for update_session_auth_hash."""
    User.objects.filter(pk=person.pk).update(session_round=F("session_round") + 1)
    record_audit(actor, "ended the sessions", person)
    return User.objects.get(pk=person.pk)
