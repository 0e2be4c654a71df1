"""Close a person's account: nothing of theirs is deleted, and nothing lets them in any more."""

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from people.actions.lock_person import keep_an_administrator, lock_person
from people.actions.record_audit import record_audit
from people.actions.withdraw_password_link import end_password_link
from people.actor import Actor
from people.models import Role, User


@transaction.atomic
def deactivate_person(actor: Actor, person: User) -> User:
    """Ends their sessions, their tokens and their link for a new password for good: being let in
    again later does not revive them."""
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
