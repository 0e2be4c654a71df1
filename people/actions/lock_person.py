"""Take a person's row for a change, and see to it that an administrator remains."""

from django.db.models import Q

from foundation.refused import Refused
from people.models import Role, User


class LastAdministrator(Refused):
    """This is the last active administrator: make somebody else one first."""


def lock_person(person_id: int) -> User:
    """Locks the administrators too, all in one order: of two who demote each other at once, the
    second sees the first."""
    rows = User.objects.select_for_update(no_key=True).filter(
        Q(pk=person_id) | Q(role=Role.ADMIN, is_active=True)
    )
    return next(row for row in rows.order_by("pk") if row.pk == person_id)


def keep_an_administrator(leaving: User) -> None:
    """Called with the locks of lock_person held, before `leaving` stops being an active
    administrator."""
    if not leaving.at_least(Role.ADMIN):
        return
    if not User.objects.filter(role=Role.ADMIN, is_active=True).exclude(pk=leaving.pk).exists():
        raise LastAdministrator(field="role")
