"""Give a person another role."""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db import transaction

from foundation.asking.questions import asked
from foundation.words import mid_sentence
from people.actions.lock_person import keep_an_administrator, lock_person
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import Role, User


@dataclass(frozen=True, slots=True)
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
