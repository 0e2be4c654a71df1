"""The demo's people: one for each role, and two raters."""

from django.db import transaction

from people.actions.create_account import create_account
from people.actor import SYSTEM
from people.models import Role
from people.queries import find_person

DEMO_PEOPLE = (
    ("admin", "Demo administrator", Role.ADMIN),
    ("lead", "Demo lead", Role.LEAD),
    ("adjudicator", "Demo adjudicator", Role.ADJUDICATOR),
    ("rater1", "Demo rater 1", Role.RATER),
    ("rater2", "Demo rater 2", Role.RATER),
    ("viewer", "Demo viewer", Role.VIEWER),
    ("submitter", "Demo submitter", Role.SUBMITTER),
)


@transaction.atomic
def make_demo_accounts(password: str) -> list[tuple[str, Role]]:
    """Makes those that are missing. Returns the accounts that this password opens.

    An account that is there already is left as it is: it may be a real person's, who only happens
    to be called lead.
    """
    opened = []
    for username, name, role in DEMO_PEOPLE:
        person = find_person(username) or create_account(
            SYSTEM, username=username, password=password, role=role, name=name
        )
        if person.is_active and person.check_password(password):
            opened.append((person.username, Role(person.role)))
    return opened
