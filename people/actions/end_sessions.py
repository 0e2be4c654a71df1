"""End a person's sessions, all of them: whoever is to stay signed in signs their session anew."""

from django.db import transaction
from django.db.models import F

from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import User


@transaction.atomic
def end_sessions(actor: Actor, person: User) -> User:
    """Returns the person as they now are, for update_session_auth_hash."""
    User.objects.filter(pk=person.pk).update(session_round=F("session_round") + 1)
    record_audit(actor, "ended the sessions", person)
    return User.objects.get(pk=person.pk)
