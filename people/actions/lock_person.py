"""Take a person's row for a change, and see to it that an administrator remains."""

from collections.abc import Collection

from django.db.models import Q

from foundation.refused import Refused
from people.models import Role, User


class LastAdministrator(Refused):
    """This is the last active administrator: make someone else one first."""


def lock_person(person_id: int) -> User:
    """Locks the administrators too, all in one order: of two who demote each other at once, the
    second sees the first."""
    (locked,) = lock_people([person_id])
    return locked


def lock_people(person_ids: Collection[int]) -> list[User]:
    """Several at once, in that same order: two requests that each change many do not wait for each
    other."""
    rows = User.objects.select_for_update(no_key=True).filter(
        Q(pk__in=person_ids) | Q(role=Role.ADMIN, is_active=True)
    )
    return [row for row in rows.order_by("pk") if row.pk in person_ids]


def keep_an_administrator(leaving: User) -> None:
    """Called with the locks of lock_person held, before `leaving` stops being an active
    administrator."""
    if not leaving.at_least(Role.ADMIN):
        return
    if not User.objects.filter(role=Role.ADMIN, is_active=True).exclude(pk=leaving.pk).exists():
        raise LastAdministrator(field="role")
