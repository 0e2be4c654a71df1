"""manage.py remove_second_factor USER: for an administrator who has lost theirs, and is the only
one."""

from typing import Any

from people.actions.second_factor import remove_second_factor
from people.actor import COMMAND
from people.management.command import USER, ResultCommand, named_person


class Command(ResultCommand):
    help = (
        "Removes the second factor of a person who has lost it, and ends their sessions. They then"
        " sign in by their password, and set up another where their role needs one."
    )

    takes = (USER,)

    def result(self, **options: Any) -> dict[str, Any]:
        person = named_person(options["username"])
        remove_second_factor(COMMAND, person)
        return {"username": person.username}

    def tell(self, result: dict[str, Any]) -> str:
        return f"Removed the second factor of {result['username']}; their sessions have ended."
