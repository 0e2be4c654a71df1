"""Write one line of the audit log. Called by the action that did the thing, in its transaction."""

from typing import Any

from django.db import models

from people.actor import Actor
from people.models import AuditEvent


def record_audit(
    actor: Actor,
    verb: str,
    what: models.Model,
    *,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> AuditEvent:
    """`verb` in the past tense and from the glossary; `before` and `after` hold only what changed,
    and never a secret."""
    return AuditEvent.objects.create(
        actor=actor.user,
        via=actor.via,
        address=actor.address,
        verb=verb,
        object_type=str(what._meta.verbose_name),
        object_id=str(what.pk or ""),
        object_name=str(what)[:200],
        before=before,
        after=after,
    )
