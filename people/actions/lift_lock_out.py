"""Let people try again at once, before their lock-out ends by itself."""

from django.core.exceptions import PermissionDenied
from django.db import transaction

from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import Role, SignInAttempt, User
from people.queries import networks_of_attempts


@transaction.atomic
def lift_lock_out(actor: Actor, person: User) -> int:
    """Forgets the failures counted for this name, and lets the addresses where they happened begin
    anew.

    Returns how many addresses there were.
    """
    if not actor.may_manage(Role(person.role)):
        raise PermissionDenied("You may not lift this lock-out.")
    at_name = SignInAttempt.objects.filter(name=person.username.lower())
    networks = networks_of_attempts(at_name)
    at_name.delete()
    SignInAttempt.objects.filter(network__in=networks).update(for_network=False)
    if networks:
        record_audit(actor, "lifted the lock-out", person)
    return len(networks)


@transaction.atomic
def lift_lock_out_of_address(actor: Actor, network: str) -> int:
    """Lets an address begin anew over all names. A name that is locked out there by itself stays
    locked out.

    Returns how many failures had been counted.
    """
    if not actor.may_manage(Role.RATER):
        raise PermissionDenied("You may not lift this lock-out.")
    of_network = SignInAttempt.objects.filter(network=network, for_network=True)
    counted = of_network.update(for_network=False)
    if counted:
        record_audit(actor, "lifted the lock-out", SignInAttempt(network=network))
    return counted
