"""manage.py demo_accounts: the demo's people, all with the password on standard input."""

from typing import Any

from django.core.management.base import CommandError

from people.actions.make_demo_accounts import make_demo_accounts
from people.management.command import ResultCommand, given_password


class Command(ResultCommand):
    help = (
        "Makes the demo's accounts, as far as they are missing. The password is read from standard"
        " input."
    )

    def result(self, **options: Any) -> dict[str, Any]:
        password = given_password()
        if not password:
            raise CommandError("expected the demo accounts' password on standard input")
        opened = make_demo_accounts(password)
        return {"accounts": [{"username": name, "role": role.value} for name, role in opened]}

    def tell(self, result: dict[str, Any]) -> str:
        return "\n".join(f"{one['username']} ({one['role']})" for one in result["accounts"])
