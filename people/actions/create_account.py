"""Make an account: by command, for the demo, or because an invitation was accepted."""

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from foundation.asking.questions import asked
from foundation.frozen import frozen
from foundation.refused import Refused
from foundation.words import mid_sentence
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import Role, User
from people.queries import find_person


@frozen
class AccountAsked:
    """Somebody who will sign in. The table has the rules for each field."""

    username: str = asked("The name that the person will sign in with.", option="NAME")
    role: Role = asked("What the account may do.")
    name: str = asked("The person's name, as colleagues know it.", default="")
    email: str = asked("The person's e-mail address.", default="")


class UsernameTaken(Refused):
    """This username is taken."""


def create_account(
    actor: Actor, *, username: str, password: str, role: Role, name: str = "", email: str = ""
) -> User:
    """A new person. ValidationError where the username or the rest is not as the table wants it."""
    if not actor.may_manage(role):
        raise PermissionDenied(f"You may not make accounts in the role {mid_sentence(role.label)}.")
    person = User(username=username, role=role, name=name, email=email)
    person.set_password(password)  # before the transaction, whose locks it would prolong
    return add_person(actor, person)


@transaction.atomic
def add_person(actor: Actor, person: User) -> User:
    """The part that accept_invitation shares: its actor is nobody yet, and the role was the
    inviter's to choose. The person has a password."""
    if find_person(person.username):
        raise UsernameTaken
    # The database decides, at the very moment.
    person.full_clean(validate_unique=False, validate_constraints=False)
    try:
        with transaction.atomic():
            person.save()
    except IntegrityError:
        raise UsernameTaken from None  # by somebody a moment quicker
    by = actor if actor.user or actor.is_machine else Actor(person, actor.via, actor.address)
    after = {"username": person.username, "role": person.role}
    record_audit(by, "made the account", person, after=after)
    return person
