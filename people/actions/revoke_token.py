"""Revoke a token: from the next call on it opens nothing."""

from django.db import transaction
from django.utils import timezone

from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import ApiToken


@transaction.atomic
def revoke_token(actor: Actor, token: ApiToken) -> None:
    """Revoking twice is harmless; the first time stays written."""
    now = timezone.now()
    if ApiToken.objects.filter(pk=token.pk, revoked_at__isnull=True).update(revoked_at=now):
        record_audit(actor, "revoked the token", token, after={"owner": token.user.username})
