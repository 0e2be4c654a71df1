"""One change of several people's accounts, of all of them or of none."""

from collections.abc import Callable, Sequence
from functools import partial

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from foundation.refused import Refused
from people.actions.change_role import change_role
from people.actions.deactivate_person import deactivate_person
from people.actions.lock_person import lock_people
from people.actions.reactivate_person import reactivate_person
from people.actor import Actor
from people.models import Role, User


class NoneChanged(Refused):
    """One of these accounts cannot be changed, so none was."""


def deactivate_people(actor: Actor, people: Sequence[User]) -> None:
    _change_each(actor, people, partial(deactivate_person, actor))


def reactivate_people(actor: Actor, people: Sequence[User]) -> None:
    _change_each(actor, people, partial(reactivate_person, actor))


def change_roles(actor: Actor, people: Sequence[User], role: Role) -> None:
    _change_each(actor, people, lambda person: change_role(actor, person, role))


@transaction.atomic
def _change_each(actor: Actor, people: Sequence[User], change: Callable[[User], object]) -> None:
    lock_people([person.pk for person in people])
    for person in people:
        try:
            change(person)
        except (Refused, PermissionDenied) as refused:
            raise NoneChanged(
                _("%(person)s: %(why)s No account was changed.")
                % {"person": person, "why": refused}
            ) from refused
