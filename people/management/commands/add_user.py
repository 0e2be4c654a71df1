"""manage.py add_user NAME --role ROLE: an account, with a password from standard input or a drawn
one."""

from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.management.base import CommandParser

from people.actions.create_account import create_account
from people.actor import COMMAND
from people.management.command import ResultCommand, given_password
from people.models import Role, User
from people.secret import draw_password


class Command(ResultCommand):
    help = "Makes an account. The password is read from standard input, or drawn and printed once."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("username", metavar="NAME", help="What the person signs in with.")
        parser.add_argument(
            "--role", choices=Role.values, required=True, help="What the account may do."
        )
        parser.add_argument(
            "--name", default="", dest="full_name", help="As colleagues know the person."
        )
        parser.add_argument(
            "--email", default="", help="Where the person is written to (no address)."
        )

    def result(self, **options: Any) -> dict[str, Any]:
        given = given_password()
        password = given or draw_password()
        username, role, name = options["username"], Role(options["role"]), options["full_name"]
        validate_password(password, User(username=username, name=name))
        person = create_account(
            COMMAND,
            username=username,
            password=password,
            role=role,
            name=name,
            email=options["email"],
        )
        made = {"id": person.pk, "username": person.username, "role": person.role}
        return made if given else {**made, "password": password}

    def tell(self, result: dict[str, Any]) -> str:
        made = f"Made {result['username']}, {Role(result['role']).label.lower()}."
        return f"{made} Password: {result['password']}" if "password" in result else made
