"""Finding people, for those who manage them."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from foundation.searching import Match, Searchable, having
from people.models import Role, User
from people.queries import access_people


def _find_people(asking: User, text: str, most: int) -> Sequence[Match]:
    found = having(access_people(asking), text, "username", "name", "email").order_by("username")

    def match(person: User) -> Match:
        about = f"{person.username}, {person.get_role_display()}"
        return Match(str(person), reverse("people:person", args=[person.pk]), about)

    return list(map(match, found[:most]))


KINDS = (Searchable(_("People"), lambda asking: asking.at_least(Role.LEAD), _find_people),)
