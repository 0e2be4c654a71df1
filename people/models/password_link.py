"""How somebody who has forgotten their password comes in again."""

from django.conf import settings
from django.db import models

from foundation.database.rules import differ
from people.models.link import OneTimeLink, constraints_of
from people.models.user import Role


class PasswordLink(OneTimeLink):
    """A link by which one person chooses a new password, once."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="password_links"
    )
    # Empty when it was made by a command.
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            *constraints_of("a_password_link"),
            differ(
                ["person"],
                "people_a_newer_password_link_ends_the_older",
                among=models.Q(used_at__isnull=True, withdrawn_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"password of {self.person}"

    @property
    def for_whom(self) -> str:
        return str(self.person)

    @property
    def is_backed(self) -> bool:
        may = self.made_by is None or self.made_by.at_least(Role.ADMIN)
        return may and self.person.is_active
