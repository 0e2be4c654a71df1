"""Let a person in again, with the password and the role they had."""

from django.core.exceptions import PermissionDenied
from django.db import transaction

from people.actions.lock_person import lock_person
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import Role, User


@transaction.atomic
def reactivate_person(actor: Actor, person: User) -> User:
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
