"""Links that let somebody in once. Sign-up is closed but for invitations; whoever has forgotten
their password comes in by a link for a new one."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from foundation.database.rules import differ, holds
from people.models.token import secret_constraints
from people.models.user import Role, by_whom


class LinkState(models.TextChoices):
    OPEN = "open", "Open"
    USED = "used", "Used"
    WITHDRAWN = "withdrawn", "Withdrawn"
    EXPIRED = "expired", "Expired"


class OneTimeLink(models.Model):
    """The link's secret is kept only as its digest."""

    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    @property
    def is_backed(self) -> bool:
        """Whether its maker could still make it."""
        raise NotImplementedError

    @property
    def state(self) -> LinkState:
        """A link reaches no further than its maker does now: it ends with their right to make
        it."""
        if self.used_at is not None:
            return LinkState.USED
        if self.withdrawn_at is not None or not self.is_backed:
            return LinkState.WITHDRAWN
        if self.expires_at <= timezone.now():
            return LinkState.EXPIRED
        return LinkState.OPEN


def constraints_of(kind: str) -> list[models.BaseConstraint]:
    """kind: with its article, as in `an_invitation`."""
    return [
        *secret_constraints(kind),
        holds(
            models.Q(used_at__isnull=True) | models.Q(withdrawn_at__isnull=True),
            f"people_{kind}_is_used_or_withdrawn_not_both",
        ),
    ]


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


class PasswordLink(OneTimeLink):
    """A link by which one person chooses a new password, once."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="password_links"
    )
    # Empty when it was made by a command.
    made_by = by_whom()

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
