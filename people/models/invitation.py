"""How somebody comes to have an account: sign-up is closed but for these."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from people.models.user import Role


class InvitationState(models.TextChoices):
    OPEN = "open", "Open"
    USED = "used", "Used"
    WITHDRAWN = "withdrawn", "Withdrawn"
    EXPIRED = "expired", "Expired"


class Invitation(models.Model):
    """A link that makes one account, in the role that the inviter chose. The link's secret is kept
    only as its digest."""

    digest = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=20, choices=Role)
    for_whom = models.CharField(
        max_length=120, help_text="A name or a note, for those who manage the invitations."
    )
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    used_by = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="invitation"
    )
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(role__in=Role.values),
                name="people_an_invited_role_is_one_of_ours",
            ),
            models.CheckConstraint(
                condition=models.Q(digest__regex="^[0-9a-f]{64}$"),
                name="people_an_invitation_keeps_a_digest_only",
            ),
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("created_at")),
                name="people_an_invitation_expires_after_it_was_made",
            ),
            models.CheckConstraint(
                condition=models.Q(used_at__isnull=True, used_by__isnull=True)
                | models.Q(used_at__isnull=False, used_by__isnull=False),
                name="people_a_used_invitation_says_by_whom",
            ),
            models.CheckConstraint(
                condition=models.Q(used_at__isnull=True) | models.Q(withdrawn_at__isnull=True),
                name="people_an_invitation_is_used_or_withdrawn_not_both",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.for_whom} as {Role(self.role).label.lower()}"

    @property
    def state(self) -> InvitationState:
        """An invitation reaches no further than its inviter does now: theirs end with their right
        to invite."""
        if self.used_at is not None:
            return InvitationState.USED
        if self.withdrawn_at is not None or not self.invited_by.may_manage(Role(self.role)):
            return InvitationState.WITHDRAWN
        if self.expires_at <= timezone.now():
            return InvitationState.EXPIRED
        return InvitationState.OPEN
