"""Links that let somebody in once: what an invitation and a link for a new password have in
common."""

from django.db import models
from django.utils import timezone

from foundation.database.rules import holds


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
        holds(models.Q(digest__regex="^[0-9a-f]{64}$"), f"people_{kind}_keeps_a_digest_only"),
        holds(
            models.Q(expires_at__gt=models.F("created_at")),
            f"people_{kind}_expires_after_it_was_made",
        ),
        holds(
            models.Q(used_at__isnull=True) | models.Q(withdrawn_at__isnull=True),
            f"people_{kind}_is_used_or_withdrawn_not_both",
        ),
    ]
