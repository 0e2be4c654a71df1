"""manage.py changepassword USER: for somebody who has forgotten theirs. In place of Django's, which
leaves tokens alive."""

from typing import Any

from django.contrib.auth.password_validation import validate_password

from people.actions.passwords import change_password
from people.actor import COMMAND
from people.management.command import USER, ResultCommand, given_password, named_person
from people.secret import draw_password


class Command(ResultCommand):
    help = (
        "Gives a person a new password, read from standard input, or drawn and printed once. Ends"
        " their sessions and tokens."
    )

    takes = (USER,)

    def result(self, **options: Any) -> dict[str, Any]:
        person = named_person(options["username"])
        given = given_password()
        password = given or draw_password()
        validate_password(password, person)
        change_password(COMMAND, person, password)
        changed = {"username": person.username}
        return changed if given else {**changed, "password": password}

    def tell(self, result: dict[str, Any]) -> str:
        changed = (
            f"Changed the password of {result['username']}; their sessions and tokens have ended."
        )
        return f"{changed} Password: {result['password']}" if "password" in result else changed
