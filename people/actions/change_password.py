"""Change a password, and with it lock out whoever knew the old one."""

from django.db import transaction
from django.utils import timezone

from people.actions.lock_person import lock_person
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import User


@transaction.atomic
def change_password(actor: Actor, person: User, new: str) -> User:
    """The edge has had the current password proven, where the lock-out counts. Ends all sessions
    and revokes all tokens.

    Returns the person as they now are, for update_session_auth_hash, by which the session that
    asked goes on.
    """
    locked = lock_person(person.pk)
    locked.set_password(new)
    locked.session_round += 1
    locked.save(update_fields=["password", "session_round"])
    revoked = locked.tokens.filter(revoked_at__isnull=True).update(revoked_at=timezone.now())
    record_audit(actor, "changed the password", locked, after={"tokens revoked": revoked})
    return locked
