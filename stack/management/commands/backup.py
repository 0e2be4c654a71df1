"""manage.py backup DIR: the database and the files that its rows name, while people work."""

import signal
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from people.management.command import ResultCommand, option
from stack.backups.take import take_backup


class Command(ResultCommand):
    help = (
        "Copies the database, its files and the home's secrets to a new folder, while people work."
    )

    takes = (
        option(
            "folder",
            "The folder to write to: a new one, or one that is empty.",
            metavar="DIR",
            type=Path,
        ),
        option(
            "--even-if-files-are-missing",
            "Back up what there is, and list the missing in the manifest.",
            action="store_true",
        ),
    )

    def result(self, **options: Any) -> dict[str, Any]:
        # Whoever stops it (a timer, a shutdown) leaves no draft behind either.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
        folder, anyway = options["folder"], options["even_if_files_are_missing"]
        try:
            taken = take_backup(folder, even_if_files_are_missing=anyway)
        except OSError as error:
            raise CommandError(f"{error.filename or folder}: {error.strerror or error}") from None
        return {**taken.as_json(), "missing": taken.missing}

    def tell(self, result: dict[str, Any]) -> str:
        lines = [f"missing: {path}" for path in result["missing"]]
        amount = f"{result['files']:,} files, {result['bytes']:,} bytes, {result['rows']:,} rows"
        return "\n".join([*lines, f"Backed up as of {result['taken_at']}: {amount}."])
