"""Let a person try again at once, before their lock-out ends by itself."""

from axes.handlers.proxy import AxesProxyHandler
from django.core.exceptions import PermissionDenied
from django.db import transaction

from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import Role, User


@transaction.atomic
def lift_lock_out(actor: Actor, person: User) -> int:
    """Forgets the failures counted for this name, from every address. Returns how many addresses there were."""
    if not actor.may_manage(Role(person.role)):
        raise PermissionDenied("You may not lift this lock-out.")
    forgotten: int = AxesProxyHandler.reset_attempts(username=person.username.lower())
    if forgotten:
        record_audit(actor, "lifted the lock-out", person)
    return forgotten
