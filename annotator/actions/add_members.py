"""Add many people to a campaign, as a list that somebody pastes: all of them, or none."""

import re
from collections.abc import Iterator

from django.core.exceptions import ValidationError
from django.db import transaction

from annotator.actions.create_campaign import add_member, why_not
from annotator.models import Campaign, Member
from people.actor import Actor
from people.models import User
from people.queries import find_called

BETWEEN = re.compile(r"[,;\t]")
MOST_SAID = 20  # of what is wrong with a list


@transaction.atomic
def add_members(actor: Actor, campaign: Campaign, names: str, role: str) -> list[Member]:
    """Raises ValidationError with each line that is wrong. A person who is named twice is added
    once."""
    written = list(names_of(names))
    found = find_called(name for _line, name in written)
    people, wrong = [], []
    for line, name in written:
        called = found[name.lower()]
        why = _why_not(name, called, role)
        if why:
            wrong.append(f"Line {line}: {why}")
        elif called[0] not in people:
            people.append(called[0])
    if not written:
        wrong.append("Expected a name on each line.")
    if wrong:
        more = len(wrong) - MOST_SAID
        shown = wrong[:MOST_SAID] + ([f"{more:,} more lines are wrong."] if more > 0 else [])
        raise ValidationError({"names": shown})
    return [add_member(actor, campaign, person, role) for person in people]


def names_of(text: str) -> Iterator[tuple[int, str]]:
    """Each name with its line, from 1."""
    for number, line in enumerate(text.splitlines(), 1):
        for name in BETWEEN.split(line):
            if name.strip():
                yield number, name.strip()


def _why_not(name: str, called: list[User], role: str) -> str:
    if not called:
        return f"There is no account called {name!r}."
    if len(called) > 1:
        usernames = ", ".join(person.username for person in called)
        return f"{len(called)} people are called {name!r}: expected one of {usernames}."
    return why_not(called[0], role)
