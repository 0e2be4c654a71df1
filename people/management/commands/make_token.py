"""manage.py make_token USER: an API token, shown once."""

from typing import Any

from django.core.management.base import CommandParser

from foundation.asking.arguments import values_of
from foundation.asking.commands import add_options, asked_of
from people.actions.tokens import TokenAsked, make_token
from people.actor import COMMAND
from people.management.command import USER, ResultCommand, named_person


class Command(ResultCommand):
    help = "Makes an API token for a person and shows it once."

    takes = (USER,)

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_options(parser, TokenAsked, defaults={"name": "made by command"})

    def result(self, **options: Any) -> dict[str, Any]:
        wanted = asked_of(TokenAsked, options, owner=named_person(options["username"]))
        _, secret = make_token(COMMAND, wanted.owner, **values_of(wanted))
        return {"token": secret}

    def tell(self, result: dict[str, Any]) -> str:
        return str(result["token"])
