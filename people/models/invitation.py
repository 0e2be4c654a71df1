"""How somebody comes to have an account: sign-up is closed but for these."""

from django.conf import settings
from django.db import models

from foundation.database.rules import holds
from people.models.link import OneTimeLink, constraints_of
from people.models.user import Role


class Invitation(OneTimeLink):
    """A link that makes one account, in the role that the inviter chose."""

    role = models.CharField(max_length=20, choices=Role)
    for_whom = models.CharField(
        max_length=120, help_text="A name or a note, for those who manage the invitations."
    )
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    used_by = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="invitation"
    )

    class Meta:
        constraints = [
            *constraints_of("an_invitation"),
            holds(models.Q(role__in=Role.values), "people_an_invited_role_is_one_of_ours"),
            holds(
                models.Q(used_at__isnull=True, used_by__isnull=True)
                | models.Q(used_at__isnull=False, used_by__isnull=False),
                "people_a_used_invitation_says_by_whom",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.for_whom} as {Role(self.role).label.lower()}"

    @property
    def is_backed(self) -> bool:
        return self.invited_by.may_manage(Role(self.role))
