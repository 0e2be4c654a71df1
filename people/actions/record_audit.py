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


def change_row(
    actor: Actor, verb: str, row: models.Model, noted: dict[str, Any], **more: Any
) -> None:
    """Writes these fields of a locked row: those noted with what they were before, and others."""
    before = {name: getattr(row, name) for name in noted}
    for name, value in (noted | more).items():
        setattr(row, name, value)
    row.save(update_fields=[*noted, *more])
    record_audit(actor, verb, row, before=before, after=noted)
