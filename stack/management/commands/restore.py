"""manage.py restore DIR: a backup, into a home where nothing is yet."""

import sys
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from people.management.command import CheckingCommand, option
from stack.backups.put_back import restore_backup
from stack.database_place import DatabaseTrouble
from stack.supervisor import StartTrouble


class Command(CheckingCommand):
    help = (
        "Restores a backup into an empty home, and checks what came of it; status 1 if"
        " check_integrity finds differences."
    )

    takes = (option("folder", "What manage.py backup has written.", metavar="DIR", type=Path),)

    def result(self, **options: Any) -> dict[str, Any]:
        folder: Path = options["folder"]
        try:
            restored = restore_backup(folder, partial(print, file=sys.stderr))
        except (StartTrouble, DatabaseTrouble) as trouble:
            raise CommandError(str(trouble)) from None
        except OSError as error:
            raise CommandError(f"{error.filename or folder}: {error.strerror or error}") from None
        self.differs = bool(restored["differences"])  # what was restored stays all the same
        return restored

    def tell(self, result: dict[str, Any]) -> str:
        lines = [f"warning: {warning}" for warning in result["warnings"]]
        lines += [f"{one['kind']}: {one['says']}" for one in result["differences"]]
        amount = f"{result['files']:,} files, {result['bytes']:,} bytes, {result['rows']:,} rows"
        checked = f"{len(result['differences']):,} differences found by check_integrity"
        return "\n".join([*lines, f"Restored as of {result['taken_at']}: {amount}; {checked}."])
