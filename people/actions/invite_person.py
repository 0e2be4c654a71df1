"""Invite somebody: the link's secret is returned once and kept nowhere."""

from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import Invitation, Role
from people.secret import digest_of, draw_secret


@transaction.atomic
def invite_person(
    actor: Actor, *, role: Role, for_whom: str, days: int = 7
) -> tuple[Invitation, str]:
    if actor.user is None or not actor.may_manage(role):
        raise PermissionDenied(f"You may not invite anybody as {role.label.lower()}.")
    secret = draw_secret()
    now = timezone.now()
    invitation = Invitation.objects.create(
        digest=digest_of(secret),
        role=role,
        for_whom=for_whom,
        invited_by=actor.user,
        created_at=now,
        expires_at=now + timedelta(days=days),
    )
    record_audit(
        actor, "invited", invitation, after={"role": role, "for whom": for_whom, "days": days}
    )
    return invitation, secret
