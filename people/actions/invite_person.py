"""Invite people: a link's secret is returned once and kept nowhere."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction

from foundation.asking.questions import asked
from foundation.refused import Refused
from foundation.words import mid_sentence
from people.actions.one_time_links import draw_link
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import Invitation, Role

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


@dataclass(frozen=True, slots=True)
class InviteAsked:
    """Accounts for people to make."""

    for_whom: str = asked_for_whom()
    role: Role = asked(
        "What each of them will be allowed to do.",
        default=Role.RATER,
        open_to=lambda inviter: inviter.manageable_roles,
    )
    days: int = asked_for_days()


@dataclass(frozen=True, slots=True)
class Invited:
    invitation: Invitation
    secret: str


@transaction.atomic
def invite_people(actor: Actor, *, role: Role, for_whom: str, days: int = 7) -> list[Invited]:
    """for_whom: one on each line. All of them, or none."""
    return [
        Invited(*invite_person(actor, role=role, for_whom=name, days=days))
        for name in names_in(for_whom)
    ]


@transaction.atomic
def invite_person(
    actor: Actor, *, role: Role, for_whom: str, days: int = 7
) -> tuple[Invitation, str]:
    if actor.user is None or not actor.may_manage(role):
        raise PermissionDenied(f"You may not invite anyone as {mid_sentence(role.label)}.")
    invitation, secret = draw_link(
        Invitation.objects.all(),
        timedelta(days=days),
        role=role,
        for_whom=for_whom,
        invited_by=actor.user,
    )
    record_audit(
        actor, "invited", invitation, after={"role": role, "for whom": for_whom, "days": days}
    )
    return invitation, secret
