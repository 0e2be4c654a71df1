"""manage.py lift_lock_out [USER] [--address ADDRESS]: for whoever has the machine's shell, and
cannot sign in to do it."""

from typing import Any

from django.core.management.base import CommandError

from people.actions.lift_lock_out import lift_lock_out, lift_lock_out_of_address
from people.actor import COMMAND
from people.guessing import network_of
from people.management.command import ResultCommand, named_person, option


class Command(ResultCommand):
    help = "Lets a person, or everybody at an address, try to sign in again at once."

    takes = (
        option(
            "username",
            "Whose failures are forgotten, from every address.",
            metavar="USER",
            nargs="?",
        ),
        option("--address", "An address that is locked out over all names."),
    )

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
        of_person = "{username} may try again; failures were counted at {addresses} address(es)."
        of_address = "People may sign in from {address} again; {failures} failure(s) were counted."
        sentence = {"username": of_person, "address": of_address}
        return "\n".join(text.format(**result) for key, text in sentence.items() if key in result)
