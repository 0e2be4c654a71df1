"""Invitations: made, accepted and withdrawn. A link's secret is returned once and kept nowhere."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from foundation.asking.questions import asked
from foundation.frozen import frozen
from foundation.refused import Refused
from foundation.words import mid_sentence
from people.actions.create_account import add_person
from people.actions.one_time_links import draw_link, lock_open_link
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import Invitation, Role, User
from people.onward import ONWARD

LONGEST_NAME = 120
MOST_AT_ONCE = 200
LONGEST_LIST = MOST_AT_ONCE * (LONGEST_NAME + 2)


def check_names(text: str) -> None:
    """One on each line. Raises Refused, with the lines that are wrong."""
    wrong = [
        f"Line {number}: {len(line)} characters, expected at most {LONGEST_NAME}."
        for number, line in enumerate(text.splitlines(), 1)
        if len(line.strip()) > LONGEST_NAME
    ]
    if not names_in(text):
        wrong.append("Expected a name or a note on each line.")
    if len(names_in(text)) > MOST_AT_ONCE:
        wrong.append(f"{len(names_in(text))} lines: expected at most {MOST_AT_ONCE} at a time.")
    if wrong:
        raise Refused(" ".join(wrong), field="for_whom")


def names_in(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def asked_for_whom() -> Any:
    return asked(
        "A name or a note for each person, one on each line. Each gets a link of their own.",
        label="For whom",
        longest=LONGEST_LIST,
        checks=[check_names],
    )


def asked_for_days() -> Any:
    return asked(
        "How many days a link is valid.",
        default=7,
        at_least=1,
        at_most=90,
        label="Valid for (days)",
    )


@frozen
class InviteAsked:
    """Accounts for people to make."""

    for_whom: str = asked_for_whom()
    role: Role = asked(
        "What each of them will be allowed to do.",
        default=Role.RATER,
        open_to=lambda inviter: inviter.manageable_roles,
    )
    days: int = asked_for_days()


class Invited(NamedTuple):
    invitation: Invitation
    secret: str


@transaction.atomic
def invite_people(actor: Actor, *, role: Role, for_whom: str, days: int = 7) -> list[Invited]:
    """for_whom: one on each line. All of them, or none."""
    names = names_in(for_whom)
    return [invite_person(actor, role=role, for_whom=one, days=days) for one in names]


@transaction.atomic
def invite_person(actor: Actor, *, role: Role, for_whom: str, days: int = 7) -> Invited:
    if actor.user is None or not actor.may_manage(role):
        raise PermissionDenied(f"You may not invite anyone as {mid_sentence(role.label)}.")
    fields = {"role": role, "for_whom": for_whom, "invited_by": actor.user}
    invitation, secret = draw_link(Invitation.objects.all(), timedelta(days=days), **fields)
    after = {"role": role, "for whom": for_whom, "days": days}
    record_audit(actor, "invited", invitation, after=after)
    return Invited(invitation, secret)


class InvitationNotOpen(Refused):
    """This invitation is unknown, used, withdrawn or expired."""


def accept_invitation(
    actor: Actor, *, secret: str, username: str, name: str, password: str
) -> User:
    """Makes the account that the invitation was for."""
    person = User(username=username, name=name)
    person.set_password(password)  # before the transaction, whose lock it would prolong
    with transaction.atomic():
        invitation = lock_open_link(Invitation.objects.select_related("invited_by"), secret)
        if invitation is None:
            raise InvitationNotOpen
        person.role = invitation.role
        invitation.used_by = add_person(actor, person)
        invitation.used_at = timezone.now()
        invitation.save(update_fields=["used_at", "used_by"])
        joined = Actor(person, actor.via, actor.address)
        after = {"used by": person.username}
        record_audit(joined, "accepted the invitation", invitation, after=after)
        ONWARD.enter(joined, invitation, person)
    return person


class InvitationOver(Refused):
    """This invitation was used or withdrawn before."""


@transaction.atomic
def withdraw_invitation(actor: Actor, invitation: Invitation) -> None:
    """One that nobody has used."""
    locked = Invitation.objects.select_for_update(no_key=True).get(pk=invitation.pk)
    if not actor.may_manage(Role(locked.role)):
        raise PermissionDenied("You may not withdraw this invitation.")
    if locked.used_at is not None or locked.withdrawn_at is not None:
        raise InvitationOver
    locked.withdrawn_at = timezone.now()
    locked.save(update_fields=["withdrawn_at"])
    record_audit(actor, "withdrew the invitation", locked)


@transaction.atomic
def withdraw_invitations(actor: Actor, invitations: Sequence[Invitation]) -> None:
    """All of them or none."""
    for invitation in sorted(invitations, key=lambda one: one.pk):  # locked in one order
        try:
            withdraw_invitation(actor, invitation)
        except InvitationOver as over:
            raise InvitationOver(
                _("%(invitation)s: %(why)s No invitation was withdrawn.")
                % {"invitation": invitation.for_whom, "why": over}
            ) from over
