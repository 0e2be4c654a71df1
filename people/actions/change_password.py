"""Change a password, and with it lock out whoever knew the old one."""

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from people.actions.lock_person import lock_person
from people.actions.record_audit import record_audit
from people.actions.withdraw_password_link import end_password_link
from people.actor import Actor
from people.models import User


def change_password(actor: Actor, person: User, new: str) -> User:
    """The edge has had the current password proven, where the lock-out counts. Ends all sessions,
    revokes all tokens and withdraws a link for a new password.

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
