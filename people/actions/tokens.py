"""API tokens: made, used and revoked. The secret is returned once and kept nowhere."""

from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from foundation.asking.questions import asked
from foundation.frozen import frozen
from foundation.refused import Refused
from foundation.words import mid_sentence
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import ApiToken, Role, Scope, User
from people.secret import SHOWN, digest_of, draw_token

AT_MOST_EVERY = timedelta(minutes=1)


class ScopeTooWide(Refused):
    """A token may not do more than its person."""


@frozen
class TokenAsked:
    """A token for a script of its owner's."""

    owner: User
    name: str = asked("What will use the token.", longest=60, label="What will use it")
    scope: Scope = asked(
        "What the token may do.", default=Scope.READ, label="What it may do", open_to=Scope.open_to
    )
    days: int = asked(
        "How many days the token is valid.",
        default=90,
        at_least=1,
        at_most=3_650,
        label="Valid for (days)",
    )

    def check(self) -> None:
        check_scope(self.owner, self.scope)


def check_scope(owner: User, scope: Scope) -> None:
    widest = Scope.widest_of(owner)
    if scope.rank > widest.rank:
        role = mid_sentence(Role(owner.role).label)
        wide = f"A {role}'s token may have the scope {widest} at most, not {scope}."
        raise ScopeTooWide(wide, field="scope")


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
    check_scope(owner, scope)
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
    after = {"owner": owner.username, "scope": scope, "days": days}
    record_audit(actor, "made the token", token, after=after)
    return token, secret


def note_token_use(token: ApiToken) -> None:
    """Notes the use to the minute: a busy script must not write its row with every call. Not for
    the audit log, which tells what was done with it."""
    now = timezone.now()
    if token.last_used_at is not None and token.last_used_at > now - AT_MOST_EVERY:
        return
    long_ago = Q(last_used_at__isnull=True) | Q(last_used_at__lte=now - AT_MOST_EVERY)
    ApiToken.objects.filter(long_ago, pk=token.pk).update(last_used_at=now)


@transaction.atomic
def revoke_token(actor: Actor, token: ApiToken) -> None:
    """Ends the token: from the next call on it opens nothing. Revoking twice is harmless; the first
    time stays written."""
    now = timezone.now()
    if ApiToken.objects.filter(pk=token.pk, revoked_at__isnull=True).update(revoked_at=now):
        record_audit(actor, "revoked the token", token, after={"owner": token.user.username})
