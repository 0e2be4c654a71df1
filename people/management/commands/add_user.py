"""manage.py add_user NAME --role ROLE: an account, with a password from standard input or a drawn
one."""

from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.management.base import CommandParser

from foundation.asking.arguments import values_of
from foundation.asking.commands import add_options, asked_of
from people.actions.create_account import AccountAsked, create_account
from people.actor import COMMAND
from people.management.command import ResultCommand, given_password
from people.models import Role, User
from people.secret import draw_password


class Command(ResultCommand):
    help = "Makes an account. The password is read from standard input, or drawn and printed once."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_options(parser, AccountAsked)

    def result(self, **options: Any) -> dict[str, Any]:
        given = given_password()
        password = given or draw_password()
        wanted = asked_of(AccountAsked, options)
        validate_password(password, User(username=wanted.username, name=wanted.name))
        person = create_account(COMMAND, password=password, **values_of(wanted))
        made = {"id": person.pk, "username": person.username, "role": person.role}
        return made if given else {**made, "password": password}

    def tell(self, result: dict[str, Any]) -> str:
        made = f"Made {result['username']}, {Role(result['role']).label.lower()}."
        return f"{made} Password: {result['password']}" if "password" in result else made
