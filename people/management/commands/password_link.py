"""manage.py password_link USER: a link for a new password, made with the machine's shell."""

from typing import Any

from django.conf import settings
from django.urls import reverse

from people.actions.passwords import make_password_link, withdraw_password_link
from people.actor import COMMAND
from people.management.command import USER, ResultCommand, named_person, option


class Command(ResultCommand):
    help = (
        "Makes a link by which a person chooses a new password, and shows it once. It works once,"
        " within a day, and ends the link before it."
    )

    takes = (USER, option("--withdraw", "Withdraw their open link instead.", action="store_true"))

    def result(self, **options: Any) -> dict[str, Any]:
        person = named_person(options["username"])
        if options["withdraw"]:
            withdraw_password_link(COMMAND, person)
            return {"username": person.username, "withdrawn": True}
        made, secret = make_password_link(COMMAND, person)
        link = _site() + reverse("people:new_password", args=[secret])
        until = made.expires_at.isoformat(timespec="seconds")
        return {"username": person.username, "link": link, "expires_at": until}

    def tell(self, result: dict[str, Any]) -> str:
        if "withdrawn" in result:
            return f"Withdrew the link of {result['username']}."
        where = "" if _site() else ", behind the address of this Truepool"
        return (
            f"By this link {result['username']} chooses a new password, once, until"
            f" {result['expires_at']}{where}: {result['link']}"
        )


def _site() -> str:
    """The address that this Truepool is known by, as far as the settings name one."""
    exact = (origin for origin in settings.CSRF_TRUSTED_ORIGINS if "*" not in origin)
    return next(exact, "").rstrip("/")
