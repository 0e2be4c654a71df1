"""manage.py make_token USER: an API token, shown once."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from people.actions.make_token import make_token
from people.actor import COMMAND
from people.management.command import ResultCommand, named_person
from people.models import Scope


class Command(ResultCommand):
    help = "Makes an API token for somebody and shows it once."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "username", metavar="USER", help="The name that the person signs in with."
        )
        parser.add_argument(
            "--scope",
            choices=Scope.values,
            default=Scope.READ.value,
            help="What the token may do (%(default)s).",
        )
        parser.add_argument(
            "--days", type=int, default=90, help="How many days it is valid (%(default)s)."
        )
        parser.add_argument(
            "--name", default="made by command", dest="token_name", help="What will use it."
        )

    def result(self, **options: Any) -> dict[str, Any]:
        if not 1 <= options["days"] <= 3_650:
            raise CommandError(
                f"--days: expected a whole number from 1 to 3650, found {options['days']}"
            )
        owner = named_person(options["username"])
        scope = Scope(options["scope"])
        _, secret = make_token(
            COMMAND, owner, name=options["token_name"], scope=scope, days=options["days"]
        )
        return {"token": secret}

    def tell(self, result: dict[str, Any]) -> str:
        return str(result["token"])
