"""Invite somebody: the link's secret is returned once and kept nowhere."""

from dataclasses import dataclass
from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from foundation.asking.questions import asked
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import Invitation, Role
from people.secret import digest_of, draw_secret


@dataclass(frozen=True, slots=True)
class InviteAsked:
    """An account for somebody to make."""

    for_whom: str = asked(
        "A name or a note, for the list of invitations.", label="For whom", longest=120
    )
    role: Role = asked(
        "What the person will be allowed to do.",
        default=Role.RATER,
        open_to=lambda inviter: inviter.manageable_roles,
    )
    days: int = asked(
        "How many days the link is valid.",
        default=7,
        at_least=1,
        at_most=90,
        label="Valid for (days)",
    )


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
