"""manage.py lift_lock_out [USER] [--address ADDRESS]: for whoever has the machine's shell, and
cannot sign in to do it."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from people.actions.lift_lock_out import lift_lock_out, lift_lock_out_of_address
from people.actor import COMMAND
from people.guessing import network_of
from people.management.command import ResultCommand, named_person


class Command(ResultCommand):
    help = "Lets a person, or everybody at an address, try to sign in again at once."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "username",
            metavar="USER",
            nargs="?",
            help="Whose failures are forgotten, from every address.",
        )
        parser.add_argument("--address", help="An address that is locked out over all names.")

    def result(self, **options: Any) -> dict[str, Any]:
        username, address = options["username"], options["address"]
        if not username and not address:
            raise CommandError("expected USER, --address ADDRESS or both")
        result: dict[str, Any] = {}
        if username:
            person = named_person(username)
            result |= {"username": person.username, "addresses": lift_lock_out(COMMAND, person)}
        if address:
            network = network_of(address)
            result |= {"address": network, "failures": lift_lock_out_of_address(COMMAND, network)}
        return result

    def tell(self, result: dict[str, Any]) -> str:
        said = []
        if "username" in result:
            said.append(
                f"{result['username']} may try again; failures were counted at"
                f" {result['addresses']} address(es)."
            )
        if "address" in result:
            said.append(
                f"People may sign in from {result['address']} again; {result['failures']}"
                " failure(s) were counted."
            )
        return "\n".join(said)
