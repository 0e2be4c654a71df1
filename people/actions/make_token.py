"""Make an API token: its secret is returned once and kept nowhere."""

from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from foundation.refused import Refused
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import ApiToken, Role, Scope, User
from people.secret import SHOWN, digest_of, draw_token


class ScopeTooWide(Refused):
    """A token may not do more than its person."""


class OwnerInactive(Refused):
    """This account is deactivated: it has no use for a token."""


@transaction.atomic
def make_token(
    actor: Actor, owner: User, *, name: str, scope: Scope, days: int = 90
) -> tuple[ApiToken, str]:
    if actor.user != owner and not actor.is_machine:
        raise PermissionDenied("People make their own tokens.")
    if not owner.is_active:
        raise OwnerInactive
    if scope.rank > Scope.widest_of(owner).rank:
        widest, role = Scope.widest_of(owner), Role(owner.role).label.lower()
        raise ScopeTooWide(f"A {role}'s token may have the scope {widest} at most, not {scope}.")
    secret = draw_token()
    now = timezone.now()
    token = ApiToken.objects.create(
        user=owner,
        name=name,
        scope=scope,
        digest=digest_of(secret),
        start=secret[:SHOWN],
        created_at=now,
        expires_at=now + timedelta(days=days),
    )
    record_audit(
        actor,
        "made the token",
        token,
        after={"owner": owner.username, "scope": scope, "days": days},
    )
    return token, secret
