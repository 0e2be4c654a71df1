"""Use a link for a new password: the password that its person chooses."""

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from foundation.refused import Refused
from people.actions.change_password import keep_password
from people.actions.lock_person import lock_person
from people.actions.one_time_links import lock_open_link
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import PasswordLink, User


class PasswordLinkNotOpen(Refused):
    """This link is used, withdrawn or expired."""


def use_password_link(actor: Actor, link: PasswordLink, *, secret: str, password: str) -> User:
    """Ends the person's sessions and tokens, as each change of a password does. A lock-out stays:
    the link proves who they are, not that the guesses were theirs."""
    return _use(actor, link, secret, make_password(password))  # hashed before the row is locked


@transaction.atomic
def _use(actor: Actor, link: PasswordLink, secret: str, hashed: str) -> User:
    person = lock_person(link.person_id)  # people before links, as in every action
    locked = lock_open_link(PasswordLink.objects.select_related("person", "made_by"), secret)
    if locked is None:
        raise PasswordLinkNotOpen
    locked.used_at = timezone.now()
    locked.save(update_fields=["used_at"])
    holder = Actor(person, actor.via, actor.address)
    record_audit(holder, "used the password link", person)
    return keep_password(holder, person, hashed)
