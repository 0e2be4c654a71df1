"""manage.py backup DIR: the database and the files that its rows name, while people work."""

import signal
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from people.management.command import ResultCommand
from stack.backups.take import take_backup


class Command(ResultCommand):
    help = (
        "Copies the database, its files and the home's secrets to a new folder, while people work."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "folder",
            metavar="DIR",
            type=Path,
            help="The folder to write to: a new one, or one that is empty.",
        )
        parser.add_argument(
            "--even-if-files-are-missing",
            action="store_true",
            help="Back up what there is, and list the missing in the manifest.",
        )

    def result(self, **options: Any) -> dict[str, Any]:
        # Whoever stops it (a timer, a shutdown) leaves no draft behind either.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
        try:
            taken = take_backup(
                options["folder"], even_if_files_are_missing=options["even_if_files_are_missing"]
            )
        except OSError as error:
            raise CommandError(
                f"{error.filename or options['folder']}: {error.strerror or error}"
            ) from None
        return {**taken.as_json(), "missing": taken.missing}

    def tell(self, result: dict[str, Any]) -> str:
        lines = [f"missing: {path}" for path in result["missing"]]
        amount = f"{result['files']:,} files, {result['bytes']:,} bytes, {result['rows']:,} rows"
        return "\n".join([*lines, f"Backed up as of {result['taken_at']}: {amount}."])
