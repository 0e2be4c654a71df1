"""Django's way to make an administrator knows nothing of the audit log: ours is add_user."""

from typing import Any

from django.core.management.base import CommandError

from people.management.command import ResultCommand


class Command(ResultCommand):
    help = "Use add_user NAME --role admin."

    def result(self, **options: Any) -> dict[str, Any]:
        raise CommandError("administrators are made by: manage.py add_user NAME --role admin")
